"""Subclasses of a provider's classes: their bases, what they override, what they leave open."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from .classes import Member, class_member, line_of, member_value
from .env import Env
from .evaluate import evaluate_quietly
from .model import Attribute, Function, FunctionForm, Parameter, UseForm
from .outcome import Based, Gone, Overridden, TargetForm, Unclear
from .parameters import parameters_of
from .values import ClassRef, FunctionRef, OwnClass, bare

if TYPE_CHECKING:
    from .run import Run

_NEVER = frozenset(
    [
        "__init_subclass__",
        "__class_getitem__",
        "__new__",
        "__repr__",
        "__str__",
        "__eq__",
        "__hash__",
        "__del__",
        "__getstate__",
        "__setstate__",
        "__reduce__",
    ]
)


def judge_class(run: Run, cls: OwnClass, env: Env) -> None:
    """Record the bases that are a provider's, and each name of theirs that the class sets anew."""
    if run.muted:
        return
    bases = []
    for node in cls.node.bases:
        expression = node.value if isinstance(node, ast.Subscript) else node
        value = evaluate_quietly(run, expression, env)
        if isinstance(value, (ClassRef, FunctionRef)):
            bases.append((node, value))
    line = line_of(run.world, cls)
    provided = next((c for c in line.classes if isinstance(c, ClassRef)), None)
    for node, value in bases:
        open_methods = _open(run, cls) if isinstance(value, ClassRef) else ()
        edition = run.world.edition_of(value.module)
        run.record(
            env,
            node,
            UseForm.SUBCLASS,
            ast.unparse(node),
            Based(target=run.world.target(value, value.name), open_methods=open_methods, cls=cls),
            provider=edition.package if edition else "",
        )
    if provided is not None:
        for statement in cls.node.body:
            _judge_member(run, cls, statement, env, provided)


def _judge_member(run: Run, cls: OwnClass, node: ast.stmt, env: Env, provided: ClassRef) -> None:
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return
    name = node.name
    if name in _NEVER or (name.startswith("__") and not name.endswith("__")):
        return
    member = class_member(run.world, cls, name, after=cls)
    edition = run.world.edition_of(provided.module)
    assert edition is not None
    outcome: Overridden | Unclear
    if isinstance(member, Unclear):
        return
    if isinstance(member, Gone):
        outcome = Overridden(base=provided.name, method=None, form=None)
    elif isinstance(member.owner, OwnClass):
        return
    else:
        outcome = replace(
            _overridden(run, member, node),
            gives=_gives(node),
            returns=ast.unparse(node.returns) if node.returns else "",
            registered=_is_registered(run, cls, env),
        )
    inner = run.class_envs[id(cls.node)]
    run.record(
        env=inner,
        node=node,
        form=UseForm.OVERRIDE,
        text=name,
        outcome=outcome,
        provider=edition.package,
    )


def _overridden(
    run: Run, member: Member, node: ast.FunctionDef | ast.AsyncFunctionDef
) -> Overridden:
    owner = member.owner
    assert isinstance(owner, ClassRef)
    value = member_value(run.world, member, bound=True)
    entry = member.entry
    form = TargetForm.DATA
    if isinstance(entry, Function):
        is_property = entry.form is FunctionForm.PROPERTY
        form = TargetForm.PROPERTY if is_property else TargetForm.METHOD
    inner = bare(value)
    method = inner if isinstance(inner, FunctionRef) and form is TargetForm.METHOD else None
    line = getattr(entry, "line", 1)
    return Overridden(
        base=owner.name,
        method=method,
        form=form,
        data=isinstance(entry, Attribute),
        defined_at=f"{run.world.path(owner.module)}:{line}",
        own=_own_parameters(node),
    )


def _gives(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool | None:
    """Whether any `return` gives a value; None for generators and bodies that only raise."""
    inner = [child for statement in node.body for child in ast.walk(statement)]
    if any(isinstance(child, (ast.Yield, ast.YieldFrom)) for child in inner):
        return None
    if any(isinstance(child, ast.Return) and child.value is not None for child in inner):
        return True
    return None if isinstance(node.body[-1], ast.Raise) else False


def _is_registered(run: Run, cls: OwnClass, env: Env) -> bool:
    for decorator in cls.node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(evaluate_quietly(run, called, env), (ClassRef, FunctionRef)):
            return True
    return False


def _own_parameters(
    node: ast.FunctionDef | ast.AsyncFunctionDef,
) -> tuple[Parameter, ...] | None:
    """The override's parameters without `self`; None where a decorator may change them."""
    decorators = {ast.unparse(d).partition("(")[0].rpartition(".")[2] for d in node.decorator_list}
    if decorators - {
        "classmethod",
        "staticmethod",
        "override",
        "abstractmethod",
        "inference_mode",
        "no_grad",
        "contextmanager",
        "cache",
        "lru_cache",
        "property",
        "torch_compile",
    }:
        return None
    parameters = parameters_of(node)
    return parameters if "staticmethod" in decorators else parameters[1:]


def _open(run: Run, cls: OwnClass) -> tuple[tuple[str, str], ...]:
    """Abstract methods of the bases that nothing in the class's line defines."""
    line = line_of(run.world, cls)
    if _is_abstract_itself(cls):
        return ()
    found: dict[str, str] = {}
    for owner in line.classes:
        if not isinstance(owner, ClassRef):
            continue
        for function in owner.facts.functions:
            if not function.is_abstract or function.name in found:
                continue
            member = class_member(run.world, cls, function.name)
            entry = member.entry if isinstance(member, Member) else None
            if isinstance(entry, Function) and entry.is_abstract:
                found[function.name] = owner.name
    return tuple(sorted(found.items()))


def _is_abstract_itself(cls: OwnClass) -> bool:
    if any(ast.unparse(base).rpartition(".")[2] in ("ABC", "Protocol") for base in cls.node.bases):
        return True
    return any(
        "abstract" in ast.unparse(decorator)
        for node in cls.node.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for decorator in node.decorator_list
    )
