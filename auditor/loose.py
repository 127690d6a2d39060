"""Receivers of which only a member's name is known, judged by the classes that define it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from .bind import bind
from .classes import Member, class_member, method_of
from .constructors import signature_of
from .judge import Case
from .model import Attribute, Function, UseForm
from .outcome import (
    Called,
    Consumed,
    Consumption,
    Gone,
    Herd,
    Signature,
    TargetForm,
)
from .pairing import case_of
from .run import Loose, Run
from .scope import returned
from .successors import successors
from .values import AnyClass, ClassRef, FunctionRef
from .world import World

if TYPE_CHECKING:
    from .pairing import Pairing
    from .project import OwnModule

Holder: TypeAlias = FunctionRef | ClassRef

_MOST = 12
_SHORTEST = 8
_SHORTEST_WORD = 4
_MOST_SEARCHED = 60
_BUILTIN = frozenset(
    name for kind in (str, bytes, list, dict, set, int, float, object, type) for name in dir(kind)
)


def loose_cases(now: Run, before: Run, pairing: Pairing, skip: set[int]) -> Iterator[Case]:
    """Cases of members that the provider's classes in the baseline had under that name."""
    own = _own_names(now)
    asked = [each for each in now.loose.values() if _telling(each.attribute)]
    if not asked:
        return
    old_index = before.world.editions[pairing.package].store.methods()
    new_index = now.world.editions[pairing.package].store.methods()
    searched: set[str] = set()
    for loose in asked:
        name = loose.attribute
        if loose.guarded:
            continue
        if loose.function is not None and id(loose.function.node) in skip:
            continue
        if loose.receiver.gates:
            continue
        modules = old_index.get(name, ())
        if not modules and loose.arguments is None and len(searched | {name}) <= _MOST_SEARCHED:
            searched.add(name)
            modules = _holding(before.world, pairing.package, name)
        holders = _holders(before.world, modules, name)
        if not holders or not _meant(loose, holders, now, pairing.package, own):
            continue
        yield from _judge(now, before, pairing, loose, holders, new_index.get(name, ()))


def owner_of(holder: Holder) -> AnyClass | None:
    """The class that holds the member."""
    return holder if isinstance(holder, ClassRef) else holder.owner


def _judge(
    now: Run,
    before: Run,
    pairing: Pairing,
    loose: Loose,
    holders: list[Holder],
    modules: tuple[str, ...],
) -> Iterator[Case]:
    if all(isinstance(holder, ClassRef) for holder in holders):
        if not any(
            _still_holds(now.world, h, loose.attribute) for h in holders if isinstance(h, ClassRef)
        ):
            yield _vanished(now, before, pairing, loose, holders)
        return
    current = _holders(now.world, modules, loose.attribute)
    if not modules and not _mentioned(now.world, pairing.package, loose.attribute):
        yield _vanished(now, before, pairing, loose, holders)
    elif loose.arguments is not None and current:
        yield from _called(now, before, pairing, loose, holders, current)


def _still_holds(world: World, cls: ClassRef, name: str) -> bool:
    """Whether the class, where there is one of that name now, may still have the member."""
    current = world.member(cls.module, cls.qualname) if world.has_module(cls.module) else None
    if not isinstance(current, ClassRef):
        return True
    if not isinstance(class_member(world, current, name), Member):
        edition = world.edition_of(cls.module)
        source = edition.store.source(cls.module) if edition else ""
        return re.search(rf"\bself\.{name}\b|^\s+{name}\s*[:=]", source, re.MULTILINE) is not None
    return True


def _mentioned(world: World, package: str, name: str) -> bool:
    """Whether the provider's code still holds or reads a member of that name."""
    store = world.editions[package].store
    pattern = re.compile(rf"\.{name}\b|^\s+{name}\s*[:=]|[\"']{name}[\"']", re.MULTILINE)
    return any(pattern.search(store.source(module)) for module in store.grep(name))


def _vanished(now: Run, before: Run, pairing: Pairing, loose: Loose, holders: list[Holder]) -> Case:
    owners = tuple(cls.name for h in holders if (cls := owner_of(h)) is not None)
    gone = Gone(owner=owners[0], name=loose.attribute, owner_form=TargetForm.CLASS)
    names = successors((now.world, before.world), gone)
    herd = Herd(
        name=loose.attribute,
        having=(),
        lacking=owners,
        successors=names,
        why=f"no class of {pairing.package} has `{loose.attribute}`",
    )
    was = Herd(name=loose.attribute, having=owners, lacking=())
    return case_of(now, before, pairing, loose.use, herd, was)


