"""The consumer's annotations, read as types."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .env import Env
from .scope import _MAPPINGS, _SEQUENCES, _THROUGH
from .values import (
    NOT_TOLD,
    ClassRef,
    Data,
    Foreign,
    ForeignInstance,
    Instance,
    Items,
    Lost,
    Nothing,
    OwnClass,
    Row,
    Several,
    Table,
    Unknown,
    Value,
    bare,
    join,
)

if TYPE_CHECKING:
    from .run import Run


def of_type(run: Run, node: ast.expr, env: Env) -> Value:
    """An object of the type; uses inside the annotation count as names only."""
    match node:
        case ast.Constant(value=None):
            return Nothing()
        case ast.Constant(value=str(text)):
            try:
                return of_type(run, ast.parse(text.strip(), mode="eval").body, env)
            except (SyntaxError, ValueError):
                return NOT_TOLD
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return join([of_type(run, left, env), of_type(run, right, env)])
        case ast.Subscript():
            return _generic(run, node, env)
        case ast.Name() | ast.Attribute():
            return _instance(_quietly(run, node, env))
        case _:
            return NOT_TOLD


def _quietly(run: Run, node: ast.expr, env: Env) -> Value:
    from .evaluate import evaluate

    run.muted += 1
    try:
        return evaluate(run, node, env)
    finally:
        run.muted -= 1


def _instance(value: Value) -> Value:
    value = value if isinstance(value, Several) else bare(value)
    match value:
        case ClassRef() | OwnClass():
            return Instance(value)
        case Several(options=options):
            return join([_instance(option) for option in options])
        case Foreign(name=name):
            return ForeignInstance(name)
        case Lost(name=name):
            return value
        case Data() | Unknown():
            return NOT_TOLD
        case _:
            return NOT_TOLD


def _generic(run: Run, node: ast.Subscript, env: Env) -> Value:
    head = ast.unparse(node.value).rpartition(".")[2]
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if head in ("Optional", "Union"):
        inner = [of_type(run, part, env) for part in parts]
        return join([*inner, Nothing()] if head == "Optional" else inner)
    if head in _THROUGH:
        return of_type(run, parts[0], env)
    if head in _SEQUENCES:
        return Items(of_type(run, parts[0], env))
    if head in ("tuple", "Tuple"):
        if len(parts) == 2 and isinstance(parts[1], ast.Constant) and parts[1].value is ...:
            return Items(of_type(run, parts[0], env))
        return Row(tuple(of_type(run, part, env) for part in parts))
    if head in _MAPPINGS:
        return Table(of_type(run, parts[-1], env))
    if head in ("type", "Type"):
        inner_type = of_type(run, parts[0], env)
        return inner_type.cls if isinstance(inner_type, Instance) else NOT_TOLD
    return of_type(run, node.value, env)
