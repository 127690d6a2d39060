"""What an expression of the consumer is; uses met on the way are recorded."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from .env import Env
from .members import read
from .outcome import Consumption
from .results import consumed, note_taken_apart
from .text import text_of
from .values import (
    NOT_TOLD,
    ClassRef,
    Coroutine,
    Foreign,
    Items,
    Known,
    Nothing,
    OwnClass,
    OwnFunction,
    Result,
    Row,
    Table,
    Unknown,
    Value,
    bare,
    join,
    options,
)

if TYPE_CHECKING:
    from .run import Run


def evaluate(run: Run, node: ast.expr, env: Env) -> Value:
    """The value of an expression."""
    handler = _HANDLERS.get(type(node))
    if handler is not None:
        return handler(run, node, env)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            evaluate(run, child, env)
    return NOT_TOLD


def evaluate_quietly(run: Run, node: ast.expr, env: Env) -> Value:
    """Evaluate without recording."""
    return bare(evaluate_result(run, node, env))


def evaluate_result(run: Run, node: ast.expr, env: Env) -> Value:
    """Evaluate without recording, keeping the note of which call gave it."""
    run.muted += 1
    try:
        return evaluate(run, node, env)
    finally:
        run.muted -= 1


def _constant(run: Run, node: ast.Constant, env: Env) -> Value:
    if node.value is None:
        return Nothing()
    if isinstance(node.value, str) and "." in node.value:
        from .strings import dotted_string

        dotted_string(run, node, env)
    return Known(node.value)


def _name(run: Run, node: ast.Name, env: Env) -> Value:
    found = env.get(node.id)
    if found is None:
        return Foreign(node.id)
    narrowed = env.paths.get(node.id)
    if narrowed is not None:
        return narrowed
    if isinstance(found, Unknown):
        return _tested(env, found, node.id)
    return found


def _attribute(run: Run, node: ast.Attribute, env: Env) -> Value:
    owner = evaluate(run, node.value, env)
    path = text_of(node) if _is_path(node) else ""
    value = read(run, owner, node, env, path)
    narrowed = env.paths.get(path) if path else None
    if narrowed is not None:
        return narrowed
    if isinstance(value, Unknown) and path:
        return _tested(env, value, path)
    return value


def _tested(env: Env, value: Unknown, path: str) -> Unknown:
    """An untyped value with what tests on the way here have told of it."""
    gates = env.gates.get(path)
    passed = gates is not None
    return Unknown(value.reason, value.derived, gates or value.gates, value.path or path, passed)


def _is_path(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _subscript(run: Run, node: ast.Subscript, env: Env) -> Value:
    owner = evaluate(run, node.value, env)
    index = evaluate(run, node.slice, env)
    if isinstance(node.ctx, ast.Load):
        note_taken_apart(run, node.value, env, None, item=True)
    if isinstance(owner, Result) and isinstance(node.ctx, ast.Load):
        consumed(run, node, env, owner, Consumption.ITEM)
    from .strings import environment

    environment(run, node, owner, index, env)
    sliced = isinstance(node.slice, ast.Slice)
    found = [_item(choice, index, sliced=sliced) for choice in options(owner)]
    return join([value for value in found if value is not None])


def _item(owner: Value, index: Value, *, sliced: bool) -> Value | None:
    """`owner[index]`; None where nothing can be said."""
    match owner:
        case Items(item=item):
            return owner if sliced else item
        case Row(items=items) if isinstance(index, Known) and isinstance(index.value, int):
            inside = -len(items) <= index.value < len(items)
            return items[index.value] if inside else None
        case Table(value=value):
            return value
        case Unknown(derived=derived):
            return Unknown("an item of something untyped", derived)
        case ClassRef() | Foreign():
            return owner
        case _:
            return None


def _named(run: Run, node: ast.NamedExpr, env: Env) -> Value:
    value = evaluate(run, node.value, env)
    env.put(node.target.id, value)
    return value


def _conditional(run: Run, node: ast.IfExp, env: Env) -> Value:
    from .gates import note_test
    from .guards import truth
    from .refining import narrow

    note_test(run, node, env)
    verdict = truth(run, node.test, env)
    evaluate(run, node.test, env)
    found: list[Value] = []
    if verdict is not False:
        inner = env.branch()
        narrow(run, node.test, inner, positive=True)
        found.append(evaluate(run, node.body, inner))
    if verdict is not True:
        inner = env.branch()
        narrow(run, node.test, inner, positive=False)
        found.append(evaluate(run, node.orelse, inner))
    return join(found)


def _boolean(run: Run, node: ast.BoolOp, env: Env) -> Value:
    from .guards import truth
    from .refining import narrow

    inner = env.branch()
    found: list[Value] = []
    positive = isinstance(node.op, ast.And)
    for part in node.values:
        found.append(evaluate(run, part, inner))
        if truth(run, part, inner) is (not positive):
            break
        narrow(run, part, inner, positive=positive)
    verdict = truth(run, node, env)
    if verdict is not None and all(isinstance(bare(value), Known) for value in found):
        return Known(verdict)
    return join(found)


def _awaited(run: Run, node: ast.Await, env: Env) -> Value:
    run.awaited.add(id(node.value))
    value = evaluate(run, node.value, env)
    if isinstance(value, Result):
        consumed(run, node, env, value, Consumption.AWAIT)
    inner = bare(value)
    if isinstance(inner, Coroutine):
        return Result(inner.value, value.call) if isinstance(value, Result) else inner.value
    return value


def _lambda(run: Run, node: ast.Lambda, env: Env) -> Value:
    function = OwnFunction(env.module, f"{env.qualname}.<lambda>", node)
    run.queue.append((function, env))
    return function


def _sequence(run: Run, node: ast.Tuple | ast.List | ast.Set, env: Env) -> Value:
    values = tuple(evaluate(run, element, env) for element in node.elts)
    if isinstance(node, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in node.elts):
        return Row(values)
    return Items(join(list(values)) if values else NOT_TOLD)


def _mapping(run: Run, node: ast.Dict, env: Env) -> Value:
    for key in node.keys:
        if key is not None:
            evaluate(run, key, env)
    values = [evaluate(run, value, env) for value in node.values]
    return Table(join(values) if values else NOT_TOLD)


def _comprehension(
    run: Run, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, env: Env
) -> Value:
    from .refining import narrow
    from .targets import bind_target, iterated

    inner = env.branch()
    for generator in node.generators:
        item = iterated(run, generator.iter, inner)
        bind_target(run, generator.target, item, inner)
        for test in generator.ifs:
            evaluate(run, test, inner)
            narrow(run, test, inner, positive=True)
    if isinstance(node, ast.DictComp):
        evaluate(run, node.key, inner)
        return Table(evaluate(run, node.value, inner))
    return Items(evaluate(run, node.elt, inner))


def _test(run: Run, node: ast.Compare | ast.UnaryOp, env: Env) -> Value:
    """A comparison or a negation: its truth, where it can be told."""
    from .guards import truth

    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            evaluate(run, child, env)
    if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        return NOT_TOLD
    verdict = truth(run, node, env)
    return NOT_TOLD if verdict is None else Known(verdict)


def _binary(run: Run, node: ast.BinOp, env: Env) -> Value:
    left, right = evaluate(run, node.left, env), evaluate(run, node.right, env)
    if isinstance(node.op, ast.Mult) and isinstance(bare(left), Items):
        return left
    if isinstance(node.op, ast.BitOr) and (
        isinstance(bare(left), (ClassRef, OwnClass))
        or isinstance(bare(right), (ClassRef, OwnClass))
    ):
        return join([left, right])
    return NOT_TOLD


def _call(run: Run, node: ast.Call, env: Env) -> Value:
    from .calls import call

    return call(run, node, env)


Handler: TypeAlias = Callable[["Run", Any, Env], Value]
_HANDLERS: dict[type[ast.expr], Handler] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.NamedExpr: _named,
    ast.IfExp: _conditional,
    ast.BoolOp: _boolean,
    ast.Await: _awaited,
    ast.Lambda: _lambda,
    ast.Tuple: _sequence,
    ast.List: _sequence,
    ast.Set: _sequence,
    ast.Dict: _mapping,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.BinOp: _binary,
    ast.Compare: _test,
    ast.UnaryOp: _test,
    ast.Call: _call,
}