def _called(
    now: Run,
    before: Run,
    pairing: Pairing,
    loose: Loose,
    holders: list[Holder],
    current: list[Holder],
) -> Iterator[Case]:
    """A call by name: said only if every class it fitted in the baseline refuses it now."""
    assert loose.arguments is not None
    methods = [h for h in holders if isinstance(h, FunctionRef)]
    fitting = [pair for h in methods if (pair := _bound(before.world, h, loose)) is not None]
    fitting = [c for c in fitting if not c.binding.faults]
    names = {c.signature.name for c in fitting}
    there = [h for h in current if isinstance(h, FunctionRef)]
    paired = [h for h in there if h.name in names] or there
    today = [c for h in paired if (c := _bound(now.world, h, loose)) is not None]
    if not fitting or not today:
        return
    faults = [frozenset((f.form, f.parameter) for f in c.binding.faults) for c in today]
    if all(faults) and frozenset.intersection(*faults):
        use = replace(loose.use, form=UseForm.CALL, arguments=loose.arguments)
        yield case_of(now, before, pairing, use, today[0], fitting[0])
    elif not any(faults):
        use = replace(loose.use, form=UseForm.CALL, arguments=loose.arguments)
        was = {c.signature.name: c for c in fitting}
        for called in today[:1]:
            same = was.get(called.signature.name, fitting[0])
            yield case_of(now, before, pairing, use, called, same)
        yield from _consumed(now, before, pairing, loose, fitting, today)


def _consumed(
    now: Run,
    before: Run,
    pairing: Pairing,
    loose: Loose,
    fitting: list[Called],
    today: list[Called],
) -> Iterator[Case]:
    consumption = Consumption.ITEM if loose.item else Consumption.UNPACK
    if not loose.item and loose.unpacked is None:
        return
    use = replace(loose.use, form=UseForm.RESULT)
    for was in fitting:
        for called in today:
            yield case_of(
                now,
                before,
                pairing,
                use,
                _result(now.world, called, consumption, loose),
                _result(before.world, was, consumption, loose),
            )
            return


def _result(world: World, called: Called, consumption: Consumption, loose: Loose) -> Consumed:
    function = called.signature.function
    assert isinstance(function, FunctionRef)
    return Consumed(
        consumption=consumption,
        count=loose.unpacked,
        function=function,
        given=frozenset(called.binding.filled),
        value=returned(world, function),
    )


def _bound(world: World, holder: FunctionRef, loose: Loose) -> Called | None:
    signature = signature_of(world, holder)
    if not isinstance(signature, Signature) or loose.arguments is None:
        return None
    return Called(
        signature=signature, binding=bind(signature.parameters, loose.arguments), agreed=False
    )


def _holders(world: World, modules: tuple[str, ...], name: str) -> list[Holder]:
    """The methods of that name in the provider's classes, and the classes that hold it as data."""
    found: list[Holder] = []
    for module in modules[:_MOST]:
        for facts in world.facts(module).classes:
            cls = ClassRef(module, facts.name, facts)
            entry = world.class_index(cls).get(name)
            if isinstance(entry, Function):
                found.append(method_of(cls, entry, bound=True))
            elif isinstance(entry, Attribute):
                found.append(cls)
    common = len(modules) > _MOST and any(isinstance(holder, FunctionRef) for holder in found)
    return [] if common else found


def _holding(world: World, package: str, name: str) -> tuple[str, ...]:
    """Modules that set an attribute of that name."""
    store = world.editions[package].store
    pattern = re.compile(rf"self\.{name}\s*[:=]|^\s+{name}\s*[:=]", re.MULTILINE)
    return tuple(m for m in store.grep(name) if pattern.search(store.source(m)))


def _telling(name: str) -> bool:
    """Names that few libraries would share."""
    return "_" in name.strip("_") and len(name) >= _SHORTEST and name not in _BUILTIN


def _own_names(run: Run) -> set[str]:
    """Members that the consumer's own classes define."""
    found = set(run.assigned_anywhere)
    for env in run.class_envs.values():
        found |= set(env.names)
    return found


def _meant(loose: Loose, holders: list[Holder], run: Run, package: str, own: set[str]) -> bool:
    """Whether the receiver is likely the provider's: by its own name, or for want of others."""
    last = loose.receiver.path.rpartition(".")[2].lower()
    if last == "self":
        return any(loose.use.enclosing.startswith(f"{name}.") for _, name in run.named_by_string)
    words = {w for w in last.split("_") if len(w) >= _SHORTEST_WORD}
    for holder in holders:
        cls = owner_of(holder)
        owner = cls.qualname if cls is not None else ""
        parts = {p.lower() for p in re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+", owner)}
        if words & parts:
            return True
    if loose.attribute in own or all(isinstance(holder, ClassRef) for holder in holders):
        return False
    return _imports(loose.module) <= {package, "torch", "numpy"} | _own_tops(run)


def _own_tops(run: Run) -> set[str]:
    return {name.partition(".")[0] for name in run.project.modules}


def _imports(module: OwnModule) -> set[str]:
    """The third-party packages that a module imports."""
    found: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names)
