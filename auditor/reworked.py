"""A provider's class that builds its objects in another way now, and how subclasses meet it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .classes import bases_of, line_of
from .model import Class, ClassFlavor
from .outcome import Based
from .values import ClassRef, Foreign, OwnClass, bare
from .world import World

_META = ("BaseModel", "ABC", "ABCMeta", "Protocol", "Enum", "Generic", "Registry")
_DECLARED = (ClassFlavor.DATACLASS, ClassFlavor.PYDANTIC_DATACLASS, ClassFlavor.ATTRS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rework:
    """What became of the base, and how it meets the subclass."""

    before: str
    now: str
    clash: str


def reworked(world: World, before: Based, now: Based) -> Rework | None:
    """The clash of a subclass with a base that was reworked; None where they go together."""
    old, new = before.target.value, now.target.value
    if not isinstance(old, ClassRef) or not isinstance(new, ClassRef) or now.cls is None:
        return None
    if "final" in _last(new.facts.decorators) and "final" not in _last(old.facts.decorators):
        return Rework(before="a class to derive from", now="final", clash="and is subclassed here")
    if _metaclass(new.facts) and not _metaclass(old.facts) and _has_other_meta(world, now):
        name = _metaclass(new.facts)
        return Rework(
            before="plain", now=f"of the metaclass {name}", clash="as is another base here"
        )
    if old.facts.flavor is not ClassFlavor.PLAIN or new.facts.flavor is ClassFlavor.PLAIN:
        return None
    clash = _flavor_clash(world, now, new)
    return (
        Rework(before="a plain class", now=f"a {new.facts.flavor}", clash=clash) if clash else None
    )


def _flavor_clash(world: World, now: Based, new: ClassRef) -> str:
    assert now.cls is not None
    node, flavor = now.cls.node, new.facts.flavor
    own_init = next(
        (s for s in node.body if isinstance(s, ast.FunctionDef) and s.name == "__init__"), None
    )
    if flavor in _DECLARED and _has_other_meta(world, now, models_only=True):
        return "" if _settles(node) else "and meets a validated model here"
    if flavor in _DECLARED and _declares_fields(node) and any(f.default for f in new.facts.fields):
        return "whose fields with defaults come before the fields without that this class adds"
    text = ast.unparse(own_init) if own_init is not None else "super().__init__"
    if flavor is ClassFlavor.PYDANTIC_MODEL and "super().__init__" not in text:
        return "whose own `__init__` this class never runs"
    return ""


def _settles(node: ast.ClassDef) -> bool:
    """Whether a class says itself what becomes of its subclasses."""
    return any(isinstance(s, ast.FunctionDef) and s.name == "__init_subclass__" for s in node.body)


def _declares_fields(node: ast.ClassDef) -> bool:
    """Whether a dataclass adds a field without a default."""
    is_dataclass = any("dataclass" in ast.unparse(d) for d in node.decorator_list)
    return is_dataclass and any(isinstance(s, ast.AnnAssign) and s.value is None for s in node.body)


def _last(decorators: tuple[str, ...]) -> set[str]:
    return {d.partition("(")[0].rpartition(".")[2] for d in decorators}


def _metaclass(facts: Class) -> str:
    return dict(facts.keywords).get("metaclass", "")


def _has_other_meta(world: World, now: Based, *, models_only: bool = False) -> bool:
    """Whether another base of the subclass brings a metaclass of its own."""
    assert now.cls is not None
    for base in map(bare, world.own.bases(now.cls)):
        if base == now.target.value:
            continue
        names = [base.name] if isinstance(base, Foreign) else []
        if isinstance(base, (ClassRef, OwnClass)):
            line = line_of(world, base)
            names = list(line.outside) + _foreign_bases(world, base)
        last = {name.rpartition(".")[2] for name in names}
        if last & ({"BaseModel"} if models_only else set(_META)):
            return True
    return False


def _foreign_bases(world: World, cls: ClassRef | OwnClass) -> list[str]:
    return [
        base.name
        for each in line_of(world, cls).classes
        for base in map(bare, bases_of(world, each))
        if isinstance(base, Foreign)
    ]
