"""What bears a fix out: the uses of the providers in what it changed, judged again.

A call bears it out where it binds, by the sources, and at run time too where the provider can be
imported; a name where it is there; a call on an untyped receiver where every class that may be
meant takes it; an override or a replacement where it takes what the original does.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace

from drift_audit.auditor.arguments import arguments_of
from drift_audit.auditor.audit import Bench
from drift_audit.auditor.bind import bind
from drift_audit.auditor.classes import method_of
from drift_audit.auditor.constructors import signature_of
from drift_audit.auditor.contracts.runtime import (
    BindOutcome,
    BindRequest,
    Confirmed,
    Inconclusive,
    RuntimeContracts,
    probe,
)
from drift_audit.auditor.model import Argument, Function, Scan, UseForm
from drift_audit.auditor.outcome import (
    Called,
    Gone,
    Overridden,
    Patched,
    Reached,
    Record,
    Signature,
    Unclear,
)
from drift_audit.auditor.overriding import uncovered
from drift_audit.auditor.pairing import Pairing
from drift_audit.auditor.references import resolve
from drift_audit.auditor.run import span_of
from drift_audit.auditor.scan import Judgement
from drift_audit.auditor.shapes import shape_of
from drift_audit.auditor.values import ClassRef, FunctionRef, Value
from drift_audit.auditor.witness import environment_digest, refused, time_limit_s
from drift_audit.auditor.world import World

from .changed import Changed
from .model import Check, Fix, MoveSymbol
from .verify import Step

BINDS = "what is changed binds"
SOURCES = "against the sources"
LIVE = "at run time"
NONE = "no use of a provider in it can be judged again"

_MOST_MODULES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class _Untyped:
    """A call of a method on an object that nothing tells the class of."""

    attribute: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Uses:
    """What the patched consumer does with the providers where one fix changed it."""

    calls: tuple[Record, ...] = ()
    names: tuple[Record, ...] = ()
    untyped: tuple[_Untyped, ...] = ()
    stands_in: tuple[Record, ...] = ()


def witnesses(
    bench: Bench, here: Judgement, there: Judgement, fixes: Sequence[Fix], step: Step
) -> tuple[Check, ...]:
    """How each fix of a step, from `here` to `there`, is borne out."""
    changed, scan = Changed(step), there.scan
    uses = [_changed_uses(there, fix, changed) or _uses_about(here, there, fix) for fix in fixes]
    asked: dict[str, set[BindRequest]] = defaultdict(set)
    for record in (record for each in uses for record in each.calls):
        if (request := _request(record, scan)) is not None:
            asked[record.provider].add(request)
    answers = _Answers(bench, asked)
    return tuple(
        _check(there.now.world, fix, each, scan, answers)
        for fix, each in zip(fixes, uses, strict=True)
    )


def _changed_uses(there: Judgement, fix: Fix, changed: Changed) -> _Uses | None:
    """Those in changed lines, names and untyped calls as far as the fix says them; None without."""
    mine = [one for one in there.now.records.values() if changed.by(fix, one.use.span)]
    calls = tuple(record for record in mine if isinstance(record.outcome, Called))
    about = tuple(record for record in calls if _symbol(record) == _about(fix))
    words = words_of(fix)
    names = tuple(
        record
        for record in mine
        if isinstance(record.outcome, Reached) and record.use.text.rpartition(".")[2] in words
    )
    untyped = tuple(one for one in _untyped(there, fix, changed, calls) if one.attribute in words)
    stands_in = tuple(one for one in mine if isinstance(one.outcome, Overridden | Patched))
    found = _Uses(calls=about or calls, names=names, untyped=untyped, stands_in=stands_in)
    return found if mine or untyped else None


def words_of(fix: Fix) -> frozenset[str]:
    """The names that the fix's operations write."""
    texts = (str(value) for edit in fix.edits for value in asdict(edit.operation).values())
    return frozenset(re.findall(r"[A-Za-z_]\w*", " ".join(texts)))


def _untyped(
    there: Judgement, fix: Fix, changed: Changed, calls: tuple[Record, ...]
) -> Iterator[_Untyped]:
    paths = {edit.span.path for edit in fix.edits}
    told = {record.use.span for record in calls}
    for module in there.now.project.modules.values():
        for node in ast.walk(module.tree) if module.path in paths else ():
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            span = span_of(module.path, node)
            if span not in told and changed.by(fix, span):
                yield _Untyped(attribute=node.func.attr, arguments=arguments_of(node))


def _uses_about(here: Judgement, there: Judgement, fix: Fix) -> _Uses:
    """The calls in the same function that the finding is about: their result is changed."""
    site = fix.finding.site or fix.finding.span
    around = {
        one.use.enclosing
        for one in here.now.records.values()
        if one.use.form is UseForm.RESULT and one.use.span == site
    }
    calls = tuple(
        record
        for record in there.now.records.values()
        if record.use.span.path == site.path
        and record.use.enclosing in around
        and _symbol(record) == _about(fix)
    )
    return _Uses(calls=calls)


def _about(fix: Fix) -> str:
    return fix.finding.symbol.removesuffix(".__init__")


def _symbol(record: Record) -> str:
    match record.outcome:
        case Called(signature=signature):
            return signature.name.removesuffix(".__init__")
        case _:
            return ""


