"""Calls: to providers (bound and recorded), to the consumer's own code, to a few known names."""

from __future__ import annotations

import ast
import functools
from dataclasses import replace
from typing import TYPE_CHECKING

from . import patches, strings
from .arguments import arguments_of, last_name
from .bind import bind
from .classes import line_of
from .constructors import signature_of
from .env import Env
from .evaluate import evaluate, evaluate_quietly
from .guards import settled
from .inline import steered
from .model import Argument, FunctionForm, UseForm
from .outcome import Based, Called, Outcome, Reached, Signature, Unclear
from .run import key_of
from .scope import returned
from .text import text_of
from .values import (
    NOT_TOLD,
    CallMade,
    ClassRef,
    Foreign,
    ForeignInstance,
    FunctionRef,
    Instance,
    Lost,
    ModuleRef,
    OwnClass,
    OwnFunction,
    Prefilled,
    Result,
    Unknown,
    Value,
    bare,
    join,
    options,
)
from .wellknown import well_known

if TYPE_CHECKING:
    from .run import Run


_PAIR = 2
_TAKES_NO_NAMES = frozenset(
    [
        "getLogger",
        "init_logger",
        "get_logger",
        "warn",
        "warning",
        "info",
        "debug",
        "error",
        "exception",
        "print",
        "find_spec",
        "patch",
        "version",
        "setattr",
        "delattr",
        "getLoggerClass",
        "startswith",
        "endswith",
    ]
)
"""Calls whose strings look like names of a provider but are none, or are judged as patches."""


def call(run: Run, node: ast.Call, env: Env) -> Value:
    """The value of a call."""
    run.called.add(id(node.func))
    if last_name(node.func) in _TAKES_NO_NAMES:
        run.plain_strings.update(id(argument) for argument in node.args)
    run.handed_on.update(id(a) for a in (*node.args, *(k.value for k in node.keywords)))
    function = evaluate(run, node.func, env)
    values = [evaluate(run, a.value if isinstance(a, ast.Starred) else a, env) for a in node.args]
    keywords = {k.arg: evaluate(run, k.value, env) for k in node.keywords}
    special = well_known(run, node, function, values, env)
    last = last_name(node.func)
    if last in ("setattr", "patch", "object"):
        patches.of_call(run, node, values, keywords, env)
    if last.endswith("_rpc") or last in ("get", "setdefault", "pop", "getenv"):
        strings.remote(run, node, values, env)
    if special is not None:
        return special
    if last in ("isinstance", "issubclass") and len(node.args) == _PAIR:
        _tested(run, node.args[1], env)
    choices = options(function)
    found = [_one(run, node, choice, env, alone=len(choices) == 1) for choice in choices]
    _note_loose(run, node, env)
    return join(found)


def _tested(run: Run, node: ast.expr, env: Env) -> None:
    """`isinstance(x, Class)`: the name has to be a class."""
    for part in node.elts if isinstance(node, ast.Tuple) else [node]:
        value = evaluate_quietly(run, part, env)
        if isinstance(value, (ClassRef, FunctionRef)):
            edition = run.world.edition_of(value.module)
            target = run.world.target(value, value.name)
            run.record(
                env,
                part,
                UseForm.SUBCLASS,
                text_of(part)[:60],
                Based(target=target, tested=True),
                provider=edition.package if edition else "",
            )


def _note_loose(run: Run, node: ast.Call, env: Env) -> None:
    """An untyped receiver's method was called: keep how."""
    if not isinstance(node.func, ast.Attribute) or run.muted:
        return
    key = key_of(run.use(env, node.func, UseForm.ATTRIBUTE, node.func.attr))
    loose = run.loose.get(key)
    if loose is not None:
        run.loose[key] = replace(loose, arguments=_arguments(run, node, env))


def _one(run: Run, node: ast.Call, function: Value, env: Env, *, alone: bool) -> Value:
    match function:
        case FunctionRef() | ClassRef() | Instance(cls=ClassRef()):
            return _provider_call(run, node, function, env, alone=alone)
        case ModuleRef():
            return _module_call(run, node, function, env)
        case OwnClass():
            _own_constructor(run, node, function, env)
            return Instance(function)
        case OwnFunction():
            return own_call(run, node, function, env)
        case Prefilled(function=inner):
            return _one(run, node, bare(inner), env, alone=False)
        case Foreign(name=name):
            return ForeignInstance(name)
        case _:
            return _untold(run, node, function, env)


