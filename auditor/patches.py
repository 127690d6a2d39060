"""Monkeypatches: what the consumer puts onto a provider's modules, classes and objects."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .classes import Member, class_member, member_value
from .constructors import signature_of
from .env import Env
from .model import Parameter, ParameterForm, UseForm
from .outcome import Gone, Patched, Signature, Target, Unclear
from .text import text_of
from .values import (
    ClassRef,
    Foreign,
    FunctionRef,
    Instance,
    Known,
    ModuleRef,
    OwnClass,
    OwnFunction,
    Unknown,
    Value,
    bare,
    options,
)

if TYPE_CHECKING:
    from .run import Run


def of_assignment(run: Run, target: ast.expr, node: ast.expr, value: Value, env: Env) -> None:
    """`owner.name = value` where the owner is, or may be, a provider's."""
    if not isinstance(target, ast.Attribute):
        return
    from .calls import evaluate_quietly

    owner = evaluate_quietly(run, target.value, env)
    function = _function(node, value)
    _judge(run, target, owner, target.attr, function, env, text_of(target.value))


def _function(node: ast.expr, value: Value) -> OwnFunction | None:
    """The replacement when it is a function of the consumer; `MethodType(f, obj)` is looked into."""
    inner = bare(value)
    if isinstance(inner, OwnFunction):
        return inner
    return None


def of_call(
    run: Run,
    node: ast.Call,
    function: Value,
    values: list[Value],
    keywords: dict[str | None, Value],
    env: Env,
) -> None:
    """`setattr(…)`, `mock.patch(…)`, `patch.object(…)`, `monkeypatch.setattr(…)`."""
    if _allows_absence(keywords):
        return
    name = text_of(node.func)
    last = name.rpartition(".")[2]
    if last == "setattr" and len(values) >= 2:
        replacement = bare(values[2]) if len(values) > 2 else None
        if isinstance(bare(values[0]), Known) and name != "setattr":
            _by_string(run, node, values[0], env, bare(values[1]))
        else:
            _by_name(run, node, values[0], values[1], replacement, env)
    elif name.endswith("patch.object") and len(values) >= 2:
        given = values[2] if len(values) > 2 else keywords.get("new", keywords.get("side_effect"))
        _by_name(run, node, values[0], values[1], bare(given) if given else None, env)
    elif last == "patch" and values:
        given = values[1] if len(values) > 1 else keywords.get("new", keywords.get("side_effect"))
        _by_string(run, node, values[0], env, bare(given) if given else None)


def _allows_absence(keywords: dict[str | None, Value]) -> bool:
    """`create=True` and `raising=False` say that the target need not be there."""
    create, raising = keywords.get("create"), keywords.get("raising")
    return create == Known(True) or raising == Known(False)


def _by_name(
    run: Run, node: ast.Call, owner: Value, name: Value, given: Value | None, env: Env
) -> None:
    name = bare(name)
    if isinstance(name, Known) and isinstance(name.value, str):
        function = given if isinstance(given, OwnFunction) else None
        text = text_of(node.args[0])
        _judge(run, node, bare(owner), name.value, function, env, text)


def _by_string(run: Run, node: ast.Call, target: Value, env: Env, given: Value | None) -> None:
    target = bare(target)
    if not (isinstance(target, Known) and isinstance(target.value, str)):
        return
    dotted = target.value
    if run.world.edition_of(dotted) is None or "." not in dotted:
        return
    owner, _, name = dotted.rpartition(".")
    value = resolve(run, owner)
    function = given if isinstance(given, OwnFunction) else None
    if isinstance(value, (Gone, Unclear)):
        edition = run.world.edition_of(dotted)
        assert edition is not None
        run.record(
            env,
            node,
            UseForm.PATCH,
            dotted,
            value,
            provider=edition.package,
            guarded=env.shelter.attributes or env.shelter.imports,
        )
        return
    _judge(run, node, bare(value), name, function, env, owner)


def resolve(run: Run, dotted: str) -> Value | Gone | Unclear:
    """A dotted name of a provider, as `import` plus `getattr` would follow it."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        module = ".".join(parts[:cut])
        if run.world.has_module(module):
            break
    else:
        return run.world.module(dotted)
    value: Value | Gone | Unclear = ModuleRef(module)
    for part in parts[cut:]:
        value = step(run, bare(value), part)
        if isinstance(value, (Gone, Unclear)):
            return value
    return value


def step(run: Run, owner: Value, name: str) -> Value | Gone | Unclear:
    """`owner.name` for modules and classes."""
    match owner:
        case ModuleRef(name=module):
            return run.world.member(module, name)
        case ClassRef():
            member = class_member(run.world, owner, name)
            if isinstance(member, Member):
                return member_value(run.world, member, bound=False)
            return member
        case _:
            return Unclear(reason="what the name stands for is not told")


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
    from .run import BoundOn

    if run.muted:
        return
    use = run.use(env, node, UseForm.PATCH, f"{text}.{name}")
    run.bound.append(
        BoundOn(
            function=function,
            attribute=name,
            receiver=owner,
            receiver_text=text,
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
    found = step(run, cls, name) if isinstance(cls, (ModuleRef, ClassRef)) else None
    outcome: Gone | Unclear | Patched
    if isinstance(found, (Gone, Unclear)):
        outcome = found
    else:
        assert found is not None
        outcome = _patched(run, owner, found, f"{cls.name}.{name}", function)
    run.record(
        env,
        node,
        UseForm.PATCH,
        f"{cls.name}.{name}",
        outcome,
        provider=edition.package,
        guarded=env.shelter.attributes or (ast_text(node), name) in env.shelter.asked,
    )


def ast_text(node: ast.AST) -> str:
    """The owner's source text of a patched attribute."""
    return text_of(node.value) if isinstance(node, ast.Attribute) else ""


def _patched(
    run: Run, owner: Value, found: Value, dotted: str, function: OwnFunction | None
) -> Patched:
    inner = bare(found)
    signature = signature_of(run.world, inner) if isinstance(inner, FunctionRef) else None
    replacement = parameters_of(function.node) if function is not None else None
    if replacement is not None and function is not None and function.bound:
        replacement = replacement[1:]
    if isinstance(owner, Instance) and isinstance(inner, FunctionRef) and inner.owner:
        from dataclasses import replace

        signature = signature_of(run.world, replace(inner, bound=True))
    return Patched(
        target=run.world.target(found, dotted),
        signature=signature if isinstance(signature, Signature) else None,
        replacement=replacement,
    )


def parameters_of(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
) -> tuple[Parameter, ...]:
    """The parameters of a function of the consumer."""
    args, found = node.args, []
    plain = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    for index, (arg, default) in enumerate(zip(plain, defaults, strict=True)):
        only = index < len(args.posonlyargs)
        form = ParameterForm.POSITIONAL_ONLY if only else ParameterForm.POSITIONAL_OR_KEYWORD
        found.append(_parameter(arg, form, default))
    if args.vararg:
        found.append(_parameter(args.vararg, ParameterForm.VAR_POSITIONAL, None))
    for arg, kw_default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        found.append(_parameter(arg, ParameterForm.KEYWORD_ONLY, kw_default))
    if args.kwarg:
        found.append(_parameter(args.kwarg, ParameterForm.VAR_KEYWORD, None))
    return tuple(found)


def _parameter(arg: ast.arg, form: ParameterForm, default: ast.expr | None) -> Parameter:
    return Parameter(
        name=arg.arg,
        form=form,
        default=text_of(default) if default is not None else None,
        annotation=text_of(arg.annotation) if arg.annotation else None,
    )


_ = (Target, Foreign, OwnClass)