def _check(world: World, fix: Fix, uses: _Uses, scan: Scan, answers: _Answers) -> Check:
    """The strongest of what the uses tell."""
    if uses.calls:
        return _by_calls(uses.calls, scan, answers)
    if uses.untyped and all(_by_name(world, fix, call) for call in uses.untyped):
        return Check(name=BINDS, holds=True, detail=f"{SOURCES}, by every class that may be meant")
    if uses.names or _is_moved(world, fix) or any(_takes_all(world, r) for r in uses.stands_in):
        return Check(name=BINDS, holds=True, detail=SOURCES)
    return Check(name=BINDS, holds=None, detail=NONE)


def _is_moved(world: World, fix: Fix) -> bool:
    """Whether names are imported from elsewhere, and are there."""
    moves = [edit.operation for edit in fix.edits if isinstance(edit.operation, MoveSymbol)]
    found = [resolve(world, move.to) for move in moves]
    return bool(found) and not any(isinstance(one, (Gone, Unclear)) for one in found)


def _takes_all(world: World, record: Record) -> bool:
    """Whether a function takes whatever the provider's that it stands in for takes."""
    match record.outcome:
        case Overridden(method=method, own=own) if method is not None:
            base = signature_of(world, method)
        case Patched(signature=base, replacement=own):
            pass
        case _:
            return False
    return isinstance(base, Signature) and own is not None and not uncovered(base, own)


def _by_calls(calls: tuple[Record, ...], scan: Scan, answers: _Answers) -> Check:
    """Calls bind by the sources, or what is wrong with them is a finding of its own."""
    said = [answers.to(request) for call in calls if (request := _request(call, scan)) is not None]
    for answer in said:
        if isinstance(answer, Confirmed):
            return Check(name=BINDS, holds=False, detail=f"{LIVE}: {answer.text}")
    doubts = [answer.reason for answer in said if isinstance(answer, Inconclusive)]
    if said and not doubts and len(said) == len(calls):
        return Check(name=BINDS, holds=True, detail=LIVE)
    why = next((f"; {LIVE}: {doubt}" for doubt in doubts if doubt), "")
    return Check(name=BINDS, holds=True, detail=f"{SOURCES}{why}")


def _request(record: Record, scan: Scan) -> BindRequest | None:
    """The call without those of its faults that are told by themselves."""
    shape = shape_of(record.use, record.outcome) if isinstance(record.outcome, Called) else None
    if shape is None:
        return None
    mine = [finding for finding in scan.findings if finding.call == shape]
    missing = {finding.parameter for finding in mine if finding.kind == "argument-required"}
    excess = {finding.parameter for finding in mine if finding.kind == "keyword-removed"}
    kept = [keyword for keyword in shape.keywords if keyword not in excess]
    return BindRequest(
        symbol=shape.symbol, args_count=shape.args_count, keywords=(*kept, *sorted(missing))
    )


# --- untyped receivers ----------------------------------------------------------------------------


def _by_name(world: World, fix: Fix, call: _Untyped) -> bool:
    """Whether all methods that may be meant take the call, and there is one."""
    methods = [*_methods(world, fix, call.attribute)]
    return bool(methods) and all(_takes(world, method, call) for method in methods)


def _methods(world: World, fix: Fix, name: str) -> Iterator[Value]:
    """Those of the classes that the finding names, else all of that name."""
    named = fix.finding.before.split(", ") if fix.finding.kind == "attribute-vanished" else []
    found = [resolve(world, f"{one}.{name}") for one in named if one]
    told = [replace(one, bound=True) for one in found if isinstance(one, FunctionRef)]
    if told and len(told) == len(found):
        yield from told
        return
    edition = world.editions.get(fix.finding.provider)
    for module in edition.store.methods().get(name, ())[:_MOST_MODULES] if edition else ():
        for facts in world.facts(module).classes:
            cls = ClassRef(module, facts.name, facts)
            entry = world.class_index(cls).get(name)
            if isinstance(entry, Function):
                yield method_of(cls, entry, bound=True)


def _takes(world: World, method: Value, call: _Untyped) -> bool:
    signature = signature_of(world, method)
    return (
        isinstance(signature, Signature) and not bind(signature.parameters, call.arguments).faults
    )


# --- run time -------------------------------------------------------------------------------------


class _Answers:
    """What run time says of calls; nothing where it is not asked."""

    def __init__(self, bench: Bench, asked: dict[str, set[BindRequest]]) -> None:
        pairings = {} if bench.request.static else {p.package: p for p in bench.pairings}
        self._told = {
            package: _ask(bench, pairings[package], requests)
            for package, requests in sorted(asked.items())
            if package in pairings and pairings[package].now.installed
        }

    def to(self, request: BindRequest) -> BindOutcome:
        """The outcome of a call; inconclusive without a reason where nobody was asked."""
        contracts = self._told.get(request.symbol.partition(".")[0])
        return contracts.bind(request) if contracts else Inconclusive(reason="")


def _ask(bench: Bench, pairing: Pairing, requests: set[BindRequest]) -> RuntimeContracts:
    shut = refused(bench.consumer, bench.pairings)
    return probe(
        bench.environment.python,
        (pairing.package,),
        timeout_s=time_limit_s(),
        cache_dir=bench.request.cache_dir,
        env_digest=environment_digest(bench.environment, pairing, shut),
        binds=tuple(sorted(requests, key=lambda one: (one.symbol, one.args_count, one.keywords))),
        refused=shut,
    )