def _untold(run: Run, node: ast.Call, function: Value, env: Env) -> Value:
    """A call of something that is not told: unjudged where a provider made it."""
    match function:
        case Lost(name=name):
            return _unjudged(run, node, env, f"hangs on `{name}`, which has drifted")
        case Unknown(derived=True, reason=reason) if not isinstance(node.func, ast.Attribute):
            return _unjudged(run, node, env, reason)
        case Unknown(derived=derived):
            return Unknown("what an untyped call gives", derived)
        case _:
            return NOT_TOLD


def _module_call(run: Run, node: ast.Call, function: ModuleRef, env: Env) -> Value:
    """A name that was called once and is a module now."""
    target = run.world.target(function, function.name)
    edition = run.world.edition_of(function.name)
    run.record(
        env,
        node,
        UseForm.CALL,
        text_of(node.func)[:60],
        Reached(target=target),
        provider=edition.package if edition else "",
    )
    return NOT_TOLD


def _unjudged(run: Run, node: ast.Call, env: Env, reason: str) -> Value:
    provider = next(iter(run.world.editions), "")
    text = text_of(node.func)[:60]
    run.record(env, node, UseForm.CALL, text, Unclear(reason=reason), provider=provider)
    return Unknown(reason, derived=True)


def _arguments(run: Run, node: ast.Call, env: Env) -> tuple[Argument, ...]:
    return arguments_of(node, lambda value: settled(run, value, env))


def _provider_call(
    run: Run, node: ast.Call, function: FunctionRef | ClassRef | Instance, env: Env, *, alone: bool
) -> Value:
    arguments = _arguments(run, node, env)
    signature = signature_of(run.world, function)
    name = function.cls.name if isinstance(function, Instance) else function.name
    outcome: Outcome
    given = frozenset[str]()
    if isinstance(signature, Signature):
        binding = bind(signature.parameters, arguments)
        outcome = Called(signature=signature, binding=binding, agreed=alone)
        given = frozenset(binding.filled)
    else:
        outcome = signature
    if env.function is not None and _asks_awaitable(env.function.node):
        run.handed_on.add(id(node))
    edition = run.world.edition_of(name)
    provider = edition.package if edition else ""
    text = text_of(node.func)[:60]
    run.record(
        env,
        node,
        UseForm.CALL,
        text,
        outcome,
        provider=provider,
        guarded=env.shelter.calls,
        arguments=arguments,
    )
    if isinstance(function, ClassRef):
        return Instance(function)
    callee = signature.function if isinstance(signature, Signature) else function
    if not isinstance(callee, FunctionRef):
        return NOT_TOLD
    return Result(_returned(run, node, callee, env), CallMade(callee, given, text))


@functools.lru_cache(maxsize=4096)
def _asks_awaitable(node: ast.AST) -> bool:
    """Whether a function looks at what came back before it awaits it."""
    return any(
        isinstance(child, (ast.Name, ast.Attribute))
        and last_name(child) in ("isawaitable", "iscoroutine", "iscoroutinefunction")
        for child in ast.walk(node)
    )


def _returned(run: Run, node: ast.Call, ref: FunctionRef, env: Env) -> Value:
    """The value; a classmethod or method that returns `Self` gives the class it was asked of."""
    value = returned(run.world, ref)
    if isinstance(node.func, ast.Attribute) and ref.facts.returns:
        text = ref.facts.returns.strip("'\"")
        is_self = text in ("Self", "typing.Self")
        if is_self and ref.facts.form is FunctionForm.CLASS_METHOD:
            owner = evaluate_quietly(run, node.func.value, env)
            if isinstance(owner, (ClassRef, OwnClass)):
                return Instance(owner)
    return value


def _own_constructor(run: Run, node: ast.Call, cls: OwnClass, env: Env) -> None:
    """`Sub(…)` of a class without an `__init__` of its own is the provider's constructor."""
    line = line_of(run.world, cls)
    base = next((c for c in line.classes if isinstance(c, ClassRef)), None)
    own = line.classes[: line.classes.index(base)] if base else ()
    if base is None or any(
        run.world.own.entry(c, "__init__") for c in own if isinstance(c, OwnClass)
    ):
        return
    if any(c.node.decorator_list or _annotates(c) for c in own if isinstance(c, OwnClass)):
        return
    _provider_call(run, node, base, env, alone=True)


def _annotates(cls: OwnClass) -> bool:
    """Whether the class body declares what a generated constructor may take."""
    return any(isinstance(statement, ast.AnnAssign) for statement in cls.node.body)


def own_call(run: Run, node: ast.Call, function: OwnFunction, env: Env) -> Value:
    """A call into the consumer's own code: its result, evaluated anew where literals steer it."""
    special = steered(run, node, function, env)
    if special is not None:
        return special
    return run.result(function, run.home(function))
