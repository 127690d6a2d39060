"""What assignments, loops and `with` bind, and what iterating gives."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .classes import Member, class_member, member_value
from .env import Env
from .evaluate import evaluate, evaluate_quietly, evaluate_result
from .model import Function
from .outcome import Consumption
from .results import consumed
from .scope import returned
from .text import text_of
from .values import (
    NOT_TOLD,
    FunctionRef,
    Instance,
    Items,
    OwnClass,
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


def bind_target(run: Run, target: ast.expr, value: Value, env: Env) -> None:
    """Bind what an assignment, a loop or a `with` binds."""
    match target:
        case ast.Name(id=name):
            if name in env.globals:
                run.envs[env.module.name].put(name, value)
            env.put(name, value)
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            _unpack(run, target, elts, value, env)
        case ast.Attribute(value=owner_node, attr=attr):
            path = text_of(target)
            env.paths[path] = value
            env.gates.pop(path, None)
            _put_attribute(run, evaluate(run, owner_node, env), attr, value)
        case ast.Subscript(value=owner_node, slice=index):
            from .strings import environment

            owner = evaluate(run, owner_node, env)
            environment(run, target, owner, evaluate(run, index, env), env)
        case ast.Starred(value=inner):
            bind_target(run, inner, Items(item_of(value)), env)
        case _:
            pass


def _put_attribute(run: Run, owner: Value, attr: str, value: Value) -> None:
    """An attribute of the consumer's own objects, or one that it sets on somebody else's."""
    others = False
    for choice in options(owner):
        if isinstance(choice, Instance) and isinstance(choice.cls, OwnClass):
            run.put_attribute(choice.cls, attr, value)
        else:
            others = True
    if others and not run.muted:
        run.assigned_anywhere.add(attr)


def _unpack(run: Run, target: ast.expr, elts: list[ast.expr], value: Value, env: Env) -> None:
    starred = any(isinstance(e, ast.Starred) for e in elts)
    if isinstance(value, Result):
        consumed(run, target, env, value, Consumption.UNPACK, None if starred else len(elts))
    inner = bare(value)
    exact = isinstance(inner, Row) and not starred and len(inner.items) == len(elts)
    for position, element in enumerate(elts):
        part = inner.items[position] if exact and isinstance(inner, Row) else item_of(inner)
        if isinstance(element, ast.Starred):
            bind_target(run, element.value, Items(NOT_TOLD), env)
        else:
            bind_target(run, element, part, env)


def count_of(target: ast.Tuple | ast.List) -> int | None:
    """How many names are bound; None with a star among them."""
    starred = any(isinstance(e, ast.Starred) for e in target.elts)
    return None if starred else len(target.elts)


def item_of(value: Value) -> Value:
    """What iterating gives."""
    found: list[Value] = []
    for choice in options(value):
        match choice:
            case Items(item=item):
                found.append(item)
            case Row(items=items):
                found += items
            case Unknown(derived=derived):
                found.append(Unknown("an item of something untyped", derived))
            case _:
                found.append(NOT_TOLD)
    return join(found)


def iterated(run: Run, node: ast.expr, env: Env) -> Value:
    """The items of an iterable expression."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        of_table = node.func.attr in ("values", "items")
        owner = evaluate_quietly(run, node.func.value, env) if of_table else None
        if isinstance(owner, Table):
            evaluate(run, node, env)
            return owner.value if node.func.attr == "values" else Row((NOT_TOLD, owner.value))
    value = evaluate(run, node, env)
    if isinstance(value, Result):
        consumed(run, node, env, value, Consumption.ITERATE)
    return item_of(value)


def note_items_unpacked(
    run: Run, source: ast.expr, target: ast.expr, item: Value, env: Env
) -> None:
    """`for a, b in call():` takes each item of the result apart."""
    if isinstance(target, (ast.Tuple, ast.List)) and isinstance(bare(item), Row):
        result = evaluate_result(run, source, env)
        if isinstance(result, Result):
            each = Result(bare(item), result.call)
            consumed(run, target, env, each, Consumption.UNPACK, count_of(target))


def entered(run: Run, value: Value) -> Value:
    """What `with value as x` binds: `__enter__` by its annotation, else the thing itself."""
    if isinstance(value, Items):
        return value.item
    if not isinstance(value, Instance):
        return value
    for name in ("__enter__", "__aenter__"):
        member = class_member(run.world, value.cls, name)
        if isinstance(member, Member) and isinstance(member.entry, Function):
            method = member_value(run.world, member, bound=True)
            if isinstance(method, FunctionRef):
                given = bare(returned(run.world, method))
                return given if isinstance(given, Instance) else value
    return value
