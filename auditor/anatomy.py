"""Which classes of a provider a model is run by: from its architectures, by the registry."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from .classes import line_of
from .making import Refs, attribute_of
from .model import ModelReport
from .models import Model
from .values import ClassRef
from .world import World

if TYPE_CHECKING:
    from .pairing import Pairing

_MODELS = "model_executor.models"
_ANY_MODEL = "transformers"
"""The module of those classes that run whatever transformers can."""

_WRAPPED = ("language_model", "llm", "text_model", "thinker")
_ENDINGS = ("forcausallm", "forconditionalgeneration")
_DEEPEST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Anatomy:
    """The classes that run a model in one release of a provider.

    `top` is the one that the registry names, None where it knows none (`unknown` says so in
    words). `inner` are those of the decoder inside (`model.model`), `layers` those of its layers;
    empty where no source tells. `is_generic`: it is run by classes made for any model, of which
    only transformers knows the inside. `is_listed`: the provider has a list of models at all.
    """

    model: Model
    package: str
    architecture: str
    top: ClassRef | None = None
    inner: Refs = ()
    layers: Refs = ()
    is_generic: bool = False
    is_listed: bool = True
    unknown: str = ""

    @property
    def note(self) -> str:
        """What limits the judgement, "" for nothing."""
        if self.unknown or not self.is_generic or self.top is None:
            return self.unknown and f"{self.unknown}: what hangs on the model is judged for all"
        return (
            f"{self.package} runs {self.architecture} by `{self.top.qualname}`, whose inside is "
            "transformers' own and is not judged"
        )

    def passes(self, world: World, gates: frozenset[str]) -> bool | None:
        """Whether the class on top derives from all these protocols; None where none is known."""
        if self.top is None:
            return None
        names = {cls.qualname for cls in line_of(world, self.top).classes}
        return gates <= names


def registry_of(world: World, package: str) -> dict[str, tuple[str, str]]:
    """The architectures that a provider knows, each with its class: (module, name)."""
    home = f"{package}.{_MODELS}"
    if not world.has_module(f"{home}.registry"):
        return {}
    found: dict[str, tuple[str, str]] = {}
    for node in world.tree(f"{home}.registry").body:
        value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
        for architecture, (module, name) in _rows(value):
            own = module.startswith(f"{package}.")
            found[architecture] = (module if own else f"{home}.{module}", name)
    return found


def _rows(node: ast.expr | None) -> Iterator[tuple[str, tuple[str, str]]]:
    """The entries of a literal table that are an architecture with a module and a class."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            match key, value:
                case (
                    ast.Constant(value=str(architecture)),
                    ast.Tuple(
                        elts=[ast.Constant(value=str(module)), ast.Constant(value=str(name))]
                    ),
                ):
                    yield architecture, (module, name)
                case _:
                    continue


def anatomy_of(world: World, package: str, version: str, model: Model) -> Anatomy:
    """The classes that run a model; what is not told stays empty."""
    registry = registry_of(world, package)
    architecture = _known(registry, model.architectures, model.model_type)
    named = architecture or model.architecture
    nothing = partial(Anatomy, model=model, package=package, architecture=named)
    if not registry:
        words = f"{package} {version} has no list of models that could be read"
        return nothing(unknown=words, is_listed=False)
    if not architecture:
        return nothing(unknown=f"{package} {version} does not know {named}")
    top = _class_of(world, registry, architecture)
    if top is None:
        return nothing(unknown=f"the class of {named} in {package} {version} is not told")
    generic = registry[architecture][0].startswith(f"{package}.{_MODELS}.{_ANY_MODEL}")
    inner = () if generic else _inner(world, registry, model, top)
    registered = partial(_registered, world, registry, model)
    layers = [ref for cls in inner for ref in attribute_of(world, cls, "layers", registered)]
    return nothing(top=top, inner=inner, layers=tuple(dict.fromkeys(layers)), is_generic=generic)


def anatomies_of(world: World, pairings: Iterable[Pairing], model: Model) -> dict[str, Anatomy]:
    """The model in each provider, by its package."""
    return {p.package: anatomy_of(world, p.package, p.now.version, model) for p in pairings}


def told_of(anatomies: Mapping[str, Anatomy]) -> tuple[str, ...]:
    """What the report should say of the model; a provider without a list counts where all are."""
    listing = [one for one in anatomies.values() if one.is_listed]
    return tuple(note for one in listing or anatomies.values() if (note := one.note))


def report_of(model: Model, anatomies: Mapping[str, Anatomy]) -> ModelReport:
    """The model as the report names it."""
    refs = [r for a in anatomies.values() if a.top for r in (a.top, *a.inner, *a.layers)]
    return ModelReport(
        name=model.name,
        source=model.source,
        architecture=model.architecture,
        classes=tuple(dict.fromkeys(ref.name for ref in refs)),
    )


def _known(
    registry: dict[str, tuple[str, str]], architectures: tuple[str, ...], model_type: str
) -> str:
    """The first architecture that the registry has; without any, the one of that type."""
    if architectures:
        return next((one for one in architectures if one in registry), "")
    plain = model_type.replace("_", "").replace("-", "").lower()
    by_name = {name.lower(): name for name in registry} if plain else {}
    return next((by_name[plain + e] for e in _ENDINGS if plain + e in by_name), "")


def _class_of(
    world: World, registry: dict[str, tuple[str, str]], architecture: str
) -> ClassRef | None:
    module, name = registry[architecture]
    found = world.member(module, name) if world.has_module(module) else None
    return found if isinstance(found, ClassRef) else None


def _registered(
    world: World,
    registry: dict[str, tuple[str, str]],
    model: Model,
    architectures: tuple[str, ...],
) -> Refs:
    """The classes for the language model inside a wrapper."""
    if not architectures:
        own = _known(registry, model.text_architectures, model.text_type)
        architectures = (own,) if own else ()
    found = (_class_of(world, registry, one) for one in architectures if one in registry)
    return tuple(ref for ref in found if ref is not None)


def _inner(
    world: World,
    registry: dict[str, tuple[str, str]],
    model: Model,
    top: ClassRef,
    depth: int = 0,
) -> Refs:
    """The decoder that a class holds as `model`, or its language model does."""
    registered = partial(_registered, world, registry, model)
    for name in _WRAPPED:
        wrapped = attribute_of(world, top, name, registered)
        if wrapped and depth < _DEEPEST:
            found = [r for cls in wrapped for r in _inner(world, registry, model, cls, depth + 1)]
            return tuple(dict.fromkeys(found)) or wrapped
    return attribute_of(world, top, "model", registered)
