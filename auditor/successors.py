"""What may have taken the place of something that is gone, each with its evidence."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator

from .classes import line_of
from .editions import Entry
from .model import Class, Function
from .outcome import Gone, Successor
from .values import ClassRef
from .world import World

_MOST = 3
_MOST_READ = 8
_SHORTEST = 4
_STRONG = ("same body", "named by its deprecation text")


def successors(worlds: tuple[World, World | None], gone: Gone) -> tuple[Successor, ...]:
    """Candidates of the same owner: same body, named by a deprecation, or alike in name."""
    now, before = worlds
    was = members(before, gone.owner) if before else {}
    found: dict[str, str] = {}
    for name, why in _candidates(now, gone, members(now, gone.owner), was):
        found.setdefault(name, why)
    return tuple(Successor(name=n, why=w) for n, w in list(found.items())[:_MOST])


def _candidates(
    world: World, gone: Gone, entries: dict[str, Entry], was: dict[str, Entry]
) -> Iterator[tuple[str, str]]:
    """Each candidate with its evidence, the strongest evidence first."""
    last = gone.name.rpartition(".")[2]
    old = was.get(last)
    fresh = {name: entry for name, entry in entries.items() if name not in was}
    for name in _functions(fresh, old, _same_body):
        yield name, "same body"
    for text in _deprecations(old):
        for word in re.findall(r"`?([A-Za-z_]\w+)`?", text):
            if word in entries and word != last:
                yield word, "named by its deprecation text"
    for name in _functions(fresh, old, _alike):
        yield name, "same parameters"
    for name in _told(world, gone.owner, last, entries):
        yield name, "named by a deprecation text"
    for name in difflib.get_close_matches(last, fresh, n=_MOST, cutoff=0.7):
        yield name, "alike in name"


def _functions(
    entries: dict[str, Entry], old: Entry | None, fits: Callable[[Function, Function], bool]
) -> list[str]:
    """The functions that may stand for an old one."""
    if not isinstance(old, Function):
        return []
    return [n for n, each in entries.items() if isinstance(each, Function) and fits(old, each)]


def _same_body(old: Function, new: Function) -> bool:
    return bool(old.digest) and old.digest == new.digest


def _alike(old: Function, new: Function) -> bool:
    """More than `self` taken, and all of it the same."""
    before, after = (tuple(p.name for p in f.parameters) for f in (old, new))
    return len(before) > 1 and before == after and old.returns == new.returns and not new.setter


def _told(world: World, owner: str, name: str, entries: dict[str, Entry]) -> list[str]:
    """Names in back quotes beside this one, in deprecation texts of the provider."""
    edition = world.edition_of(owner)
    if edition is None or len(name) < _SHORTEST:
        return []
    found: list[str] = []
    for module in edition.store.grep(name)[:_MOST_READ]:
        if "deprecat" not in edition.store.source(module).lower():
            continue
        for text in _warnings(world, module):
            if name in text:
                found += [word for word in re.findall(r"`(\w+)`", text) if word != name]
    return [word for word in dict.fromkeys(found) if word in entries or not entries]


def _warnings(world: World, module: str) -> list[str]:
    facts = world.facts(module)
    functions = [*facts.functions, *(f for cls in facts.classes for f in cls.functions)]
    return [text for function in functions for text in function.warns]


def outstanding(found: tuple[Successor, ...]) -> str:
    """The candidate that alone has strong evidence, "" where none or several have."""
    strong = [one.name for one in found if any(why in one.why for why in _STRONG)]
    return strong[0] if len(strong) == 1 else ""


def alike(found: tuple[Successor, ...]) -> str:
    """The candidates in a sentence."""
    if not found:
        return "find what took its place in the provider's release notes"
    return "candidates: " + ", ".join(str(one) for one in found)


def members(world: World, owner: str) -> dict[str, Entry]:
    """What a module or a class (along its line of bases) defines, by name."""
    if world.has_module(owner):
        facts = world.facts(owner)
        entries: tuple[Entry, ...] = (
            *facts.attributes,
            *facts.functions,
            *facts.classes,
            *facts.imports,
        )
        return {e.name: e for e in entries if e.name != "*"}
    module, _, name = owner.rpartition(".")
    value = world.member(module, name) if world.has_module(module) else None
    if not isinstance(value, ClassRef):
        return {}
    found: dict[str, Entry] = {}
    for cls in reversed(line_of(world, value).classes):
        if isinstance(cls, ClassRef):
            found.update(world.class_index(cls))
    return found


def _deprecations(entry: Entry | None) -> list[str]:
    if isinstance(entry, (Function, Class)) and entry.deprecated:
        return [entry.deprecated]
    return []
