"""Untyped receivers, judged by the provider classes that fit what the consumer asks of them.

A function that is put onto an object (`model.forward = MethodType(f, model)`) uses a set of
attributes of `self`; the baseline's classes that have them all are what it was written for.  A
test on the way (`supports_x(model)`) narrows them.  Where there is but a name, the provider's
classes that define it stand for the receiver, and only what all of them agree on is said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from .classes import Member, class_member, member_value
from .constructors import signature_of
from .gated import gated_cases
from .judge import Case
from .loose import loose_cases
from .model import Parameter, Span, Use
from .outcome import Gone, Herd, Patched, Signature, Successor, Target, TargetForm
from .overriding import uncovered
from .pairing import case_of
from .parameters import parameters_of
from .run import BoundOn, Run
from .successors import successors
from .values import ClassRef, FunctionRef, Unknown
from .world import World

if TYPE_CHECKING:
    from .pairing import Pairing

_MOST_MODULES = 10
_TELLING = 2


def structural_cases(now: Run, before: Run | None, pairings: tuple[Pairing, ...]) -> list[Case]:
    """All cases that untyped receivers give; none without a baseline."""
    if before is None:
        return []
    cases: list[Case] = []
    for pairing in pairings:
        if pairing.before is None or now is before:
            continue
        seen: set[int] = set()
        for bound in now.bound:
            if id(bound.function.node) not in seen:
                seen.add(id(bound.function.node))
                cases += _bound_cases(now, before, pairing, bound)
        cases += gated_cases(now, before, pairing)
        cases += loose_cases(now, before, pairing, skip=_bodies(now))
    return cases


def _bodies(run: Run) -> set[int]:
    return {id(bound.function.node) for bound in run.bound}


def _flock(
    world: World, package: str, names: frozenset[str], gates: frozenset[str]
) -> tuple[ClassRef, ...]:
    """Classes of the package that have every name, in modules that mention every gate."""
    store = world.editions[package].store
    modules = [m for m in store.grep(*sorted(names | gates)) if m.startswith(package)]
    found: list[ClassRef] = []
    for module in modules[:_MOST_MODULES]:
        for facts in world.facts(module).classes:
            cls = ClassRef(module, facts.name, facts)
            if all(isinstance(class_member(world, cls, n), Member) for n in names):
                found.append(cls)
    return tuple(found)


def _asked(run: Run, bound: BoundOn) -> dict[str, list[Use]]:
    """The members of `self` that a bound function's body uses, and where."""
    node = bound.function.node
    first = next(iter((*node.args.posonlyargs, *node.args.args)), None)
    found: dict[str, list[Use]] = defaultdict(list)
    for loose in run.loose.values():
        same = loose.function is not None and loose.function.node is node
        mine = same and first is not None and loose.receiver.path == first.arg
        if mine and not loose.guarded and loose.attribute not in run.assigned_anywhere:
            found[loose.attribute].append(loose.use)
    return dict(found)


def _bound_cases(now: Run, before: Run, pairing: Pairing, bound: BoundOn) -> Iterator[Case]:
    asked = _asked(now, bound)
    names = frozenset(asked)
    gates = bound.receiver.gates if isinstance(bound.receiver, Unknown) else frozenset()
    if len(names) < _TELLING:
        yield from _by_name(now, before, pairing, bound)
        return
    was = _flock(before.world, pairing.package, names, gates)
    if not was and gates:
        gates = frozenset()
        was = _flock(before.world, pairing.package, names, gates)
    if not was:
        return
    lost: set[str] = set()
    found: set[str] = set()
    for name, uses in sorted(asked.items()):
        herd = _herd(now.world, before.world, was, name)
        if herd.lacking and not herd.having:
            lost.add(name)
            found |= {successor.name for successor in herd.successors[:1]}
        if herd.lacking:
            for use in uses:
                yield case_of(now, before, pairing, use, herd, _was(was, name))
    now_names = (names - lost) | {name for name in found if name}
    yield from _narrower(now, before, pairing, bound, was, frozenset(now_names), gates)


def _was(was: tuple[ClassRef, ...], name: str) -> Herd:
    return Herd(name=name, having=tuple(c.name for c in was), lacking=())


