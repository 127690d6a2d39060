"""What may have taken the place of something that is gone, each with its evidence."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from .classes import line_of
from .model import Attribute, Class, Function, Import
from .outcome import Gone
from .values import ClassRef
from .world import World

_MOST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Successor:
    """A candidate: its name beside the old one, and why."""

    name: str
    why: str


def successors(worlds: tuple[World, World | None], gone: Gone) -> tuple[Successor, ...]:
    """Candidates of the same owner: same body, named by a deprecation, or alike in name."""
    now, before = worlds
    last = gone.name.rpartition(".")[2]
    entries = members(now, gone.owner)
    was = members(before, gone.owner) if before else {}
    old = was.get(last)
    found: dict[str, str] = {}
    if isinstance(old, Function) and old.digest:
        for name, entry in entries.items():
            if isinstance(entry, Function) and entry.digest == old.digest and name not in was:
                found[name] = "same body"
    for text in _deprecations(old):
        for word in re.findall(r"`?([A-Za-z_]\w+)`?", text):
            if word in entries and word != last:
                found.setdefault(word, "named by its deprecation text")
    fresh = [name for name in entries if name not in was] if was else list(entries)
    for name in difflib.get_close_matches(last, fresh, n=_MOST, cutoff=0.7):
        found.setdefault(name, "alike in name")
    return tuple(Successor(name=n, why=w) for n, w in list(found.items())[:_MOST])


def alike(worlds: tuple[World, World | None], gone: Gone) -> str:
    """The candidates in a sentence."""
    found = successors(worlds, gone)
    if not found:
        return "find what took its place in the provider's release notes"
    return "candidates: " + ", ".join(f"`{s.name}` ({s.why})" for s in found)


def members(world: World, owner: str) -> dict[str, object]:
    """What a module or a class (along its line of bases) defines, by name."""
    if world.has_module(owner):
        facts = world.facts(owner)
        entries = (*facts.attributes, *facts.functions, *facts.classes, *facts.imports)
        return {e.name: e for e in entries if e.name != "*"}
    module, _, name = owner.rpartition(".")
    value = world.member(module, name) if world.has_module(module) else None
    if not isinstance(value, ClassRef):
        return {}
    found: dict[str, object] = {}
    for cls in reversed(line_of(world, value).classes):
        if isinstance(cls, ClassRef):
            found.update(world.class_index(cls))
    return found


def _deprecations(entry: object) -> list[str]:
    if isinstance(entry, (Function, Class)) and entry.deprecated:
        return [entry.deprecated]
    return []


_ = (Attribute, Import)
