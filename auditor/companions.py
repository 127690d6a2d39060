"""Methods that the provider itself has begun to call beside one that the consumer calls alone."""

from __future__ import annotations

import re

from .classes import line_of
from .judge import Case
from .model import Function
from .outcome import Called
from .text import block_at
from .values import ClassRef, FunctionRef
from .world import World

_RECEIVER = re.compile(r"[\w.]+$")


def companions(case: Case) -> tuple[str, ...]:
    """New methods of the same class, due after this one, that the consumer never calls.

    Two things tell that one is due: the called method can give None now, or it no longer does
    itself what the new one does. In both cases the provider's own code calls the two on the same
    receiver.
    """
    if not isinstance(case.now, Called) or not isinstance(case.before, Called):
        return ()
    now, before = case.now.signature.function, case.before.signature.function
    world, earlier = case.worlds
    if not isinstance(now, FunctionRef) or not isinstance(before, FunctionRef) or earlier is None:
        return ()
    if not isinstance(now.owner, ClassRef) or not isinstance(before.owner, ClassRef):
        return ()
    fresh = _methods(world, now.owner) - _methods(earlier, before.owner)
    left = _body(earlier, before) if fresh else ""
    may_skip = _gained_none(world, earlier, now.owner, before.owner, now.facts.name)
    mine = _body(world, now) if fresh else ""
    found = [
        name
        for name in sorted(fresh)
        if (may_skip or (_names(left, name) and not _names(mine, name)))
        and _called_together(world, now, name)
        and not any(f".{name}(" in module.source for module in case.project.modules.values())
    ]
    return tuple(found)


def _methods(world: World, cls: ClassRef) -> set[str]:
    """The public methods along a class's line."""
    return {
        function.name
        for each in line_of(world, cls).classes
        if isinstance(each, ClassRef)
        for function in each.facts.functions
        if not function.name.startswith("_")
    }


def _gained_none(world: World, earlier: World, now: ClassRef, before: ClassRef, name: str) -> bool:
    """Whether a definition in the line allows None now, and the nearest one did not."""
    was = _allowing_none(earlier, before, name)
    return any(_allowing_none(world, now, name)) and bool(was) and not was[0]


def _allowing_none(world: World, cls: ClassRef, name: str) -> list[bool]:
    """For each definition along the line, nearest first: does its annotation allow None?"""
    found: list[bool] = []
    for each in line_of(world, cls).classes:
        entry = world.class_index(each).get(name) if isinstance(each, ClassRef) else None
        if isinstance(entry, Function):
            texts = [entry.returns or "", *(returns or "" for _, returns in entry.overloads)]
            said = [text for text in texts if text and text != "None"]
            if said:
                found.append(any(re.search(r"\bNone\b|\bOptional\b", text) for text in said))
    return found


def _body(world: World, function: FunctionRef) -> str:
    edition = world.edition_of(function.module)
    if edition is None:
        return ""
    return block_at(edition.store.source(function.module), function.facts.line)


def _names(body: str, name: str) -> bool:
    return re.search(rf"['\".]{name}\b", body) is not None


def _called_together(world: World, function: FunctionRef, name: str) -> bool:
    """Whether a module of the provider calls both on the same receiver."""
    edition = world.edition_of(function.module)
    if edition is None:
        return False
    called = function.facts.name
    pattern = re.compile(rf"\.{called}\(")
    for module in edition.store.grep(called, name):
        source = edition.store.source(module)
        for match in pattern.finditer(source):
            receiver = _RECEIVER.search(
                source[source.rfind("\n", 0, match.start()) + 1 : match.start()]
            )
            after = _rest_of_function(source, match.end())
            if receiver and f"{receiver[0]}.{name}(" in after:
                return True
    return False


def _rest_of_function(source: str, position: int) -> str:
    """What follows in the function that a position lies in."""
    start = max(source.rfind("\n    def ", 0, position), source.rfind("\ndef ", 0, position))
    start = max(start, source.rfind("\n    async def ", 0, position))
    if start < 0:
        return ""
    line = source.count("\n", 0, start + 1) + 1
    end = start + 1 + len(block_at(source, line))
    return source[position:end]