def _herd(now: World, before: World, was: tuple[ClassRef, ...], name: str) -> Herd:
    """Which of the classes that had the member have it still."""
    having: list[str] = []
    lacking: list[str] = []
    reasons: dict[str, list[str]] = {}
    for cls in was:
        current = now.member(cls.module, cls.qualname) if now.has_module(cls.module) else None
        if not isinstance(current, ClassRef):
            continue
        if isinstance(class_member(now, current, name), Gone):
            lacking.append(cls.name)
            gone = Gone(owner=cls.name, name=name, owner_form=TargetForm.CLASS)
            for successor in successors((now, before), gone):
                reasons.setdefault(successor.name, []).append(successor.why)
        else:
            having.append(cls.name)
    ranked = [
        Successor(name=successor, why=", ".join(dict.fromkeys(sorted(why))))
        for successor, why in sorted(reasons.items(), key=lambda each: (-len(each[1]), each[0]))
    ]
    return Herd(
        name=name,
        having=tuple(having),
        lacking=tuple(lacking),
        successors=tuple(ranked[:3]),
        why=_why(lacking, ranked),
    )


def _why(lacking: list[str], ranked: list[Successor]) -> str:
    if not lacking:
        return ""
    first = f"; they have {ranked[0]}" if ranked else ""
    count = f"{len(lacking)} classes" if len(lacking) > 1 else "one class"
    return f"gone from {count}{first}"


def _narrower(
    now: Run,
    before: Run,
    pairing: Pairing,
    bound: BoundOn,
    was: tuple[ClassRef, ...],
    names: frozenset[str],
    gates: frozenset[str],
) -> Iterator[Case]:
    """Parameters that the replaced method has in some class now, and in none of the baseline's."""
    own = parameters_of(bound.function.node)[1:]
    old: set[str] = set()
    earlier: Signature | None = None
    for cls in was:
        signature = _method(before.world, cls, bound.attribute)
        if signature is not None:
            earlier = earlier or signature
            old |= {name for name, _ in uncovered(signature, own)}
    told: set[str] = set()
    for cls in _flock(now.world, pairing.package, names, gates):
        signature = _method(now.world, cls, bound.attribute)
        if signature is None or earlier is None:
            continue
        fresh = [n for n, _ in uncovered(signature, own) if n not in old and n not in told]
        if fresh:
            told.update(fresh)
            kept = tuple(p for p in signature.parameters if p.name not in told or p.name in fresh)
            yield case_of(
                now,
                before,
                pairing,
                _definition(bound),
                _patched(replace(signature, parameters=kept), own),
                _patched(earlier, own),
            )


def _by_name(now: Run, before: Run, pairing: Pairing, bound: BoundOn) -> Iterator[Case]:
    """Where the body tells nothing: what all classes with a method of that name agree on."""
    old = _signatures(before.world, pairing.package, bound.attribute)
    new = _signatures(now.world, pairing.package, bound.attribute)
    node = bound.function.node
    own = parameters_of(node) if bound.function.bound is False else parameters_of(node)[1:]
    if not old or not new or any(uncovered(signature, own) for signature in old):
        return
    gaps = [frozenset(uncovered(signature, own)) for signature in new]
    if frozenset.intersection(*gaps):
        yield case_of(now, before, pairing, bound.use, _patched(new[0], own), _patched(old[0], own))


def _signatures(world: World, package: str, name: str) -> list[Signature]:
    """The methods of that name in a handful of the provider's classes."""
    modules = world.editions[package].store.methods().get(name, ())
    found: list[Signature] = []
    for module in modules[:_MOST_MODULES]:
        for facts in world.facts(module).classes:
            signature = _method(world, ClassRef(module, facts.name, facts), name)
            if signature is not None:
                found.append(signature)
    return found


def _patched(signature: Signature, own: tuple[Parameter, ...]) -> Patched:
    target = Target(
        name=signature.name,
        form=TargetForm.METHOD,
        defined_at=signature.defined_at,
        value=signature.function,
    )
    return Patched(target=target, signature=signature, replacement=own)


def _definition(bound: BoundOn) -> Use:
    """The use stands where the function is defined: that is what has to change."""
    node = bound.function.node
    span = Span(
        path=bound.module.path,
        line=node.lineno,
        column=node.col_offset + 1,
        end_line=node.lineno,
        end_column=node.col_offset + 1,
    )
    return replace(bound.use, span=span, enclosing=bound.function.qualname)


def _method(world: World, cls: ClassRef, name: str) -> Signature | None:
    member = class_member(world, cls, name)
    if not isinstance(member, Member):
        return None
    value = member_value(world, member, bound=True)
    signature = signature_of(world, value) if isinstance(value, FunctionRef) else None
    return signature if isinstance(signature, Signature) else None
