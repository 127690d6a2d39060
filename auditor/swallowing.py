"""What a provider's body does with names that come at run time."""

from __future__ import annotations

import ast

from .outcome import Signature
from .text import block_at
from .values import ClassRef
from .world import World


def is_unread(world: World, signature: Signature, key: str) -> bool:
    """Whether `**kwargs` takes a key that nothing looks at."""
    source = signature.source
    if source is None:
        return True
    return not source.forwards and key not in source.keys and not reads_all(world, signature)


def reads_all(world: World, signature: Signature) -> bool:
    """Whether a function uses its `**kwargs` as a whole, so that every key counts as read."""
    node = (
        _definition(world, signature.function.module, signature.source.line)
        if signature.source
        else None
    )
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.args.kwarg is None:
        return False
    name = node.args.kwarg.arg
    single = set()
    for child in ast.walk(node):
        match child:
            case ast.Attribute(value=ast.Name(id=given) as inner, attr=attr) if given == name:
                if attr in ("get", "pop", "setdefault"):
                    single.add(id(inner))
            case ast.Subscript(value=ast.Name(id=given) as inner) if given == name:
                single.add(id(inner))
            case ast.Compare(comparators=[ast.Name(id=given) as inner]) if given == name:
                single.add(id(inner))
            case _:
                pass
    return any(
        isinstance(child, ast.Name) and child.id == name and id(child) not in single
        for child in ast.walk(node)
    )


def sets_at_run_time(world: World, cls: ClassRef) -> bool:
    """Whether a class's methods set attributes by computed names, or serve them when asked."""
    if cls.name not in world.dynamic:
        edition = world.edition_of(cls.module)
        source = edition.store.source(cls.module) if edition else ""
        marked = any(mark in source for mark in _MARKS)
        text = block_at(source, cls.facts.line) if marked else ""
        world.dynamic[cls.name] = any(mark in text for mark in _MARKS)
    return world.dynamic[cls.name]


_MARKS = (
    "setattr(self,",
    "__dict__.update(",
    "vars(self)",
    "__dict__[",
    "def __getattr__(",
    "def __getattribute__(",
)


def _definition(world: World, module: str, line: int) -> ast.AST | None:
    for node in ast.walk(world.tree(module)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = min((node.lineno, *(d.lineno for d in node.decorator_list)))
            if first <= line <= node.lineno:
                return node
    return None
