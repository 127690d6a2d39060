"""The consumer's statements, in the order in which they run."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from .annotations import of_type
from .env import Env, Shelter
from .evaluate import evaluate
from .gates import note_test
from .guards import truth, typing_only, unread_version
from .patches import of_assignment
from .refining import narrow
from .results import note_taken_apart
from .targets import bind_target, count_of, entered, iterated, note_items_unpacked
from .text import text_of
from .values import (
    NOT_TOLD,
    Instance,
    Nothing,
    OwnClass,
    OwnFunction,
    Unknown,
    bare,
)

if TYPE_CHECKING:
    from .run import Run


def walk(run: Run, body: list[ast.stmt], env: Env) -> bool:
    """Walk statements; True when the flow does not come out at the end."""
    for statement in body:
        handler = _HANDLERS.get(type(statement))
        if handler is not None and handler(run, statement, env):
            return True
    return False


def _expression(run: Run, node: ast.Expr, env: Env) -> bool:
    evaluate(run, node.value, env)
    if isinstance(node.value, ast.Call):
        name = text_of(node.value.func)
        return name in ("sys.exit", "exit", "pytest.skip", "os._exit")
    return False


def _assign(run: Run, node: ast.Assign, env: Env) -> bool:
    value = evaluate(run, node.value, env)
    for target in node.targets:
        if isinstance(target, (ast.Tuple, ast.List)):
            note_taken_apart(run, node.value, env, count_of(target))
        of_assignment(run, target, value, env)
        bind_target(run, target, value, env)
    return False


def _annotated(run: Run, node: ast.AnnAssign, env: Env) -> bool:
    declared = of_type(run, node.annotation, env)
    value = evaluate(run, node.value, env) if node.value is not None else None
    if value is None:
        chosen = declared
    else:
        chosen = value if isinstance(declared, Unknown) else declared
        if isinstance(bare(value), Instance):
            chosen = value
    bind_target(run, node.target, chosen, env)
    return False


def _augmented(run: Run, node: ast.AugAssign, env: Env) -> bool:
    evaluate(run, node.value, env)
    if isinstance(node.target, ast.Attribute):
        evaluate(run, node.target.value, env)
    return False


def _if(run: Run, node: ast.If, env: Env) -> bool:
    note_test(run, node, env)
    verdict = truth(run, node.test, env)
    evaluate(run, node.test, env)
    typing = typing_only(node.test)
    unread = verdict is None and unread_version(run, node.test)
    branches: list[Env] = []
    for body, positive in ((node.body, True), (node.orelse, False)):
        if verdict is (not positive):
            continue
        changes: dict[str, bool] = {}
        if unread:
            changes["unread"] = True
        if typing and positive:
            changes["typing"] = True
        inner = env.branch(**changes)
        narrow(run, node.test, inner, positive=positive)
        if not walk(run, body, inner):
            inner.shelter = _unsheltered(inner, env)
            branches.append(inner)
    if not branches:
        return True
    env.merge(branches)
    return False


def _unsheltered(inner: Env, env: Env) -> Shelter:
    shelter = inner.shelter
    return replace(env.shelter, asked=shelter.asked, lacking=shelter.lacking)


def _while(run: Run, node: ast.While, env: Env) -> bool:
    evaluate(run, node.test, env)
    verdict = truth(run, node.test, env)
    if verdict is False:
        return walk(run, node.orelse, env)
    inner = env.branch()
    narrow(run, node.test, inner, positive=True)
    walk(run, node.body, inner)
    env.merge([env.branch(), inner])
    walk(run, node.orelse, env)
    return False


def _for(run: Run, node: ast.For | ast.AsyncFor, env: Env) -> bool:
    item = iterated(run, node.iter, env)
    inner = env.branch()
    note_items_unpacked(run, node.iter, node.target, item, env)
    bind_target(run, node.target, item, inner)
    walk(run, node.body, inner)
    env.merge([env.branch(), inner])
    walk(run, node.orelse, env)
    return False


def _with(run: Run, node: ast.With | ast.AsyncWith, env: Env) -> bool:
    suppressed: set[str] = set()
    for item in node.items:
        value = evaluate(run, item.context_expr, env)
        if isinstance(item.context_expr, ast.Call):
            name = text_of(item.context_expr.func).rpartition(".")[2]
            if name in ("suppress", "raises"):
                suppressed |= {text_of(a) for a in item.context_expr.args}
        if item.optional_vars is not None:
            bind_target(run, item.optional_vars, entered(run, bare(value)), env)
    if not suppressed:
        return walk(run, node.body, env)
    inner = env.branch(**shelter_of(suppressed))
    walk(run, node.body, inner)
    inner.shelter = env.shelter
    env.merge([env.branch(), inner])
    return False


def shelter_of(names: set[str]) -> dict[str, bool]:
    """What a handler of these exceptions shelters."""
    last = {name.rpartition(".")[2] for name in names}
    broad = last & {"Exception", "BaseException", ""}
    found: dict[str, bool] = {}
    if broad or last & {"ImportError", "ModuleNotFoundError"}:
        found["imports"] = True
    if "AttributeError" in last:
        found["attributes"] = True
        found["imports"] = True
    if "TypeError" in last:
        found["calls"] = True
    return found


def _function(run: Run, node: ast.FunctionDef | ast.AsyncFunctionDef, env: Env) -> bool:
    for decorator in node.decorator_list:
        evaluate(run, decorator, env)
    for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
        evaluate(run, default, env)
    qualname = f"{env.qualname}.{node.name}" if env.qualname else node.name
    owner = env.cls if env.cls is not None and env.function is None else None
    function = OwnFunction(env.module, qualname, node, owner)
    env.put(node.name, function)
    if not run.muted:
        home = env.outer if owner is not None and env.outer is not None else env
        run.homes[id(node)] = home
        run.queue.append((function, home))
    return False


def _class(run: Run, node: ast.ClassDef, env: Env) -> bool:
    from .overrides import judge_class

    qualname = f"{env.qualname}.{node.name}" if env.qualname else node.name
    cls = run.classes.get(id(node)) or OwnClass(env.module, qualname, node)
    run.classes[id(node)] = cls
    for expression in (*node.bases, *(k.value for k in node.keywords), *node.decorator_list):
        evaluate(run, expression, env)
    inner = Env(module=env.module, outer=env, cls=cls, qualname=qualname, shelter=env.shelter)
    run.class_envs[id(node)] = inner
    env.put(node.name, cls)
    walk(run, node.body, inner)
    judge_class(run, cls, env)
    return False


def _return(run: Run, node: ast.Return, env: Env) -> bool:
    if node.value is not None:
        run.handed_on.add(id(node.value))
    env.returned.append(evaluate(run, node.value, env) if node.value is not None else Nothing())
    return True


def _raise(run: Run, node: ast.Raise, env: Env) -> bool:
    for part in (node.exc, node.cause):
        if part is not None:
            evaluate(run, part, env)
    return True


def _assert(run: Run, node: ast.Assert, env: Env) -> bool:
    evaluate(run, node.test, env)
    narrow(run, node.test, env, positive=True)
    return False


def _stop(_run: Run, _node: ast.stmt, _env: Env) -> bool:
    return True


def _global(_run: Run, node: ast.Global, env: Env) -> bool:
    env.globals.update(node.names)
    return False


def _match(run: Run, node: ast.Match, env: Env) -> bool:
    evaluate(run, node.subject, env)
    branches = [env.branch()]
    for case in node.cases:
        inner = env.branch()
        for name in ast.walk(case.pattern):
            if isinstance(name, (ast.MatchAs, ast.MatchStar)) and name.name:
                inner.put(name.name, NOT_TOLD)
        if case.guard is not None:
            evaluate(run, case.guard, inner)
        if not walk(run, case.body, inner):
            branches.append(inner)
    env.merge(branches)
    return False


def _try(run: Run, node: ast.Try, env: Env) -> bool:
    from .attempts import attempt

    return attempt(run, node, env)


def _import(run: Run, node: ast.Import, env: Env) -> bool:
    from .imports import plain

    return plain(run, node, env)


def _import_from(run: Run, node: ast.ImportFrom, env: Env) -> bool:
    from .imports import from_module

    return from_module(run, node, env)


Handler: TypeAlias = Callable[["Run", Any, Env], bool]
_HANDLERS: dict[type[ast.stmt], Handler] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.Continue: _stop,
    ast.Break: _stop,
    ast.Global: _global,
    ast.Match: _match,
    ast.Try: _try,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
}
