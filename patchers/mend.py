"""Rounds of planning, composing and proving, until nothing that is asked for is left to do."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from drift_audit.auditor.audit import Bench
from drift_audit.auditor.model import Finding, FixReport, FixStanding, Scan, Severity
from drift_audit.auditor.scan import Judgement

from .advise import Advised, advise
from .book import Book, Repair
from .compatible import Compatible
from .compose import compose
from .diffs import unified
from .model import Applicability, Check, Edit, Fix, Patch, Recipe, RejectedFix, VerifiedPatch
from .plan import plan
from .state import State
from .verify import Step, failures, passed
from .witness import witnesses

_MOST_ROUNDS = 8
_LATER = "another edit came first"

Wants: TypeAlias = Callable[[Fix], bool]


class Style(enum.StrEnum):
    """For whom fixes are written: for the release at hand alone, or for the baseline as well."""

    PLAIN = "plain"
    COMPATIBLE = "compatible"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """All that fixing came to: the scans on both ends, the patches, and each finding's repair."""

    before: Scan
    after: Scan
    patches: tuple[VerifiedPatch, ...]
    repairs: tuple[Repair, ...]
    rounds: int

    @property
    def unveiled(self) -> tuple[Finding, ...]:
        """What would run and be wrong where the consumer used to raise."""
        if not any(r.finding.severity is Severity.BREAKS for r in self._repaired):
            return ()
        return tuple(f for f in self.after.findings if f.severity is Severity.SILENT)

    @property
    def _repaired(self) -> tuple[Repair, ...]:
        return tuple(r for r in self.repairs if r.standing is FixStanding.REPAIRED)

    @property
    def rejected(self) -> tuple[Repair, ...]:
        """The fixes that failed a check."""
        return tuple(r for r in self.repairs if r.standing is FixStanding.REJECTED)

    @property
    def told(self) -> Scan:
        """The first scan, every finding with its fix; what was hidden at first comes last."""
        reports = {r.finding.fingerprint: _report(r) for r in self.repairs}
        known = {finding.fingerprint for finding in self.before.findings}
        hidden = [r.finding for r in self.repairs if r.finding.fingerprint not in known]
        findings = [
            replace(finding, fix=reports.get(finding.fingerprint))
            for finding in (*self.before.findings, *hidden)
        ]
        counts = Counter(f.severity for f in self.after.findings if not f.is_advisory)
        return replace(
            self.before,
            findings=tuple(findings),
            after=tuple((severity, counts[severity]) for severity in Severity),
        )

    def diff(self) -> str:
        """The unified diff of all patches, as `git apply` and `patch -p1` take it."""
        return "".join(unified(p.patch.path, p.patch.before, p.patch.after) for p in self.patches)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Position:
    """Where the rounds have come to."""

    state: State
    judgement: Judgement
    advised: Advised


