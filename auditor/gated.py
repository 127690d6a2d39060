"""Objects that a test has let through: who passes it now, and lacks what is used of it?"""

from __future__ import annotations

from collections.abc import Iterator

from .classes import class_member, line_of
from .concern import Fit, have
from .judge import Case
from .model import Class
from .outcome import Gone, Herd
from .pairing import Pairing, case_of
from .run import Run
from .values import ClassRef
from .world import World

_MOST_MODULES = 10


def gated_cases(now: Run, before: Run, pairing: Pairing, fit: Fit) -> Iterator[Case]:
    """Members asked of an object that a test has let through: who passes the test now?"""
    for loose in now.loose.values():
        gates = loose.receiver.gates
        if not gates or loose.guarded or not loose.receiver.passed:
            continue
        passing_before = _passing(before.world, pairing.package, gates, loose.attribute)
        had = [c for c in passing_before if _has(before.world, c, loose.attribute)]
        if len(had) != len(passing_before) or not had:
            continue
        refused = fit.refused(gates)
        passing = _passing(now.world, pairing.package, gates, loose.attribute)
        if not refused:
            passing = list(dict.fromkeys((*fit.tops, *passing)))
        lacking = [c for c in passing if not _has(now.world, c, loose.attribute)]
        if lacking:
            names = tuple(c.name for c in lacking)
            having = tuple(c.name for c in passing if c not in lacking)
            herd = Herd(
                name=loose.attribute,
                having=having or tuple(c.name for c in had),
                lacking=names,
                why=f"{len(lacking)} classes that pass the test for {_shown(gates)} lack it",
            )
            was = Herd(name=loose.attribute, having=tuple(c.name for c in had), lacking=())
            met = not refused and any(cls in lacking for cls in fit.tops)
            spared = refused or ("" if met or not fit.tops else have(fit.tops, loose.attribute))
            concern = fit.concern(names, spared=spared, met=met)
            yield case_of(now, before, pairing, loose.use, herd, was, concern)


def _shown(gates: frozenset[str]) -> str:
    return ", ".join(sorted(gates))


def _passing(world: World, package: str, gates: frozenset[str], name: str) -> list[ClassRef]:
    """Classes that derive from the gates; those whose module never sets the name come first."""
    store = world.editions[package].store
    modules = [m for m in store.grep(*sorted(gates)) if m.startswith(package)]
    setting = set(store.grep(name))
    ordered = sorted(modules, key=lambda m: (f"self.{name} " in store.source(m), m in setting, m))
    found: list[ClassRef] = []
    for module in ordered[:_MOST_MODULES]:
        for facts in world.facts(module).classes:
            cls = ClassRef(module, facts.name, facts)
            if _derives(world, cls, facts, gates):
                found.append(cls)
    return found


def _derives(world: World, cls: ClassRef, facts: Class, gates: frozenset[str]) -> bool:
    if not facts.bases or facts.name in gates or facts.name.startswith("Supports"):
        return False
    names = {c.qualname for c in line_of(world, cls).classes}
    return gates <= names and "Protocol" not in " ".join(facts.bases)


def _has(world: World, cls: ClassRef, name: str) -> bool:
    return not isinstance(class_member(world, cls, name), Gone)
