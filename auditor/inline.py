"""Calls into the consumer's own code that literal arguments steer: version tests, mostly."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from packaging.version import InvalidVersion, Version

from .env import Env
from .evaluate import evaluate, evaluate_quietly
from .functions import frame
from .values import Known, Nothing, OwnFunction, Value, bare, options
from .walk import walk

if TYPE_CHECKING:
    from .run import AnyFunctionNode, Run

_LONGEST = 60
_DEEPEST = 6


def steered(run: Run, node: ast.Call, function: OwnFunction, env: Env) -> Value | None:
    """The literal that the call gives, where its body leads to exactly one; else None."""
    body = function.node
    if isinstance(body, ast.Lambda) or function.bound or run.muted > _DEEPEST:
        return None
    arguments = [*node.args, *(k.value for k in node.keywords)]
    given = tuple(bare(evaluate_quietly(run, argument, env)) for argument in arguments)
    if not all(isinstance(value, (Known, Nothing)) for value in given):
        return None
    key = (id(body), ast.dump(node), given)
    if key not in run.steered:
        run.steered[key] = None
        run.steered[key] = _follow(run, node, function, body, env)
    return run.steered[key]


def _follow(
    run: Run, node: ast.Call, function: OwnFunction, body: AnyFunctionNode, env: Env
) -> Value | None:
    if (body.end_lineno or 0) - body.lineno > _LONGEST or not _tests_something(body):
        return _by_name(run, node, body.name)
    run.muted += 1
    try:
        inner = frame(run, function, run.home(function))
        _default(run, body, inner, env)
        _fill(run, node, body, inner, env)
        walk(run, body.body, inner)
    finally:
        run.muted -= 1
    found = {bare(option) for value in inner.returned for option in options(value)}
    if len(found) == 1:
        only = found.pop()
        if isinstance(only, Known):
            return only
    return _by_name(run, node, body.name)


def _tests_something(body: AnyFunctionNode) -> bool:
    """Only functions that return a test are worth it."""
    return any(
        isinstance(child, ast.Return) and child.value is not None for child in ast.walk(body)
    ) and not any(isinstance(child, (ast.Yield, ast.Await)) for child in ast.walk(body))


def _default(run: Run, body: AnyFunctionNode, inner: Env, env: Env) -> None:
    args = [*body.args.posonlyargs, *body.args.args]
    for arg, default in zip(
        args[len(args) - len(body.args.defaults) :], body.args.defaults, strict=True
    ):
        inner.names[arg.arg] = evaluate(run, default, env)
    for arg, kw_default in zip(body.args.kwonlyargs, body.args.kw_defaults, strict=True):
        if kw_default is not None:
            inner.names[arg.arg] = evaluate(run, kw_default, env)


def _fill(run: Run, node: ast.Call, body: AnyFunctionNode, inner: Env, env: Env) -> None:
    args = [*body.args.posonlyargs, *body.args.args]
    for arg, given in zip(args, node.args, strict=False):
        if isinstance(given, ast.Starred):
            break
        inner.names[arg.arg] = evaluate(run, given, env)
    for keyword in node.keywords:
        if keyword.arg in inner.names:
            inner.names[keyword.arg] = evaluate(run, keyword.value, env)


def _by_name(run: Run, node: ast.Call, name: str) -> Value | None:
    """`is_vllm_available(min_version="0.28.0")`: the name says who, the keyword the test."""
    provider = next((e for p, e in run.world.editions.items() if p in name.lower()), None)
    if provider is None or provider.version is None:
        return None
    for keyword in node.keywords:
        is_bound = keyword.arg in ("min_version", "max_version")
        if is_bound and isinstance(keyword.value, ast.Constant):
            try:
                bound = Version(str(keyword.value.value))
            except InvalidVersion:
                return None
            is_least = keyword.arg == "min_version"
            return Known(provider.version >= bound if is_least else provider.version <= bound)
    return None