def mend(
    bench: Bench, recipes: Sequence[Recipe], wants: Wants, style: Style = Style.PLAIN
) -> Mending:
    """Plan, compose and prove fixes until none that is wanted is left; nothing is written."""
    rounds = _Rounds(
        bench=bench,
        recipes=recipes,
        wants=wants,
        compatible=Compatible(bench, recipes) if style is Style.COMPATIBLE else None,
    )
    here = rounds.position(State(original=bench.consumer))
    first, book, count = here.advised.scan, rounds.book, 0
    while count < _MOST_ROUNDS and (step := rounds.step(here)) is not None:
        here, count = step, count + 1
    left = rounds.planned(here)
    return Mending(
        before=first,
        after=here.advised.scan,
        patches=_patches(here.state, book.repairs),
        repairs=(*book.repairs, *(_left(fix, book, here.state) for fix in left)),
        rounds=count,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rounds:
    """What all rounds share."""

    bench: Bench
    recipes: Sequence[Recipe]
    wants: Wants
    compatible: Compatible | None
    book: Book = field(default_factory=Book)

    def position(self, state: State) -> _Position:
        """Where the rounds have come to with a state of the consumer."""
        judgement = self.bench.judge(state.consumer)
        return _Position(state=state, judgement=judgement, advised=advise(judgement, self.recipes))

    def planned(self, here: _Position) -> list[Fix]:
        """A fix for every finding that is left."""
        return [self.book.weighed(fix) for fix in plan(here.judgement, here.advised)]

    def step(self, here: _Position) -> _Position | None:
        """The next position, with as many fixes as pass together; None when none does."""
        planned = self.planned(here)
        while fixes := [*self._due(here, planned)]:
            files, done = _composed(here.state, fixes, self.book)
            if not done:
                return None
            there = self.position(here.state.changing(files))
            pairs = {path: (here.state.read(path), after) for path, after in files.items()}
            step = Step(files=pairs, alone=partial(_alone, state=here.state))
            if self._holds(here, there, done, step):
                return there
        return None

    def _due(self, here: _Position, planned: list[Fix]) -> Iterator[Fix]:
        """What is wanted and was not rejected, in the form that is next."""
        for fix in map(self.book.weighed, planned):
            if self.wants(fix) and self.book.is_open(fix):
                style = self.compatible
                forms = style.forms(here.judgement, fix) if style is not None else (fix,)
                if (form := self.book.formed(fix, forms)) is not None:
                    yield form

    def _holds(self, here: _Position, there: _Position, fixes: Sequence[Fix], step: Step) -> bool:
        """Whether a step passes all checks and is taken; the book says what is not to be tried."""
        failed = failures(here.advised.scan, there.advised.scan, fixes, step)
        if not failed and self.compatible is not None:
            failed = self.compatible.failures(here.state, there.state, fixes, step)
        if failed:
            self.book.fail(failed)
            return False
        checks = witnesses(self.bench, here.judgement, there.judgement, fixes, step)
        if not self._all_borne(fixes, checks):
            return False
        self.book.repairs += [
            _repaired(self.book.weighed(fix), here.state, check)
            for fix, check in zip(fixes, checks, strict=True)
        ]
        return True

    def _all_borne(self, fixes: Sequence[Fix], checks: Sequence[Check]) -> bool:
        """Whether all may stay by what bears them out; the book says what is to be left out."""
        pairs = [*zip(fixes, checks, strict=True)]
        failed = [
            RejectedFix(fix=fix, failed=check) for fix, check in pairs if check.holds is False
        ]
        self.book.fail(failed)
        self.book.unborne |= {fix.key for fix, check in pairs if check.holds is None}
        return not failed and all(self.wants(self.book.weighed(fix)) for fix in fixes)


def _composed(state: State, fixes: list[Fix], book: Book) -> tuple[dict[str, bytes], list[Fix]]:
    """The changed files, and the fixes that went in whole; the others wait for another round."""
    book.waiting.clear()
    mine = fixes
    while mine:
        edits: dict[str, list[Edit]] = {}
        for edit in (edit for fix in mine for edit in fix.edits):
            edits.setdefault(edit.span.path, []).append(edit)
        results = {path: compose(state.read(path), some) for path, some in edits.items()}
        unfit = {id(f.edit): f.reason for result in results.values() for f in result.failed}
        unfit |= {id(edit): _LATER for result in results.values() for edit in result.deferred}
        if not unfit:
            files = {path: r.after for path, r in results.items() if r.after != state.read(path)}
            return files, mine
        for fix in mine:
            for reason in [unfit[id(edit)] for edit in fix.edits if id(edit) in unfit][:1]:
                book.waiting[fix.key] = reason
        mine = [fix for fix in mine if fix.key not in book.waiting]
    return {}, []


def _repaired(fix: Fix, state: State, witness: Check) -> Repair:
    return Repair(
        finding=fix.finding,
        fix=fix,
        standing=FixStanding.REPAIRED,
        diff=_alone(fix, state),
        witness=witness,
    )


def _alone(fix: Fix, state: State) -> str:
    """The diff of one fix by itself."""
    paths = dict.fromkeys(edit.span.path for edit in fix.edits)
    return "".join(_alone_in(path, fix, state) for path in paths)


def _alone_in(path: str, fix: Fix, state: State) -> str:
    source = state.read(path)
    edits = [edit for edit in fix.edits if edit.span.path == path]
    return unified(path, source, compose(source, edits).after)


def _left(fix: Fix, book: Book, state: State) -> Repair:
    """A finding that stays, and why."""
    rejected = book.rejected.get(fix.key)
    if rejected is not None:
        check = rejected.failed
        return Repair(
            finding=fix.finding,
            fix=fix,
            standing=FixStanding.REJECTED,
            why=f"{check.name}: no, {check.detail}",
            diff=_alone(fix, state),
        )
    if fix.key in book.waiting:
        return Repair(
            finding=fix.finding,
            fix=fix,
            standing=FixStanding.BY_HAND,
            why=f"{book.waiting[fix.key]}: {fix.advice}".removesuffix(": "),
        )
    if not fix.edits or fix.applicability is Applicability.DISPLAY_ONLY:
        return Repair(finding=fix.finding, fix=fix, standing=FixStanding.BY_HAND, why=fix.advice)
    return Repair(
        finding=fix.finding,
        fix=fix,
        standing=FixStanding.LEFT_OUT,
        why=f"{fix.applicability}, and not asked for",
        diff=_alone(fix, state),
    )


def _report(repair: Repair) -> FixReport:
    fix = repair.fix
    return FixReport(
        standing=repair.standing,
        origin=fix.origin,
        applicability=str(fix.applicability),
        safety=fix.safety,
        diff=repair.diff,
        why=repair.why,
    )


def _patches(state: State, repairs: list[Repair]) -> tuple[VerifiedPatch, ...]:
    return tuple(_patch(path, state, repairs) for path in sorted(state.changed))


def _patch(path: str, state: State, repairs: list[Repair]) -> VerifiedPatch:
    mine = [r for r in repairs if any(edit.span.path == path for edit in r.fix.edits)]
    borne = tuple(repair.witness for repair in mine if repair.witness is not None)
    patch = Patch(
        path=path,
        before=state.was(path),
        after=state.changed[path],
        fixes=tuple(repair.fix for repair in mine),
    )
    return VerifiedPatch(patch=patch, checks=(*passed(), *borne))


__all__ = ["Mending", "Repair", "Style", "mend"]
