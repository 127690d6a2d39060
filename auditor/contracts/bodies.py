"""What a function's body does with `self`, with `**kwargs`, and how it complains."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeGuard

from drift_audit.auditor.model.contract import Attribute

from .expressions import annotation_text, dotted, last_name, literal_string, text, value_text
from .marks import descend, digest
from .scopes import Routine
from .stubs import is_stub, without_docstring
from .warned import is_warning, message, tells_deprecation

_TAKERS = ("get", "pop", "setdefault")
_REGISTRARS = ("register_buffer", "register_parameter", "register_module", "add_module")


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What one walk over a function's body found; each tuple is in source order."""

    raises: tuple[str, ...]
    keys: tuple[str, ...]
    forwards: tuple[str, ...]
    reads: tuple[str, ...]
    warns: tuple[str, ...]
    binds: tuple[Attribute, ...]
    digest: str
    is_generator: bool
    is_stub: bool


@dataclass(slots=True)
class _Walk:
    """The state of one walk. `depth` counts the nested functions around the current node."""

    function: str
    receiver: str | None
    kwargs: str | None
    depth: int = 0
    is_generator: bool = False
    statements: int = 0
    marks: list[str] = field(default_factory=list)
    raises: dict[str, None] = field(default_factory=dict)
    keys: dict[str, None] = field(default_factory=dict)
    forwards: dict[str, None] = field(default_factory=dict)
    reads: dict[str, None] = field(default_factory=dict)
    warns: dict[str, None] = field(default_factory=dict)
    binds: list[Attribute] = field(default_factory=list)
    placed: set[int] = field(default_factory=set)


def read_body(node: Routine, *, receiver: str | None) -> Body:
    """Walk a function's body once; `receiver` is the name of its `self` or `cls`."""
    kwargs = None if node.args.kwarg is None else node.args.kwarg.arg
    walk = _Walk(function=node.name, receiver=receiver, kwargs=kwargs)
    body = without_docstring(node.body)
    _visit(walk, body)
    return Body(
        raises=tuple(walk.raises),
        keys=tuple(walk.keys),
        forwards=tuple(walk.forwards),
        reads=tuple(walk.reads),
        warns=tuple(walk.warns),
        binds=tuple(walk.binds),
        digest=digest(walk.marks) if walk.statements > 1 else "",
        is_generator=walk.is_generator,
        is_stub=is_stub(body),
    )


def _visit(walk: _Walk, body: list[ast.stmt]) -> None:
    """Visit all nodes in source order, without recursion: bodies nest deeper than the stack."""
    pending: list[ast.AST | None] = [*reversed(body)]
    while pending:
        node = pending.pop()
        if node is None:
            walk.depth -= 1
            continue
        kind = node.__class__
        handler = _HANDLERS.get(kind)
        if handler is not None:
            handler(walk, node)
            if kind in _SCOPES:
                walk.depth += 1
                pending.append(None)
        if isinstance(node, ast.stmt):
            walk.statements += 1
        descend(node, own=walk.function, pending=pending, marks=walk.marks)


def _on_attribute(walk: _Walk, node: ast.AST) -> None:
    assert isinstance(node, ast.Attribute)
    if not _is_on_receiver(node, walk):
        return
    if isinstance(node.ctx, ast.Load):
        walk.reads[node.attr] = None
    elif isinstance(node.ctx, ast.Store) and id(node) not in walk.placed:
        _bind(walk, node.attr, node.lineno, None, None)


def _on_assign(walk: _Walk, node: ast.AST) -> None:
    assert isinstance(node, ast.Assign)
    for target in node.targets:
        _place(walk, target, node.value)


def _place(walk: _Walk, target: ast.expr, value: ast.expr | None) -> None:
    """Note `self.x = value`, through unpacking."""
    match target:
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == walk.receiver:
            walk.placed.add(id(target))
            _bind(walk, attr, target.lineno, value, None)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            parts: list[ast.expr | None] = [None] * len(elements)
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(elements):
                parts = list(value.elts)
            for element, part in zip(elements, parts, strict=True):
                _place(walk, element, part)
        case _:
            pass


