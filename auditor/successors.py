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
_MOST_READ = 8


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
    if isinstance(old, Function):
        for name, entry in entries.items():
            if name not in was and isinstance(entry, Function) and _alike(old, entry):
                found.setdefault(name, "same parameters")
    for name in _told(now, gone.owner, last):
        if name in entries or not entries:
            found.setdefault(name, "named by a deprecation text")
    fresh = [name for name in entries if name not in was] if was else list(entries)
    for name in difflib.get_close_matches(last, fresh, n=_MOST, cutoff=0.7):
        found.setdefault(name, "alike in name")
    return tuple(Successor(name=n, why=w) for n, w in list(found.items())[:_MOST])


def _alike(old: Function, new: Function) -> bool:
    """More than `self` taken, and all of it the same."""
    before, after = (tuple(p.name for p in f.parameters) for f in (old, new))
    return len(before) > 1 and before == after and old.returns == new.returns and not new.setter


def _told(world: World, owner: str, name: str) -> list[str]:
    """Names in back quotes beside this one, in deprecation texts of the provider."""
    edition = world.edition_of(owner)
    if edition is None or len(name) < 4:
        return []
    found: list[str] = []
    for module in edition.store.grep(name)[:_MOST_READ]:
        if "deprecat" not in edition.store.source(module).lower():
            continue
        for text in _warnings(world, module):
            if name in text:
                found += [word for word in re.findall(r"`(\w+)`", text) if word != name]
    return list(dict.fromkeys(found))


def _warnings(world: World, module: str) -> list[str]:
    facts = world.facts(module)
    functions = [*facts.functions, *(f for cls in facts.classes for f in cls.functions)]
    return [text for function in functions for text in function.warns]


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
