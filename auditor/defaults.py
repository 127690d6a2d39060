"""Whether two defaults are the same value, however they are written."""

from __future__ import annotations

import ast

from .editions import parse_expression
from .model import Attribute, Parameter
from .outcome import Signature
from .values import ClassRef, Data, Known, bare
from .world import World

_OBJECTS = (
    ast.Call,
    ast.Dict,
    ast.DictComp,
    ast.List,
    ast.ListComp,
    ast.Name,
    ast.Set,
    ast.SetComp,
)


def same(
    worlds: tuple[World, World | None],
    before: Signature,
    earlier: Parameter,
    now: Signature,
    parameter: Parameter,
) -> bool:
    """Whether nothing but the spelling changed, or nothing can be said."""
    world_now, world_before = worlds
    if world_before is None:
        return True
    old, new = earlier.default or "", parameter.default or ""
    one, other = _normal(world_before, before, old), _normal(world_now, now, new)
    return one == other or (old == new and old.isidentifier() and _is_made(one, other))


def _is_made(*texts: str) -> bool:
    """Whether all that a name holds are objects, like a cache, that only the name tells apart."""
    return all(isinstance(parse_expression(text), _OBJECTS) for text in texts)


def _normal(world: World, signature: Signature, text: str) -> str:
    """Literal values by value, constants by what they hold, factories by what they make."""
    tree = parse_expression(text)
    if tree is None:
        return text
    try:
        return repr(ast.literal_eval(tree))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        pass
    if isinstance(tree, ast.Call):
        return _made(world, signature, tree)
    if isinstance(tree, (ast.Name, ast.Attribute)):
        return _named(world, signature, tree, text)
    return ast.dump(tree)


def _made(world: World, signature: Signature, tree: ast.Call) -> str:
    """`field(default=x)` is x, `list()` is []; other calls compare as written."""
    for keyword in tree.keywords:
        if keyword.arg == "default":
            return _normal(world, signature, ast.unparse(keyword.value))
        if keyword.arg == "default_factory":
            return "made by " + ast.unparse(keyword.value).rpartition(".")[2]
    return "made by " + ast.unparse(tree.func).rpartition(".")[2] + ast.dump(tree)


def _named(world: World, signature: Signature, tree: ast.expr, text: str) -> str:
    if isinstance(tree, ast.Name):
        module = signature.function.module
        found = world.member(module, tree.id)
        own = _class_constant(world, signature, tree.id)
        if own is not None:
            return own
        if isinstance(found, Data):
            value = bare(found)
            if isinstance(value, Known):
                return repr(value.value)
            return found.literal or text
    return text.rpartition(".")[2]


def _class_constant(world: World, signature: Signature, name: str) -> str | None:
    """A class body's own constant, as in `limit: int = DEFAULT_LIMIT`."""
    function = signature.function
    owner = function if isinstance(function, ClassRef) else function.owner
    if not isinstance(owner, ClassRef):
        return None
    entry = world.class_index(owner).get(name)
    if isinstance(entry, Attribute) and entry.value:
        tree = parse_expression(entry.value)
        try:
            return repr(ast.literal_eval(tree)) if tree is not None else None
        except (ValueError, TypeError, SyntaxError):
            return entry.value
    return None