def _is_on_receiver(node: ast.expr, walk: _Walk) -> TypeGuard[ast.Attribute]:
    """Whether an expression is `self.x`."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return False
    return node.value.id == walk.receiver


def _on_annotated(walk: _Walk, node: ast.AST) -> None:
    assert isinstance(node, ast.AnnAssign)
    target = node.target
    if _is_on_receiver(target, walk):
        walk.placed.add(id(target))
        _bind(walk, target.attr, node.lineno, node.value, node.annotation)


def _on_augmented(walk: _Walk, node: ast.AST) -> None:
    assert isinstance(node, ast.AugAssign)
    target = node.target
    if _is_on_receiver(target, walk):
        walk.placed.add(id(target))
        walk.reads[target.attr] = None


def _bind(
    walk: _Walk, name: str, line: int, value: ast.expr | None, annotation: ast.expr | None
) -> None:
    walk.binds.append(
        Attribute(
            name=name,
            line=line,
            annotation=None if annotation is None else annotation_text(annotation),
            value=None if value is None else value_text(value),
            bound_in=walk.function,
        )
    )


def _on_call(walk: _Walk, node: ast.AST) -> None:
    assert isinstance(node, ast.Call)
    func = node.func
    if walk.kwargs is not None:
        _kwargs_call(walk, node, walk.kwargs)
    if isinstance(func, ast.Attribute):
        if func.attr in _REGISTRARS:
            _registered(walk, node, func)
        elif func.attr == "__setattr__":
            _set_by_name(walk, node)
    elif isinstance(func, ast.Name) and func.id in ("getattr", "setattr"):
        _set_by_name(walk, node)
    if is_warning(node):
        said = message(node)
        if tells_deprecation(said):
            walk.warns[said] = None


def _kwargs_call(walk: _Walk, node: ast.Call, kwargs: str) -> None:
    func = node.func
    for named in node.keywords:
        if named.arg is None and isinstance(named.value, ast.Name) and named.value.id == kwargs:
            walk.forwards[text(func)] = None
    if not isinstance(func, ast.Attribute) or func.attr not in _TAKERS or not node.args:
        return
    key = literal_string(node.args[0])
    if key is not None and dotted(func.value) == kwargs:
        walk.keys[key] = None


def _registered(walk: _Walk, node: ast.Call, func: ast.Attribute) -> None:
    """`self.register_buffer("x", value)` and its kin bind `self.x`."""
    if not _is_on_receiver(func, walk) or not node.args:
        return
    name = literal_string(node.args[0])
    if name is not None:
        _bind(walk, name, node.lineno, node.args[1] if len(node.args) > 1 else None, None)


def _set_by_name(walk: _Walk, node: ast.Call) -> None:
    """`getattr(self, "x")` reads; `setattr(self, "x", v)` and `object.__setattr__` bind."""
    match node.args:
        case [ast.Name(id=name), ast.Constant(value=str() as attr), *rest]:
            if name != walk.receiver:
                return
            if last_name(node.func) == "getattr":
                walk.reads[attr] = None
            else:
                _bind(walk, attr, node.lineno, rest[0] if rest else None, None)
        case _:
            pass


def _on_subscript(walk: _Walk, node: ast.AST) -> None:
    assert isinstance(node, ast.Subscript)
    if walk.kwargs is not None and isinstance(node.value, ast.Name):
        key = literal_string(node.slice)
        takes = not isinstance(node.ctx, ast.Store)
        if node.value.id == walk.kwargs and key is not None and takes:
            walk.keys[key] = None


def _on_compare(walk: _Walk, node: ast.AST) -> None:
    assert isinstance(node, ast.Compare)
    match node:
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]):
            key = literal_string(node.left)
            if walk.kwargs == name and key is not None:
                walk.keys[key] = None
        case _:
            pass


def _on_raise(walk: _Walk, node: ast.AST) -> None:
    assert isinstance(node, ast.Raise)
    if walk.depth == 0 and node.exc is not None:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        name = dotted(raised)
        if name is not None and (isinstance(node.exc, ast.Call) or name[0].isupper()):
            walk.raises[name] = None


def _on_assert(walk: _Walk, node: ast.AST) -> None:
    assert isinstance(node, ast.Assert)
    if walk.depth == 0:
        walk.raises["AssertionError"] = None


def _on_yield(walk: _Walk, node: ast.AST) -> None:
    assert isinstance(node, (ast.Yield, ast.YieldFrom))
    if walk.depth == 0:
        walk.is_generator = True


def _on_scope(walk: _Walk, node: ast.AST) -> None:
    """A nested scope: its returns, raises and yields are its own."""


_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_HANDLERS: dict[type[ast.AST], Callable[[_Walk, ast.AST], None]] = {
    ast.Attribute: _on_attribute,
    ast.Assign: _on_assign,
    ast.AnnAssign: _on_annotated,
    ast.AugAssign: _on_augmented,
    ast.Call: _on_call,
    ast.Subscript: _on_subscript,
    ast.Compare: _on_compare,
    ast.Raise: _on_raise,
    ast.Assert: _on_assert,
    ast.Yield: _on_yield,
    ast.YieldFrom: _on_yield,
    **dict.fromkeys(_SCOPES, _on_scope),
}
