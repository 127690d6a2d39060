"""Where something that is gone lives now."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .model import Attribute, Class, Function
from .outcome import Gone, Unclear
from .values import ClassRef, FunctionRef, ModuleRef, Value

if TYPE_CHECKING:
    from .world import World

_SHORTEST = 3
_LIKE = 2


def new_place(world: World, dotted: str) -> Value | None:
    """The one definition of that name elsewhere in the provider, the likeliest of several."""
    found = new_places(world, dotted)
    return found[0][1] if found else None


def new_places(world: World, dotted: str) -> list[tuple[str, Value]]:
    """All places where the name is defined now, nearest to the old one first."""
    edition = world.edition_of(dotted)
    if edition is None:
        return []
    name = dotted.rpartition(".")[2]
    found = _definitions(world, dotted, name) or _modules(world, dotted, name)
    return sorted(found, key=lambda place: (-_likeness(place[0], dotted), place[0]))


def _definitions(world: World, dotted: str, name: str) -> list[tuple[str, Value]]:
    edition = world.edition_of(dotted)
    assert edition is not None
    if len(name) < _SHORTEST:
        return []
    found: list[tuple[str, Value]] = []
    defines = re.compile(
        rf"^[ \t]*(?:(?:async )?def|class) {name}\b|^[ \t]*{name}\s*[:=]", re.MULTILINE
    )
    for module in edition.store.grep(name):
        if not defines.search(edition.store.source(module)):
            continue
        entry = world.top_level(module, name)
        if isinstance(entry, Class):
            found.append((f"{module}.{name}", ClassRef(module, name, entry)))
        elif isinstance(entry, Function):
            found.append((f"{module}.{name}", FunctionRef(module, name, entry)))
        elif isinstance(entry, Attribute) and entry.value and name[0] != "_":
            value = world.member(module, name)
            if not isinstance(value, (Gone, Unclear)):
                found.append((f"{module}.{name}", value))
    classes = [place for place in found if isinstance(place[1], (ClassRef, FunctionRef))]
    return classes or found


def _modules(world: World, dotted: str, name: str) -> list[tuple[str, Value]]:
    """A module of that name elsewhere, of which more than the name agrees."""
    edition = world.edition_of(dotted)
    assert edition is not None
    return [
        (module, ModuleRef(module))
        for module in edition.store.modules()
        if module.rpartition(".")[2] == name and _likeness(module, dotted) >= _LIKE
    ]


def _likeness(one: str, other: str) -> int:
    return len(set(one.split(".")[:-1]) & set(other.split(".")[:-1]))
