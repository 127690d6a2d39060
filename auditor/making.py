"""What a provider's classes make in their constructors, read from the sources alone."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from .classes import line_of
from .editions import parse_expression
from .model import Attribute
from .scope import Scope
from .values import ClassRef
from .world import World

Refs: TypeAlias = tuple[ClassRef, ...]
Registered: TypeAlias = Callable[[tuple[str, ...]], Refs]
"""The classes that a registry has for architectures; for none, those of the configuration."""

_FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BY_REGISTRY = "init_vllm_registered_model"
_DEEPEST = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """A method that is being read: of which object, where it stands, what it was given."""

    world: World
    cls: ClassRef
    owner: ClassRef
    node: _FunctionNode
    registered: Registered
    given: Mapping[str, Refs] = field(default_factory=dict)
    depth: int = 0


def attribute_of(world: World, cls: ClassRef, name: str, registered: Registered) -> Refs:
    """The classes of what `self.name` may be bound to when an object of the class is made."""
    given: Mapping[str, Refs] = {}
    for owner, node in _methods(world, cls, "__init__"):
        frame = _Frame(
            world=world, cls=cls, owner=owner, node=node, registered=registered, given=given
        )
        values = list(_bound(node, name))
        if values:
            return _once(ref for value in values for ref in _made(frame, value))
        given = _handed_on(frame)
    return ()


def _methods(world: World, cls: ClassRef, name: str) -> Iterator[tuple[ClassRef, _FunctionNode]]:
    """The definitions of a method along the line of bases, nearest first."""
    for owner in line_of(world, cls).classes:
        if not isinstance(owner, ClassRef):
            continue
        for top in world.tree(owner.module).body:
            if isinstance(top, ast.ClassDef) and top.name == owner.qualname:
                for node in top.body:
                    if isinstance(node, _FUNCTIONS) and node.name == name:
                        yield owner, node


def _bound(node: _FunctionNode, name: str) -> Iterator[ast.expr]:
    """The values that a method binds to `self.name`, alone or beside others."""
    for each in ast.walk(node):
        targets = each.targets if isinstance(each, ast.Assign) else []
        if isinstance(each, ast.AnnAssign):
            targets = [each.target]
        plain = [t for target in targets for t in getattr(target, "elts", [target])]
        if any(_is_own(target, name) for target in plain):
            value = getattr(each, "value", None)
            if isinstance(value, ast.expr):
                yield value


def _is_own(node: ast.AST, name: str = "") -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        and name in ("", node.attr)
    )


def _handed_on(frame: _Frame) -> dict[str, Refs]:
    """The classes that a constructor gives to the one of its base."""
    for each in ast.walk(frame.node):
        if (
            isinstance(each, ast.Call)
            and isinstance(each.func, ast.Attribute)
            and each.func.attr == "__init__"
        ):
            return _keywords(frame, each)
    return {}


def _keywords(frame: _Frame, call: ast.Call) -> dict[str, Refs]:
    named = {k.arg: _meant(frame, k.value) for k in call.keywords if k.arg is not None}
    return {name: refs for name, refs in named.items() if refs}


def _made(frame: _Frame, node: ast.expr) -> Iterator[ClassRef]:
    """The classes of the objects that an expression makes, directly or through a helper."""
    match node:
        case ast.Call():
            yield from _called(frame, node)
        case ast.Name(id=name):
            for inner in ast.walk(frame.node):
                if isinstance(inner, _FUNCTIONS) and inner.name == name != frame.node.name:
                    yield from _returned(frame, inner)
        case _:
            for part in _parts(node):
                yield from _made(frame, part)


def _parts(node: ast.expr) -> list[ast.expr]:
    """What an expression may come to, or holds, or gives when it is called."""
    match node:
        case ast.Lambda(body=inner) | ast.ListComp(elt=inner) | ast.GeneratorExp(elt=inner):
            return [inner]
        case ast.Starred(value=inner):
            return [inner]
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
            return parts
        case ast.IfExp(body=one, orelse=other):
            return [one, other]
        case _:
            return []


def _called(frame: _Frame, call: ast.Call) -> Iterator[ClassRef]:
    made = _meant(frame, call.func)
    if made:
        yield from made
        return
    if _last(call.func) == _BY_REGISTRY:
        yield from frame.registered(_architectures(call))
        return
    if _is_own(call.func) and frame.depth < _DEEPEST:
        method = next(iter(_methods(frame.world, frame.cls, _last(call.func))), None)
        if method is not None:
            yield from _returned(_inner(frame, *method, _keywords(frame, call)), method[1])
            return
    for part in (*call.args, *(keyword.value for keyword in call.keywords)):
        yield from _made(frame, part)


def _inner(
    frame: _Frame, owner: ClassRef, node: _FunctionNode, given: Mapping[str, Refs]
) -> _Frame:
    return _Frame(
        world=frame.world,
        cls=frame.cls,
        owner=owner,
        node=node,
        registered=frame.registered,
        given=given,
        depth=frame.depth + 1,
    )


def _returned(frame: _Frame, node: _FunctionNode) -> Iterator[ClassRef]:
    for each in ast.walk(node):
        if isinstance(each, ast.Return) and each.value is not None:
            yield from _made(frame, each.value)


def _architectures(call: ast.Call) -> tuple[str, ...]:
    return tuple(
        node.value
        for keyword in call.keywords
        if keyword.arg == "architectures"
        for node in ast.walk(keyword.value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _meant(frame: _Frame, node: ast.expr) -> Refs:
    """The classes that an expression may stand for."""
    match node:
        case ast.BoolOp() | ast.IfExp():
            return _once(ref for part in _parts(node) for ref in _meant(frame, part))
        case ast.Name(id=name) if name in frame.given:
            return frame.given[name]
        case ast.Name(id=name):
            values = [*_defaults(frame.node, name), *_locals(frame.node, name)]
            parts = [ref for value in values for ref in _plain(frame.world, frame.owner, value)]
            return _once(parts) if values else _plain(frame.world, frame.owner, node)
        case ast.Attribute(attr=name) if _is_own(node):
            return _of_class(frame.world, frame.cls, name)
        case _:
            return _plain(frame.world, frame.owner, node)


def _defaults(node: _FunctionNode, name: str) -> Iterator[ast.expr]:
    spec = node.args
    places = [*spec.posonlyargs, *spec.args]
    pairs = [
        *zip(reversed(places), reversed(spec.defaults), strict=False),
        *zip(spec.kwonlyargs, spec.kw_defaults, strict=True),
    ]
    yield from (value for argument, value in pairs if argument.arg == name and value is not None)


def _locals(node: _FunctionNode, name: str) -> Iterator[ast.expr]:
    for each in ast.walk(node):
        if isinstance(each, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in each.targets
        ):
            yield from getattr(each.value, "values", [each.value])


def _of_class(world: World, cls: ClassRef, name: str) -> Refs:
    """What a class, or a base of it, has under a name in its body."""
    for owner in line_of(world, cls).classes:
        entry = world.class_index(owner).get(name) if isinstance(owner, ClassRef) else None
        if isinstance(owner, ClassRef) and isinstance(entry, Attribute):
            tree = parse_expression(entry.value) if entry.value else None
            return _plain(world, owner, tree) if tree is not None else ()
    return ()


def _plain(world: World, owner: ClassRef, node: ast.expr) -> Refs:
    if not isinstance(node, (ast.Name, ast.Attribute)):
        return ()
    value = Scope(world, owner.module, owner).expression(node)
    return (value,) if isinstance(value, ClassRef) else ()


def _last(node: ast.expr) -> str:
    return str(getattr(node, "attr", "") or getattr(node, "id", ""))


def _once(refs: Iterable[ClassRef]) -> Refs:
    return tuple(dict.fromkeys(refs))
