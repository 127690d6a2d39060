"""Whom a drift concerns that hangs on the model: families of models, or the one asked for."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .anatomy import Anatomy, registry_of
from .judge import Concern, short
from .making import Refs
from .world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A provider now, and the classes of the model asked for; `anatomy` is None without one."""

    world: World
    package: str
    anatomy: Anatomy | None = None
    _registry: Callable[[], dict[str, tuple[str, str]]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "_registry", functools.cache(lambda: registry_of(self.world, self.package))
        )

    def knows(self, architecture: str) -> bool:
        """Whether the provider lists an architecture; so it is said of all where it has no list."""
        registry = self._registry()
        return not registry or architecture in registry

    def families(self, classes: Iterable[str]) -> tuple[str, ...]:
        """The architectures run by these classes, or else by what their module or package holds."""
        found: list[str] = []
        for name in classes:
            module, _, cls = name.rpartition(".")
            rows = self._registry().items()
            exact = [architecture for architecture, row in rows if row == (module, cls)]
            found += exact or [
                architecture
                for architecture, (home, _) in rows
                if f"{module}.".startswith(f"{home}.")
            ]
        return tuple(sorted(set(found)))

    @property
    def tops(self) -> Refs:
        """The class that the registry names for the model; empty where it is not told."""
        return (self.anatomy.top,) if self.anatomy and self.anatomy.top else ()

    @property
    def inner(self) -> Refs:
        """The model's decoder, likewise."""
        return self.anatomy.inner if self.anatomy else ()

    def refused(self, gates: frozenset[str]) -> str:
        """Why the model never comes behind the consumer's tests; "" where it does, or may."""
        if not gates or self.anatomy is None or self.anatomy.top is None:
            return ""
        if self.anatomy.passes(self.world, gates) is not False:
            return ""
        asked = ", ".join(sorted(gates))
        return f"`{self.anatomy.top.qualname}` does not pass the test for {asked}"

    def concern(
        self,
        classes: Iterable[str],
        *,
        spared: str = "",
        met: bool = False,
    ) -> Concern:
        """What to say of a drift of these classes."""
        model = self.anatomy.model.name if self.anatomy else ""
        return Concern(families=self.families(classes), model=model, spared=spared, met=met)


def have(refs: Refs, name: str) -> str:
    """Words for classes that have a member."""
    return f"{', '.join(f'`{short(ref.name)}`' for ref in refs)} has `{name}`"
