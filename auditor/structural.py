"""Untyped receivers, judged by the provider classes that fit what the consumer asks of them.

A function that is put onto an object (`model.forward = MethodType(f, model)`) uses a set of
attributes of `self`; the baseline's classes that have them all are what it was written for.  A
test on the way (`supports_x(model)`) narrows them.  Where there is but a name, the provider's
classes that define it stand for the receiver, and only what all of them agree on is said.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from .anatomy import Anatomy
from .classes import Member, class_member
from .concern import Fit, have
from .gated import gated_cases
from .judge import Case, Concern
from .loose import loose_cases
from .model import Use
from .narrowing import Replaced, method_signature, narrower_cases, patched
from .outcome import Gone, Herd, Signature, Successor, TargetForm
from .overriding import uncovered
from .pairing import case_of
from .parameters import parameters_of
from .run import BoundOn, Run
from .successors import successors
from .values import ClassRef, Unknown
from .world import World

if TYPE_CHECKING:
    from .pairing import Pairing

_MOST_MODULES = 10
_TELLING = 2


def structural_cases(
    now: Run,
    before: Run | None,
    pairings: tuple[Pairing, ...],
    anatomies: Mapping[str, Anatomy],
) -> list[Case]:
    """All cases that untyped receivers give; none without a baseline.

    `anatomies` tell by the provider's package which of its classes run the model asked for.
    """
    if before is None:
        return []
    cases: list[Case] = []
    for pairing in pairings:
        if pairing.before is None or now is before:
            continue
        seen: set[int] = set()
        package = pairing.package
        fit = Fit(world=now.world, package=package, anatomy=anatomies.get(package))
        for bound in now.bound:
            if id(bound.function.node) not in seen:
                seen.add(id(bound.function.node))
                cases += _bound_cases(now, before, pairing, bound, fit)
        cases += gated_cases(now, before, pairing, fit)
        cases += loose_cases(now, before, pairing, skip=_bodies(now))
    return cases


def _bodies(run: Run) -> set[int]:
    return {id(bound.function.node) for bound in run.bound}


def _flock(
    world: World,
    package: str,
    names: frozenset[str],
    gates: frozenset[str],
    telling: Callable[[str], int] = lambda _source: 0,
) -> tuple[ClassRef, ...]:
    """Classes of the package that have every name, in modules that mention every gate.

    Where there are many, the modules whose source is the most telling come first.
    """
    store = world.editions[package].store
    modules = [m for m in store.grep(*sorted(names | gates)) if m.startswith(package)]
    if len(modules) > _MOST_MODULES:
        modules.sort(key=lambda module: -telling(store.source(module)))
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


def _bound_cases(
    now: Run, before: Run, pairing: Pairing, bound: BoundOn, fit: Fit
) -> Iterator[Case]:
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
    refused = fit.refused(gates)
    lost: set[str] = set()
    found: set[str] = set()
    for name, uses in sorted(asked.items()):
        herd = _herd(now.world, before.world, was, name)
        if herd.lacking and not herd.having:
            lost.add(name)
            found |= {successor.name for successor in herd.successors[:1]}
        herd, concern = _for_model(now.world, herd, fit, refused)
        if herd.lacking:
            for use in uses:
                yield case_of(now, before, pairing, use, herd, _was(was, name), concern)
    now_names = frozenset((names - lost) | {name for name in found if name})
    flock = _flock(now.world, pairing.package, now_names, gates, partial(_more, bound))
    replaced = Replaced(bound=bound, was=was, flock=flock, refused=refused)
    yield from narrower_cases(now, before, pairing, replaced, fit)


def _more(bound: BoundOn, source: str) -> int:
    """How many parameters a module's methods of that name have beyond the replacement's own."""
    own = {parameter.name for parameter in parameters_of(bound.function.node)}
    heads = re.findall(rf"def {bound.attribute}\(([^)]*)", source)
    return max((len(set(re.findall(r"(\w+)\s*:", head)) - own) for head in heads), default=0)


def _for_model(world: World, herd: Herd, fit: Fit, refused: str) -> tuple[Herd, Concern]:
    """The herd, with the model's own class where that alone lacks the member."""
    lacking = tuple(
        c.name for c in fit.inner if isinstance(class_member(world, c, herd.name), Gone)
    )
    spared = refused
    if fit.inner and not lacking:
        spared = spared or have(fit.inner, herd.name)
    met = bool(lacking) and not refused
    if met and not herd.lacking:
        herd = Herd(name=herd.name, having=(), lacking=lacking)
    families = herd.lacking if herd.having else ()
    return herd, fit.concern(families, spared=spared, met=met)


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
        yield case_of(now, before, pairing, bound.use, patched(new[0], own), patched(old[0], own))


def _signatures(world: World, package: str, name: str) -> list[Signature]:
    """The methods of that name in a handful of the provider's classes."""
    modules = world.editions[package].store.methods().get(name, ())
    found: list[Signature] = []
    for module in modules[:_MOST_MODULES]:
        for facts in world.facts(module).classes:
            signature = method_signature(world, ClassRef(module, facts.name, facts), name)
            if signature is not None:
                found.append(signature)
    return found
