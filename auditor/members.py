"""Members of what an expression is: reached, gone or not told, and recorded as uses."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from packaging.version import Version

from .classes import Member, class_member, member_value
from .env import Env
from .model import Class, Function, FunctionForm, UseForm
from .outcome import Consumption, Gone, Reached, Target, TargetForm, Unclear
from .results import consumed
from .run import Loose, key_of
from .text import text_of
from .values import (
    NOT_TOLD,
    ClassRef,
    Data,
    Foreign,
    Instance,
    Known,
    Lost,
    ModuleRef,
    OwnClass,
    OwnModuleRef,
    Result,
    SuperOf,
    Unknown,
    Value,
    bare,
    join,
    options,
)
from .world import World

if TYPE_CHECKING:
    from .run import Run


def read(run: Run, owner: Value, node: ast.Attribute, env: Env, path: str) -> Value:
    """`owner.attr`, recorded as a use where a provider is meant."""
    if isinstance(owner, Result):
        consumed(run, node, env, owner, Consumption.ATTRIBUTE)
    if isinstance(owner, Data) and isinstance(bare(owner), Unknown):
        return Unknown(f"{owner.module}.{owner.name} has no type", derived=True, path=path)
    choices = options(owner)
    found: list[Value] = []
    seen: list[tuple[Value, object]] = []
    for choice in choices:
        member = member_of(run, choice, node.attr)
        _keep_loose(run, node, env, choice, member)
        if isinstance(member, (Gone, Unclear, Target)):
            seen.append((choice, member))
        found += _values(choice, member, path)
    _note(run, node, env, seen, len(choices), path)
    if not found:
        return Unknown(f"nothing tells what `{text_of(node)[:60]}` is", bool(seen), path=path)
    return join(found)


def _values(owner: Value, member: Value | Gone | Unclear | Target, path: str) -> list[Value]:
    """What reading the member gives, where that can be said."""
    if isinstance(owner, Unknown):
        return [_of_untyped(owner, path)]
    if isinstance(member, Target):
        return [member.value]
    return [] if isinstance(member, (Gone, Unclear)) else [member]


def _keep_loose(run: Run, node: ast.Attribute, env: Env, owner: Value, member: object) -> None:
    if isinstance(owner, Unknown):
        note_loose(run, node, env, owner)
    elif isinstance(member, Unknown) and _is_mixin(run, owner):
        note_loose(run, node, env, Unknown(member.reason, path="self"))


def _of_untyped(owner: Unknown, path: str) -> Unknown:
    """A member of an untyped object: as untyped, behind the same tests."""
    reason = f"a member of {owner.path or 'something untyped'}"
    return Unknown(reason, owner.derived, owner.gates, path)


def _is_mixin(run: Run, owner: Value) -> bool:
    """An object of a class of the consumer that another class is mixed with at run time."""
    cls = owner.cls if isinstance(owner, Instance) else None
    return isinstance(cls, OwnClass) and any(
        cls.module.name == module and cls.qualname == name for module, name in run.named_by_string
    )


def note_loose(run: Run, node: ast.Attribute, env: Env, receiver: Unknown) -> None:
    """Keep what is asked of an untyped receiver, to be judged once both worlds are known."""
    if run.muted or not isinstance(node.ctx, ast.Load) or text_of(node) in env.paths:
        return
    use = run.use(env, node, UseForm.ATTRIBUTE, node.attr)
    key = key_of(use)
    if key not in run.loose:
        run.loose[key] = Loose(
            use=use,
            attribute=node.attr,
            receiver=receiver,
            function=env.function,
            module=env.module,
            arguments=None,
            guarded=is_asked(env, node) or env.shelter.attributes or env.shelter.unread,
        )


def is_asked(env: Env, node: ast.Attribute) -> bool:
    """Whether a `hasattr` on the way here has answered for this attribute."""
    receiver = text_of(node.value)
    return (receiver, node.attr) in env.shelter.asked or receiver in env.shelter.lacking


def member_of(run: Run, owner: Value, name: str) -> Value | Gone | Unclear | Target:
    """A Target or Gone or Unclear where a provider is asked; else just a value."""
    world = run.world
    match owner:
        case ModuleRef(name=module):
            return _module_member(world, module, name)
        case OwnModuleRef(name=module):
            return own_member(run, module, name)
        case Instance(cls=cls) | (ClassRef() as cls) | (OwnClass() as cls) | SuperOf(cls=cls):
            return _class_member(run, owner, cls, name)
        case Foreign(name=foreign):
            return Foreign(f"{foreign}.{name}")
        case Known(value=value):
            return _known_attribute(value, name)
        case _:
            return Unclear(reason=_why(owner)) if _counts(owner) else NOT_TOLD_MEMBER


def _module_member(world: World, module: str, name: str) -> Value | Gone | Unclear | Target:
    if name in ("__version__", "__version_tuple__") and module in world.editions:
        version = world.editions[module].version
        if version is None:
            return NOT_TOLD
        return Known(str(version) if name == "__version__" else version.release, of=module)
    found = world.member(module, name)
    return found if isinstance(found, (Gone, Unclear)) else world.target(found, f"{module}.{name}")


NOT_TOLD_MEMBER = Unknown("not a provider's")


def _counts(owner: Value) -> bool:
    return (isinstance(owner, Unknown) and owner.derived) or isinstance(owner, Lost)


def _why(owner: Value) -> str:
    if isinstance(owner, Lost):
        return f"hangs on `{owner.name}`, which has drifted"
    return owner.reason if isinstance(owner, Unknown) else "not told"


def _class_member(
    run: Run, owner: Value, cls: ClassRef | OwnClass, name: str
) -> Value | Gone | Unclear | Target:
    world = run.world
    after = cls if isinstance(owner, SuperOf) else None
    member = class_member(world, cls, name, after)
    if not isinstance(member, Member):
        provider = isinstance(cls, ClassRef) or (
            isinstance(member, Gone) and world.edition_of(member.owner) is not None
        )
        return member if provider else Unknown(f"`{name}` of {cls.name}", path=name)
    bound = isinstance(owner, (Instance, SuperOf))
    value = member_value(world, member, bound=bound)
    if isinstance(member.owner, OwnClass):
        return value
    return Target(
        name=f"{member.owner.name}.{name}",
        form=_form(member.entry),
        defined_at=f"{world.path(member.owner.module)}:{getattr(member.entry, 'line', 1)}",
        value=value,
    )


def _form(entry: object) -> TargetForm:
    if isinstance(entry, Function):
        is_property = entry.form is FunctionForm.PROPERTY
        return TargetForm.PROPERTY if is_property else TargetForm.METHOD
    return TargetForm.CLASS if isinstance(entry, Class) else TargetForm.DATA


def _known_attribute(value: object, name: str) -> Value:
    if isinstance(value, Version) and name in (
        "major",
        "minor",
        "micro",
        "release",
        "base_version",
    ):
        return Known(getattr(value, name))
    return NOT_TOLD_MEMBER


def _note(
    run: Run,
    node: ast.Attribute,
    env: Env,
    seen: list[tuple[Value, object]],
    choices: int,
    path: str,
) -> None:
    """Record the use once: reached if any choice has it, gone only if all lack it."""
    if not seen:
        return
    targets = [m for _, m in seen if isinstance(m, Target)]
    gone = [m for _, m in seen if isinstance(m, Gone)]
    outcome: Reached | Gone | Unclear
    if targets:
        outcome = Reached(target=targets[0])
    elif gone and len(gone) == choices:
        outcome = gone[0]
    else:
        unclear = [m for _, m in seen if isinstance(m, Unclear)]
        outcome = unclear[0] if unclear else Unclear(reason="one of several classes has it")
    if isinstance(outcome, Gone) and env.paths.get(path) is not None:
        return
    if isinstance(outcome, Gone) and not isinstance(node.ctx, ast.Load):
        return
    provider = _provider_of(run, outcome, seen)
    guarded = is_asked(env, node) or env.shelter.attributes
    by_string = any(node is each for each in run.string_nodes[-1:])
    run.record(
        env,
        node,
        UseForm.STRING if by_string else UseForm.ATTRIBUTE,
        node.attr,
        outcome,
        provider=provider,
        guarded=guarded,
    )


def _provider_of(run: Run, outcome: object, seen: list[tuple[Value, object]]) -> str:
    name = ""
    if isinstance(outcome, Reached):
        name = outcome.target.name
    elif isinstance(outcome, Gone):
        name = outcome.owner
    elif seen and isinstance(seen[0][0], Instance):
        name = seen[0][0].cls.name
    edition = run.world.edition_of(name)
    return edition.package if edition else next(iter(run.world.editions), "")


def own_member(run: Run, module: str, name: str) -> Value:
    """A name of another module of the consumer."""
    if module in run.project.modules:
        found = run.module_env(module).names.get(name)
        if found is not None:
            return found
    if f"{module}.{name}" in run.project.modules:
        return OwnModuleRef(f"{module}.{name}")
    return NOT_TOLD
