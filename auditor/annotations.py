"""The consumer's annotations, read as types."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .env import Env
from .evaluate import evaluate_result
from .generics import generic
from .values import (
    NOT_TOLD,
    ClassRef,
    Foreign,
    ForeignInstance,
    Instance,
    Lost,
    Nothing,
    OwnClass,
    Several,
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
            return generic(node, lambda part: of_type(run, part, env), NOT_TOLD)
        case ast.Name() | ast.Attribute():
            return _instance(evaluate_result(run, node, env))
        case _:
            return NOT_TOLD


def _instance(value: Value) -> Value:
    value = value if isinstance(value, Several) else bare(value)
    match value:
        case ClassRef() | OwnClass():
            return Instance(value)
        case Several(options=options):
            return join([_instance(option) for option in options])
        case Foreign(name=name):
            return ForeignInstance(name)
        case Lost():
            return value
        case _:
            return NOT_TOLD
