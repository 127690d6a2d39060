"""Monkeypatches: what the consumer puts onto a provider's modules, classes and objects."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from .constructors import signature_of
from .env import Env
from .evaluate import evaluate_quietly
from .model import UseForm
from .outcome import Gone, Patched, Signature, Unclear
from .parameters import parameters_of
from .references import resolve, step
from .run import BoundOn
from .text import text_of
from .values import (
    ClassRef,
    FunctionRef,
    Instance,
    Known,
    ModuleRef,
    OwnFunction,
    Unknown,
    Value,
    bare,
    options,
)

if TYPE_CHECKING:
    from .run import Run


def of_assignment(run: Run, target: ast.expr, value: Value, env: Env) -> None:
    """`owner.name = value` where the owner is, or may be, a provider's."""
    if isinstance(target, ast.Attribute):
        owner = evaluate_quietly(run, target.value, env)
        text = text_of(target.value)
        _judge(run, target, owner, target.attr, _function(value), env, text)


def _function(value: Value | None) -> OwnFunction | None:
    """The replacement when it is a function of the consumer."""
    inner = bare(value) if value is not None else None
    return inner if isinstance(inner, OwnFunction) else None


def of_call(
    run: Run,
    node: ast.Call,
    values: list[Value],
    keywords: dict[str | None, Value],
    env: Env,
) -> None:
    """`setattr(…)`, `mock.patch(…)`, `patch.object(…)`, `monkeypatch.setattr(…)`."""
    if not values or _allows_absence(keywords):
        return
    name = text_of(node.func)
    last = name.rpartition(".")[2]
    new = keywords.get("new", keywords.get("side_effect"))
    first, second, third = (*values, None, None)[:3]
    assert first is not None
    if last == "setattr" and second is not None:
        if isinstance(bare(first), Known) and name != "setattr":
            _by_string(run, node, first, env, second)
        else:
            _by_name(run, node, first, second, third, env)
    elif name.endswith("patch.object") and second is not None:
        _by_name(run, node, first, second, third or new, env)
    elif last == "patch":
        _by_string(run, node, first, env, second or new)


def _allows_absence(keywords: dict[str | None, Value]) -> bool:
    """`create=True` and `raising=False` say that the target need not be there."""
    create, raising = keywords.get("create"), keywords.get("raising")
    return create == Known(value=True) or raising == Known(value=False)


def _by_name(
    run: Run, node: ast.Call, owner: Value, name: Value, given: Value | None, env: Env
) -> None:
    name = bare(name)
    if isinstance(name, Known) and isinstance(name.value, str):
        text = text_of(node.args[0])
        _judge(run, node, bare(owner), name.value, _function(given), env, text)


def _by_string(run: Run, node: ast.Call, target: Value, env: Env, given: Value | None) -> None:
    target = bare(target)
    if not (isinstance(target, Known) and isinstance(target.value, str)):
        return
    owner, _, name = target.value.rpartition(".")
    edition = run.world.edition_of(owner)
    if edition is None:
        return
    value = resolve(run.world, owner)
    if not isinstance(value, (Gone, Unclear)):
        _judge(run, node, bare(value), name, _function(given), env, owner)
        return
    run.record(
        env,
        node,
        UseForm.PATCH,
        target.value,
        value,
        provider=edition.package,
        guarded=env.shelter.attributes or env.shelter.imports,
    )


def _judge(
    run: Run,
    node: ast.AST,
    owner: Value,
    name: str,
    function: OwnFunction | None,
    env: Env,
    text: str,
) -> None:
    for choice in options(owner):
        if isinstance(choice, (ModuleRef, ClassRef)) or (
            isinstance(choice, Instance) and isinstance(choice.cls, ClassRef)
        ):
            _known(run, node, choice, name, function, env)
        elif isinstance(choice, Unknown) and function is not None:
            _put_on(run, node, choice, name, function, env, text)


def _put_on(
    run: Run, node: ast.AST, owner: Unknown, name: str, function: OwnFunction, env: Env, text: str
) -> None:
    if run.muted:
        return
    use = run.use(env, node, UseForm.PATCH, f"{text}.{name}")
    run.bound.append(
        BoundOn(
            function=function,
            attribute=name,
            receiver=owner,
            use=use,
            module=env.module,
        )
    )


def _known(
    run: Run,
    node: ast.AST,
    owner: ModuleRef | ClassRef | Instance,
    name: str,
    function: OwnFunction | None,
    env: Env,
) -> None:
    world = run.world
    cls = owner.cls if isinstance(owner, Instance) else owner
    edition = world.edition_of(cls.name)
    assert edition is not None
    found = step(world, cls, name)
    outcome: Gone | Unclear | Patched
    if isinstance(found, (Gone, Unclear)):
        outcome = found
    else:
        outcome = _patched(run, owner, found, f"{cls.name}.{name}", function)
    run.record(
        env,
        node,
        UseForm.PATCH,
        f"{cls.name}.{name}",
        outcome,
        provider=edition.package,
        guarded=env.shelter.attributes or (_owner_text(node), name) in env.shelter.asked,
    )


def _owner_text(node: ast.AST) -> str:
    """The owner's source text of a patched attribute."""
    return text_of(node.value) if isinstance(node, ast.Attribute) else ""


def _patched(
    run: Run, owner: Value, found: Value, dotted: str, function: OwnFunction | None
) -> Patched:
    inner = bare(found)
    signature = signature_of(run.world, inner) if isinstance(inner, FunctionRef) else None
    replacement = None
    if function is not None:
        replacement = parameters_of(function.node)[1 if function.bound else 0 :]
    if isinstance(owner, Instance) and isinstance(inner, FunctionRef) and inner.owner:
        signature = signature_of(run.world, replace(inner, bound=True))
    return Patched(
        target=run.world.target(found, dotted),
        signature=signature if isinstance(signature, Signature) else None,
        replacement=replacement,
    )
