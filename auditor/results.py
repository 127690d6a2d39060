"""What becomes of a call's result: unpacked, subscripted, dereferenced, awaited."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from .env import Env
from .model import UseForm
from .outcome import Consumed, Consumption
from .run import key_of
from .values import FunctionRef, Result

if TYPE_CHECKING:
    from .run import Run


def note_taken_apart(
    run: Run, node: ast.expr, env: Env, count: int | None, *, item: bool = False
) -> None:
    """Tell an untyped call that its result is unpacked or subscripted on the spot."""
    if isinstance(node, ast.Await):
        node = node.value
    if run.muted or not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    key = key_of(run.use(env, node.func, UseForm.ATTRIBUTE, node.func.attr))
    if key in run.loose:
        run.loose[key] = replace(run.loose[key], unpacked=count, item=item)


def consumed(
    run: Run,
    node: ast.AST,
    env: Env,
    result: Result,
    consumption: Consumption,
    count: int | None = None,
) -> None:
    """Record what becomes of a call's result."""
    function = result.call.function
    if not isinstance(function, FunctionRef):
        return
    outcome = Consumed(
        consumption=consumption,
        count=count,
        function=function,
        given=result.call.given,
        value=result.value,
    )
    edition = run.world.edition_of(function.module)
    run.record(
        env,
        node,
        UseForm.RESULT,
        f"{result.call.text} {consumption}",
        outcome,
        provider=edition.package if edition else "",
    )
