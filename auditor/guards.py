"""Tests that the consumer makes before a use: what they come to."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from packaging.version import Version

from .constructors import signature_of
from .env import Env
from .evaluate import evaluate
from .gates import note_test
from .members import member_of
from .outcome import Gone, Signature, Target
from .text import text_of
from .values import (
    ClassRef,
    FunctionRef,
    Instance,
    Known,
    Lost,
    ModuleRef,
    Nothing,
    OwnClass,
    OwnFunction,
    Row,
    Several,
    Unknown,
    Value,
    bare,
    options,
)

if TYPE_CHECKING:
    from .run import Run

_SHORTEST = 5
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def truth(run: Run, node: ast.expr, env: Env) -> bool | None:
    """What a test comes to in this world; None when it cannot be told."""
    run.muted += 1
    try:
        return _truth(run, node, env)
    finally:
        run.muted -= 1


def _truth(run: Run, node: ast.expr, env: Env) -> bool | None:
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _truth(run, operand, env)
            return None if inner is None else not inner
        case ast.BoolOp(op=op, values=parts):
            return _both(run, parts, env, every=isinstance(op, ast.And))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _comparison(run, left, op, right, env)
        case ast.Call(func=ast.Name(id="hasattr"), args=[receiver, ast.Constant(value=str(name))]):
            return _has(run, receiver, name, env)
        case _:
            return _plain(run, node, env)


def _both(run: Run, parts: list[ast.expr], env: Env, *, every: bool) -> bool | None:
    found = [_truth(run, part, env) for part in parts]
    if every:
        return False if False in found else (None if None in found else True)
    return True if True in found else (None if None in found else False)


def _plain(run: Run, node: ast.expr, env: Env) -> bool | None:
    if isinstance(node, ast.Compare) or typing_only(node):
        return None
    value = bare(evaluate(run, node, env))
    match value:
        case Known(value=known) if not isinstance(known, Version):
            return bool(known)
        case Nothing():
            return False
        case ModuleRef() | ClassRef() | FunctionRef() | OwnClass() | OwnFunction():
            return True
        case _:
            return None


def _comparison(run: Run, left: ast.expr, op: ast.cmpop, right: ast.expr, env: Env) -> bool | None:
    one, other = bare(evaluate(run, left, env)), bare(evaluate(run, right, env))
    if isinstance(op, (ast.Is, ast.IsNot)) and isinstance(other, Nothing):
        is_none = _is_none(one)
        return None if is_none is None else is_none is isinstance(op, ast.Is)
    if isinstance(op, (ast.In, ast.NotIn)):
        asked = _asks_for_parameter(run, one, right, env)
        return None if asked is None else asked is isinstance(op, ast.In)
    if type(op) in _COMPARE:
        return _compare(_plain_value(one), op, _plain_value(other))
    return None


def _plain_value(value: Value) -> object:
    """A literal, or a tuple of literals; None for anything else."""
    match value:
        case Known(value=known):
            return known
        case Row(items=items) if all(isinstance(item, Known) for item in items):
            return tuple(item.value for item in items if isinstance(item, Known))
        case _:
            return None


def _compare(one: object, op: ast.cmpop, other: object) -> bool | None:
    if one is None or other is None or isinstance(one, Version) != isinstance(other, Version):
        return None
    try:
        return bool(_COMPARE[type(op)](one, other))
    except TypeError:
        return None


def _is_none(value: Value) -> bool | None:
    match value:
        case Nothing():
            return True
        case Several() | Unknown() | Lost():
            return None
        case _:
            return False


def _has(run: Run, receiver: ast.expr, name: str, env: Env) -> bool | None:
    """`hasattr(receiver, name)` where the receiver is a provider's."""
    verdicts = {_choice_has(run, each, name) for each in options(evaluate(run, receiver, env))}
    return verdicts.pop() if len(verdicts) == 1 else None


def _choice_has(run: Run, owner: Value, name: str) -> bool | None:
    if isinstance(owner, Instance) and isinstance(owner.cls, OwnClass):
        return None
    found = member_of(run, owner, name)
    if isinstance(found, Target):
        return True
    return False if isinstance(found, Gone) and not found.outside else None


def _asks_for_parameter(run: Run, name: Value, right: ast.expr, env: Env) -> bool | None:
    """`"x" in inspect.signature(f).parameters`."""
    if not (isinstance(name, Known) and isinstance(name.value, str)):
        return None
    call = right.value if isinstance(right, ast.Attribute) else right
    if isinstance(right, ast.Attribute) and right.attr != "parameters":
        return None
    if not (isinstance(call, ast.Call) and call.args):
        return None
    if not text_of(call.func).endswith(("signature", "getfullargspec")):
        return None
    signature = signature_of(run.world, bare(evaluate(run, call.args[0], env)))
    if not isinstance(signature, Signature):
        return None
    return any(p.name == name.value for p in signature.parameters)


def typing_only(node: ast.expr) -> bool:
    """`TYPE_CHECKING`, however it is reached."""
    return text_of(node).rpartition(".")[2] == "TYPE_CHECKING"


def settled(run: Run, node: ast.expr, env: Env) -> ast.expr:
    """The branch of a conditional expression that runs in this world; as it is if none is told."""
    while isinstance(node, ast.IfExp) and (verdict := truth(run, node.test, env)) is not None:
        note_test(run, node, env)
        node = node.body if verdict else node.orelse
    return node


def unread_version(run: Run, node: ast.expr) -> bool:
    """Whether the test is about a provider's version, in a way that was not understood."""
    text = text_of(node).lower()
    return "version" in text or any(
        f"{package}_" in text and any(c.isdigit() for c in text) for package in run.world.editions
    )
