"""Fixes that keep the baseline working: what may be written for both releases, and the proof.

A fix is tried in forms, the plainest first: as it is, where the baseline takes its words too; on a
condition that asks the provider itself; on its version. The baseline's sources judge each form.
"""

from __future__ import annotations

from collections.abc import Sequence

from drift_audit.auditor.audit import Bench
from drift_audit.auditor.model import Finding, Scan, Severity
from drift_audit.auditor.scan import Judgement

from .advise import advise
from .changed import Changed
from .gated import Scene
from .model import Check, Fix, Recipe, RejectedFix
from .state import State
from .verify import Step, new_findings
from .witness import words_of

WORKS = "the baseline works as before"
_NO_FORM = "nothing that can be asked at run time tells the releases apart"


class Compatible:
    """Forms of fixes, and what the baseline says of them."""

    def __init__(self, bench: Bench, recipes: Sequence[Recipe]) -> None:
        self._bench = bench.turned()
        self._recipes = {recipe.id: recipe for recipe in recipes}
        self._last: tuple[State, Scan] | None = None

    def forms(self, judgement: Judgement, fix: Fix) -> tuple[Fix, ...]:
        """The fix as it may be written for both releases, the plainest first."""
        pairings = [p for p in judgement.pairings if p.package == fix.finding.provider]
        if not fix.edits or not pairings or pairings[0].before is None:
            return (fix,)
        recipe = self._recipes.get(fix.origin)
        scene = Scene(judgement=judgement, fix=fix, recipe=recipe, pairing=pairings[0])
        plain = (fix,) if scene.may_stay_plain() else ()
        gated = (scene.gated(gate) for gate in (None, *scene.gates()))
        return (*plain, *(form for form in gated if form is not None))

    def failures(
        self, before: State, after: State, fixes: Sequence[Fix], step: Step
    ) -> tuple[RejectedFix, ...]:
        """The fixes of a step with which the baseline is worse off."""
        changed = Changed(step)
        failed: list[RejectedFix] = []
        was, now = self._scan(before), self._scan(after)
        for finding in new_findings(was, now):
            if finding.severity is Severity.NOTE:
                continue
            check = Check(name=WORKS, holds=False, detail=_told(finding))
            site = finding.site or finding.span
            blamed = [fix for fix in fixes if changed.by(fix, site)] or fixes
            about = finding.parameter or finding.symbol.rpartition(".")[2]
            blamed = [fix for fix in blamed if about in words_of(fix)] or blamed
            failed += [RejectedFix(fix=fix, failed=check) for fix in blamed]
        return tuple(failed)

    def _scan(self, state: State) -> Scan:
        if self._last is None or self._last[0] is not state:
            judgement = self._bench.judge(state.consumer)
            self._last = state, advise(judgement, self._recipes.values()).scan
        return self._last[1]


def without_form(fix: Fix) -> RejectedFix:
    """A fix that cannot be written for both releases."""
    return RejectedFix(fix=fix, failed=Check(name=WORKS, holds=False, detail=_NO_FORM))


def _told(finding: Finding) -> str:
    return f"{finding.kind} in line {finding.span.line}: {finding.message}"
