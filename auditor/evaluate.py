"""What an expression of the consumer is; uses met on the way are recorded."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .classes import Member, class_member, member_value
from .env import Env
from .model import UseForm
from .outcome import Consumed, Consumption, Gone, Reached, Target, TargetForm, Unclear
from .text import text_of
from .values import (
    NOT_TOLD,
    ClassRef,
    Coroutine,
    Data,
    Foreign,
    FunctionRef,
    Instance,
    Items,
    Known,
    Lost,
    ModuleRef,
    Nothing,
    OwnClass,
    OwnFunction,
    OwnModuleRef,
    Result,
    Row,
    SuperOf,
    Table,
    Unknown,
    Value,
    bare,
    join,
    options,
)

if TYPE_CHECKING:
    from .run import Run


def evaluate(run: Run, node: ast.expr, env: Env) -> Value:
    """The value of an expression."""
    handler = _HANDLERS.get(type(node))
    if handler is not None:
        return handler(run, node, env)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            evaluate(run, child, env)
    return NOT_TOLD


def _constant(run: Run, node: ast.Constant, env: Env) -> Value:
    if node.value is None:
        return Nothing()
    if isinstance(node.value, str) and "." in node.value:
        from .strings import dotted_string

        dotted_string(run, node, env)
    return Known(node.value)


def _name(run: Run, node: ast.Name, env: Env) -> Value:
    found = env.get(node.id)
    if found is None:
        return Foreign(node.id)
    narrowed = env.paths.get(node.id)
    if narrowed is not None:
        return narrowed
    if isinstance(found, Unknown):
        return _tested(env, found, node.id)
    return found


def _attribute(run: Run, node: ast.Attribute, env: Env) -> Value:
    owner = evaluate(run, node.value, env)
    path = text_of(node) if _is_path(node) else ""
    value = read(run, owner, node, env, path)
    narrowed = env.paths.get(path) if path else None
    if narrowed is not None:
        return narrowed
    if isinstance(value, Unknown) and path:
        return _tested(env, value, path)
    return value


def _tested(env: Env, value: Unknown, path: str) -> Unknown:
    """An untyped value with what tests on the way here have told of it."""
    gates = env.gates.get(path)
    passed = gates is not None
    return Unknown(value.reason, value.derived, gates or value.gates, value.path or path, passed)


def _is_path(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


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
        if isinstance(choice, Unknown):
            _loose(run, node, env, choice)
            if choice.derived:
                seen.append((choice, Unclear(reason=choice.reason)))
            found.append(
                Unknown(
                    f"a member of {choice.path or 'something untyped'}",
                    choice.derived,
                    choice.gates,
                    path,
                )
            )
            continue
        member = _member(run, choice, node.attr)
        if isinstance(member, Unknown) and _is_mixin(run, choice):
            _loose(run, node, env, Unknown(member.reason, path="self"))
        if isinstance(member, (Gone, Unclear, Target)):
            seen.append((choice, member))
            if isinstance(member, Target):
                found.append(member.value)
        else:
            found.append(member)
    _note(run, node, env, seen, len(choices), path)
    if not found:
        return Unknown(f"nothing tells what `{text_of(node)[:60]}` is", bool(seen), path=path)
    return join(found)


def _is_mixin(run: Run, owner: Value) -> bool:
    """An object of a class of the consumer that another class is mixed with at run time."""
    cls = owner.cls if isinstance(owner, Instance) else None
    return isinstance(cls, OwnClass) and any(
        cls.module.name == module and cls.qualname == name for module, name in run.named_by_string
    )


def _loose(run: Run, node: ast.Attribute, env: Env, receiver: Unknown) -> None:
    from .run import Loose, key_of

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


def note_taken_apart(
    run: Run, node: ast.expr, env: Env, count: int | None, *, item: bool = False
) -> None:
    """Tell an untyped call that its result is unpacked or subscripted on the spot."""
    from dataclasses import replace

    from .run import key_of

    if isinstance(node, ast.Await):
        node = node.value
    if run.muted or not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    key = key_of(run.use(env, node.func, UseForm.ATTRIBUTE, node.func.attr))
    if key in run.loose:
        run.loose[key] = replace(run.loose[key], unpacked=count, item=item)


def is_asked(env: Env, node: ast.Attribute) -> bool:
    """Whether a `hasattr` on the way here has answered for this attribute."""
    return (text_of(node.value), node.attr) in env.shelter.asked


def _member(run: Run, owner: Value, name: str) -> Value | Gone | Unclear | Target:
    """A Target or Gone or Unclear where a provider is asked; else just a value."""
    world = run.world
    match owner:
        case ModuleRef(name=module):
            if name == "__version__" and module in world.editions:
                version = world.editions[module].version
                return NOT_TOLD if version is None else Known(str(version))
            found = world.member(module, name)
            if isinstance(found, (Gone, Unclear)):
                return found
            return world.target(found, f"{module}.{name}")
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
    from .model import Class, Function, FunctionForm

    if isinstance(entry, Function):
        is_property = entry.form is FunctionForm.PROPERTY
        return TargetForm.PROPERTY if is_property else TargetForm.METHOD
    return TargetForm.CLASS if isinstance(entry, Class) else TargetForm.DATA


def _known_attribute(value: object, name: str) -> Value:
    from packaging.version import Version

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


def _subscript(run: Run, node: ast.Subscript, env: Env) -> Value:
    owner = evaluate(run, node.value, env)
    index = evaluate(run, node.slice, env)
    if isinstance(node.ctx, ast.Load):
        note_taken_apart(run, node.value, env, None, item=True)
    if isinstance(owner, Result) and isinstance(node.ctx, ast.Load):
        consumed(run, node, env, owner, Consumption.ITEM)
    from .strings import environment

    environment(run, node, owner, index, env)
    found: list[Value] = []
    for choice in options(owner):
        match choice:
            case Items(item=item):
                found.append(choice if isinstance(node.slice, ast.Slice) else item)
            case Row(items=items) if isinstance(index, Known) and isinstance(index.value, int):
                if -len(items) <= index.value < len(items):
                    found.append(items[index.value])
            case Table(value=value):
                found.append(value)
            case Unknown(derived=derived):
                found.append(Unknown("an item of something untyped", derived))
            case ClassRef() | Foreign():
                found.append(choice)
    return join(found)


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


def _named(run: Run, node: ast.NamedExpr, env: Env) -> Value:
    value = evaluate(run, node.value, env)
    env.put(node.target.id, value)
    return value


def _conditional(run: Run, node: ast.IfExp, env: Env) -> Value:
    from .guards import narrow, truth

    verdict = truth(run, node.test, env)
    evaluate(run, node.test, env)
    found: list[Value] = []
    if verdict is not False:
        inner = env.branch()
        narrow(run, node.test, inner, positive=True)
        found.append(evaluate(run, node.body, inner))
    if verdict is not True:
        inner = env.branch()
        narrow(run, node.test, inner, positive=False)
        found.append(evaluate(run, node.orelse, inner))
    return join(found)


def _boolean(run: Run, node: ast.BoolOp, env: Env) -> Value:
    from .guards import narrow, truth

    inner = env.branch()
    found: list[Value] = []
    positive = isinstance(node.op, ast.And)
    for part in node.values:
        found.append(evaluate(run, part, inner))
        if truth(run, part, inner) is (not positive):
            break
        narrow(run, part, inner, positive=positive)
    verdict = truth(run, node, env)
    if verdict is not None and all(isinstance(bare(value), Known) for value in found):
        return Known(verdict)
    return join(found)


def _awaited(run: Run, node: ast.Await, env: Env) -> Value:
    run.awaited.add(id(node.value))
    value = evaluate(run, node.value, env)
    if isinstance(value, Result):
        consumed(run, node, env, value, Consumption.AWAIT)
    inner = bare(value)
    if isinstance(inner, Coroutine):
        return Result(inner.value, value.call) if isinstance(value, Result) else inner.value
    return value


def _lambda(run: Run, node: ast.Lambda, env: Env) -> Value:
    function = OwnFunction(env.module, f"{env.qualname}.<lambda>", node)
    run.queue.append((function, env))
    return function


def _sequence(run: Run, node: ast.Tuple | ast.List | ast.Set, env: Env) -> Value:
    values = tuple(evaluate(run, element, env) for element in node.elts)
    if isinstance(node, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in node.elts):
        return Row(values)
    return Items(join(list(values)) if values else NOT_TOLD)


def _mapping(run: Run, node: ast.Dict, env: Env) -> Value:
    for key in node.keys:
        if key is not None:
            evaluate(run, key, env)
    values = [evaluate(run, value, env) for value in node.values]
    return Table(join(values) if values else NOT_TOLD)


def _comprehension(
    run: Run, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, env: Env
) -> Value:
    from .guards import narrow
    from .walk import bind_target, iterated

    inner = env.branch()
    for generator in node.generators:
        item = iterated(run, generator.iter, inner)
        bind_target(run, generator.target, item, inner)
        for test in generator.ifs:
            evaluate(run, test, inner)
            narrow(run, test, inner, positive=True)
    if isinstance(node, ast.DictComp):
        evaluate(run, node.key, inner)
        return Table(evaluate(run, node.value, inner))
    return Items(evaluate(run, node.elt, inner))


def _test(run: Run, node: ast.Compare | ast.UnaryOp, env: Env) -> Value:
    """A comparison or a negation: its truth, where it can be told."""
    from .guards import truth

    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            evaluate(run, child, env)
    if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        return NOT_TOLD
    verdict = truth(run, node, env)
    return NOT_TOLD if verdict is None else Known(verdict)


def _binary(run: Run, node: ast.BinOp, env: Env) -> Value:
    left, right = evaluate(run, node.left, env), evaluate(run, node.right, env)
    if isinstance(node.op, ast.Mult) and isinstance(bare(left), Items):
        return left
    if isinstance(node.op, ast.BitOr) and (
        isinstance(bare(left), (ClassRef, OwnClass))
        or isinstance(bare(right), (ClassRef, OwnClass))
    ):
        return join([left, right])
    return NOT_TOLD


def _call(run: Run, node: ast.Call, env: Env) -> Value:
    from .calls import call

    return call(run, node, env)


def of_annotation(run: Run, node: ast.expr, env: Env) -> Value:
    """An object of the type that the consumer's annotation names."""
    from .annotations import of_type

    return of_type(run, node, env)


_HANDLERS = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.NamedExpr: _named,
    ast.IfExp: _conditional,
    ast.BoolOp: _boolean,
    ast.Await: _awaited,
    ast.Lambda: _lambda,
    ast.Tuple: _sequence,
    ast.List: _sequence,
    ast.Set: _sequence,
    ast.Dict: _mapping,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.BinOp: _binary,
    ast.Compare: _test,
    ast.UnaryOp: _test,
    ast.Call: _call,
}
