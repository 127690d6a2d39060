"""What reports say of fixes: what became of each finding, and all of them counted."""

from __future__ import annotations

import dataclasses

import pytest

from drift_audit.auditor.model import Finding, FixReport, FixStanding, Severity
from drift_audit.reports.fixes import Became, fate, outcomes
from drift_audit.reports.verdict import verdict

from .format_scans import SCANS


class TestFixes:
    def test_a_mended_scan(self) -> None:
        said = verdict(SCANS["mended"]())
        assert [outcome.clause for outcome in said.outcomes] == [
            "5 are repaired (4 safe; 1 unsafe)",
            "1 is not found any more (another's fix repaired or hid it)",
            "2 need a hand (for 1 a recipe tells what to do; for 1 no fix is known)",
            '2 were rejected (for 1 "no finding is new" does not hold; '
            'for 1 "the edits can be made" does not hold)',
            "2 were left out (unsafe, and not asked for)",
        ]
        assert "3 may behave differently; 5 are repaired (4 safe;" in said.sentence
        assert "; 5 are repaired, 1 is not found any more, 2 need a hand, " in said.core

    @pytest.mark.parametrize(
        ("fix", "clause"),
        [
            (FixReport(standing=FixStanding.REPAIRED, applicability="safe"), "1 is repaired"),
            (
                FixReport(standing=FixStanding.REPAIRED, applicability="unsafe"),
                "1 is repaired (unsafe)",
            ),
            (FixReport(standing=FixStanding.BY_HAND), "1 needs a hand (no fix is known)"),
            (FixReport(standing=FixStanding.REJECTED, why="so"), "1 was rejected (so)"),
            (FixReport(standing=FixStanding.LEFT_OUT, why="unsafe"), "1 was left out (unsafe)"),
        ],
    )
    def test_one_is_singular(self, fix: FixReport, clause: str) -> None:
        scan = dataclasses.replace(SCANS["mended"](), findings=(_finding(fix=fix),))
        assert outcomes(scan)[-1].clause == clause
        if fix.standing is not FixStanding.REPAIRED:
            assert outcomes(scan)[0].clause == "none is repaired"

    def test_a_plain_scan_has_no_outcomes(self) -> None:
        assert outcomes(SCANS["drifted"]()) == ()
        assert fate(_finding(), mended=False) is None

    def test_what_has_no_fix_of_its_own_is_not_said_to_be_repaired(self) -> None:
        became = fate(_finding(), mended=True)
        assert became is not None
        assert became.became is Became.UNSEEN

    def test_a_note_needs_no_hand(self) -> None:
        by_hand = FixReport(standing=FixStanding.BY_HAND, why="Look.")
        assert fate(_finding(fix=by_hand, severity=Severity.NOTE), mended=True) is None
        assert fate(_finding(fix=by_hand), mended=True) is not None

    @pytest.mark.parametrize(
        ("origin", "source"),
        [("moved", "contracts: moved"), ("a-card", "recipe a-card"), ("", "")],
    )
    def test_a_fix_tells_where_it_is_from(self, origin: str, source: str) -> None:
        fix = FixReport(standing=FixStanding.REPAIRED, origin=origin)
        became = fate(_finding(fix=fix), mended=True)
        assert became is not None
        assert became.source == source

    @pytest.mark.parametrize(
        ("standing", "said", "left"),
        [
            (FixStanding.REPAIRED, "", ""),
            (FixStanding.BY_HAND, "Well: pass  `x=`, or not.", ""),
            (FixStanding.REJECTED, "It failed.", "Pass `x=`."),
            (FixStanding.LEFT_OUT, "unsafe", "Pass `x=`."),
        ],
    )
    def test_advice_is_kept_where_nothing_says_it(
        self, standing: FixStanding, said: str, left: str
    ) -> None:
        fix = FixReport(standing=standing, why=said)
        became = fate(_finding(fix=fix, advice="Pass `x=`."), mended=True)
        assert became is not None
        assert became.advice == left


def _finding(
    *, fix: FixReport | None = None, severity: Severity = Severity.BREAKS, advice: str = ""
) -> Finding:
    return dataclasses.replace(
        SCANS["drifted"]().findings[0], fix=fix, severity=severity, advice=advice
    )
