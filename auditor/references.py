"""Dotted names of a provider, followed as `import` and `getattr` would follow them."""

from __future__ import annotations

from .classes import Member, class_member, member_value
from .outcome import Gone, Reached, Unclear
from .values import ClassRef, ModuleRef, Value, bare
from .world import World


def resolve(world: World, dotted: str) -> Value | Gone | Unclear:
    """What a dotted name stands for, its longest module first."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        module = ".".join(parts[:cut])
        if world.has_module(module):
            break
    else:
        return world.module(dotted)
    value: Value = ModuleRef(module)
    for part in parts[cut:]:
        found = step(world, bare(value), part)
        if isinstance(found, (Gone, Unclear)):
            return found
        value = found
    return value


def step(world: World, owner: Value, name: str) -> Value | Gone | Unclear:
    """`owner.name` for modules and classes."""
    match owner:
        case ModuleRef(name=module):
            return world.member(module, name)
        case ClassRef():
            member = class_member(world, owner, name)
            if isinstance(member, Member):
                return member_value(world, member, bound=False)
            return member
        case _:
            return Unclear(reason="what the name stands for is not told")


def outcome_of(
    world: World, dotted: str, found: Value | Gone | Unclear
) -> Reached | Gone | Unclear:
    """What the use of a dotted name comes to, by what was found under it."""
    if isinstance(found, (Gone, Unclear)):
        return found
    return Reached(target=world.target(found, dotted))
