"""The consumer's functions: their frames, their parameters, what they give back."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .annotations import of_type
from .env import Env
from .evaluate import evaluate
from .values import (
    NOT_TOLD,
    Coroutine,
    Instance,
    Items,
    Nothing,
    OwnFunction,
    Unknown,
    Value,
    join,
)
from .walk import walk

if TYPE_CHECKING:
    from .run import Run


def walk_function(run: Run, function: OwnFunction, outer: Env) -> Value:
    """Walk the body once; the value is what it returns."""
    node = function.node
    if function.owner is not None and outer.cls is function.owner and outer.function is None:
        outer = outer.outer or outer
    env = frame(run, function, outer)
    if isinstance(node, ast.Lambda):
        return evaluate(run, node.body, env)
    walk(run, node.body, env)
    value = _declared(run, node, outer)
    if value is None:
        value = join(env.returned) if env.returned else Nothing()
        if _yields(function):
            return Items(NOT_TOLD)
    if isinstance(node, ast.AsyncFunctionDef):
        return Coroutine(value)
    return value


def frame(run: Run, function: OwnFunction, outer: Env) -> Env:
    """A new frame with the parameters bound to what is known of them."""
    node = function.node
    env = Env(
        module=function.module,
        outer=outer,
        cls=function.owner or outer.cls,
        function=function,
        qualname=function.qualname,
        shelter=outer.shelter,
    )
    args = node.args
    for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs):
        env.names[arg.arg] = _parameter(run, arg, outer)
    if args.vararg:
        env.names[args.vararg.arg] = Items(NOT_TOLD)
    if args.kwarg:
        env.names[args.kwarg.arg] = Unknown("keywords handed on", path=args.kwarg.arg)
    _bind_self(function, env)
    return env


def _bind_self(function: OwnFunction, env: Env) -> None:
    node = function.node
    first = next(iter((*node.args.posonlyargs, *node.args.args)), None)
    if function.owner is None or first is None or isinstance(node, ast.Lambda):
        return
    decorators = {ast.unparse(d) for d in node.decorator_list}
    if "staticmethod" in decorators:
        return
    is_class = "classmethod" in decorators or node.name in ("__new__", "__init_subclass__")
    env.names[first.arg] = function.owner if is_class else Instance(function.owner)


def _parameter(run: Run, arg: ast.arg, outer: Env) -> Value:
    if arg.annotation is None:
        return Unknown("a parameter without a type", path=arg.arg)
    value = of_type(run, arg.annotation, outer)
    if isinstance(value, Unknown):
        return Unknown(value.reason, value.derived, value.gates, arg.arg)
    return value


def _declared(run: Run, node: ast.FunctionDef | ast.AsyncFunctionDef, outer: Env) -> Value | None:
    if node.returns is None:
        return None
    value = of_type(run, node.returns, outer)
    return None if isinstance(value, Unknown) else value


def _yields(function: OwnFunction) -> bool:
    node = function.node
    lines = function.module.all_lines()[node.lineno - 1 : node.end_lineno]
    return any("yield" in line for line in lines) and any(
        isinstance(child, (ast.Yield, ast.YieldFrom)) for child in ast.walk(node)
    )
