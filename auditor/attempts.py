"""`try`: what its handlers are ready for, and which of them run in this world."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .env import Env
from .evaluate import evaluate_quietly
from .exceptions import handled, judge_handlers
from .gates import note_attempt
from .imports import is_lost
from .values import NOT_TOLD, ClassRef, Instance, Value

if TYPE_CHECKING:
    from .run import Run


def attempt(run: Run, node: ast.Try, env: Env) -> bool:
    """Walk a `try`: its body under shelter, then the handlers that can run."""
    from .walk import shelter_of, walk

    note_attempt(run, node, env)
    names = {name for handler in node.handlers for name in handled(handler)}
    shelter = shelter_of(names)
    body = env.branch(**_added(env, shelter))
    failed = _walk_body(run, node, body, sheltered=bool(shelter.get("imports")))
    ended = failed is None
    branches: list[Env] = []
    judge_handlers(run, node, body)
    if not failed:
        over = ended or walk(run, node.orelse, body)
        body.shelter = env.shelter
        if not over:
            branches.append(body)
    for handler in node.handlers:
        if not _can_run(node, handler, failed=failed):
            continue
        inner = env.branch(**_fallback(handler))
        if handler.name:
            inner.put(handler.name, _caught(run, handler, env))
        if not walk(run, handler.body, inner):
            inner.shelter = env.shelter
            branches.append(inner)
    if branches:
        env.merge(branches)
    done = walk(run, node.finalbody, env) if node.finalbody else False
    return done or not branches


def _can_run(node: ast.Try, handler: ast.ExceptHandler, *, failed: bool | None) -> bool:
    """Whether a handler runs in this world: one for imports only if an import fails."""
    for_imports = _import_handler(handler)
    if failed is False and for_imports and _only_imports(node):
        return False
    return for_imports or not failed


def _fallback(handler: ast.ExceptHandler) -> dict[str, bool]:
    """A handler of nothing but a failed call or attribute holds the words of another release."""
    last = {name.rpartition(".")[2] for name in handled(handler)}
    if not last <= {"TypeError", "AttributeError"}:
        return {}
    return {"calls": True, "attributes": True}


def _added(env: Env, shelter: dict[str, bool]) -> dict[str, bool]:
    return {key: True for key in shelter if not getattr(env.shelter, key)}


def _caught(run: Run, handler: ast.ExceptHandler, env: Env) -> Value:
    if handler.type is None:
        return NOT_TOLD
    value = evaluate_quietly(run, handler.type, env)
    return Instance(value) if isinstance(value, ClassRef) else NOT_TOLD


def _import_handler(handler: ast.ExceptHandler) -> bool:
    last = {name.rpartition(".")[2] for name in handled(handler)}
    wide = {
        "ImportError",
        "ModuleNotFoundError",
        "Exception",
        "BaseException",
        "",
        "AttributeError",
    }
    return bool(last & wide)


def _only_imports(node: ast.Try) -> bool:
    """Whether a failing import is the one thing that the handlers are for."""
    return any(isinstance(s, (ast.Import, ast.ImportFrom)) for s in node.body)


def _walk_body(run: Run, node: ast.Try, body: Env, *, sheltered: bool) -> bool | None:
    """Walk until an import fails: True then, None when the flow ends, False otherwise."""
    from .walk import walk

    for statement in node.body:
        over = walk(run, [statement], body)
        if sheltered and _fails(run, statement, body):
            return True
        if over:
            return None
    return False


def _fails(run: Run, statement: ast.stmt, env: Env) -> bool:
    """Whether an import in the statement is gone in this world."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return is_lost(run, statement, env)
    return False
