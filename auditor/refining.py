"""What the consumer's tests tell of what they ask about, on the branch that they lead to."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from .env import Env
from .evaluate import evaluate_quietly
from .text import text_of
from .values import (
    ClassRef,
    Foreign,
    ForeignInstance,
    FunctionRef,
    Instance,
    Items,
    Nothing,
    OwnClass,
    Row,
    Several,
    Value,
    bare,
    join,
    options,
)

if TYPE_CHECKING:
    from .run import Run

_SHORTEST = 5


def narrow(run: Run, node: ast.expr, env: Env, *, positive: bool) -> None:
    """Let the branch know what the test has told."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            narrow(run, operand, env, positive=not positive)
        case ast.BoolOp(op=op, values=parts) if isinstance(op, ast.And) is positive:
            for part in parts:
                narrow(run, part, env, positive=positive)
        case ast.Call():
            _passed(run, node, env) if positive else _failed(run, node, env)
        case ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=None)]):
            if isinstance(op, (ast.Is, ast.IsNot)):
                _none(run, left, env, is_none=isinstance(op, ast.Is) is positive)
        case (ast.Name() | ast.Attribute() as subject) | ast.NamedExpr(target=subject):
            _none(run, subject, env, is_none=not positive, exact=positive)
        case _:
            pass


def _passed(run: Run, node: ast.Call, env: Env) -> None:
    """What a call that came out true has told."""
    match node:
        case ast.Call(func=ast.Name(id="hasattr"), args=[receiver, ast.Constant(value=str(name))]):
            _asked(env, text_of(receiver), name)
        case ast.Call(func=ast.Name(id="isinstance"), args=[subject, classes]):
            _instance_of(run, subject, classes, env)
        case ast.Call(args=[subject, *_]):
            _gate(run, node, subject, env)
        case _:
            pass


def _failed(run: Run, node: ast.Call, env: Env) -> None:
    """A receiver that lacks a member which a provider's classes have is of another release."""
    match node:
        case ast.Call(func=ast.Name(id="hasattr"), args=[receiver, ast.Constant(value=str(name))]):
            if any(name in edition.store.methods() for edition in run.world.editions.values()):
                env.shelter = replace(
                    env.shelter, lacking=env.shelter.lacking | {text_of(receiver)}
                )
        case _:
            pass


def _asked(env: Env, receiver: str, name: str) -> None:
    env.shelter = replace(env.shelter, asked=env.shelter.asked | {(receiver, name)})


def _none(run: Run, node: ast.expr, env: Env, *, is_none: bool, exact: bool = True) -> None:
    """`x is None`: the rest of the options go, or `None` does."""
    inner = evaluate_quietly(run, node, env)
    if not isinstance(inner, Several) or not exact:
        return
    kept = [o for o in inner.options if isinstance(o, Nothing) is is_none]
    if kept:
        env.paths[text_of(node)] = join(kept)


def _instance_of(run: Run, subject: ast.expr, classes: ast.expr, env: Env) -> None:
    value = evaluate_quietly(run, classes, env)
    before = evaluate_quietly(run, subject, env)
    parts = value.items if isinstance(value, Row) else options(value)
    known: list[Value] = []
    for part in map(bare, parts):
        if isinstance(part, (ClassRef, OwnClass)):
            known.append(Instance(part))
        elif isinstance(part, Foreign):
            known.append(ForeignInstance(part.name))
    if known and len(known) == len(parts) and not isinstance(before, (Instance, Items)):
        env.paths[text_of(subject)] = join(known)


def _gate(run: Run, node: ast.Call, subject: ast.expr, env: Env) -> None:
    """`supports_x(model)`: a provider's predicate that asks for a protocol or base class."""
    function = evaluate_quietly(run, node.func, env)
    if not isinstance(function, FunctionRef):
        return
    names = frozenset(
        part
        for way in function.facts.exits
        for part in _identifiers(way.text)
        if part[:1].isupper() and len(part) >= _SHORTEST and _is_class(run, function.module, part)
    ) or _guarded_type(run, function)
    if names:
        path = text_of(subject)
        env.gates[path] = env.gates.get(path, frozenset()) | names


def _guarded_type(run: Run, function: FunctionRef) -> frozenset[str]:
    """`-> TypeIs[X]` says it as well."""
    return frozenset(
        part
        for part in _identifiers(function.facts.returns or "")
        if _is_class(run, function.module, part)
    )


def _identifiers(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", text))


def _is_class(run: Run, module: str, name: str) -> bool:
    return isinstance(run.world.member(module, name), ClassRef)
