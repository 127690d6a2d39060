"""What became of the findings of a scan that was mended, by itself and counted."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from drift_audit.auditor.model import Finding, FixReport, FixStanding, Scan, Severity

from .code import DiffLine, hunks

_CONTRACTS = ("moved", "renamed", "callers", "unused")
_SAFE = "safe"
_FAILED = ": no, "
"""Stands between a proof and what speaks against it."""


class Became(enum.StrEnum):
    """What became of a finding: its fix's standing, or it has none and is not found any more."""

    REPAIRED = "repaired"
    UNSEEN = "not found any more"
    BY_HAND = "needs a hand"
    REJECTED = "rejected"
    LEFT_OUT = "left out"


_PHRASES = {
    Became.REPAIRED: ("is repaired", "are repaired"),
    Became.UNSEEN: ("is not found any more", "are not found any more"),
    Became.BY_HAND: ("needs a hand", "need a hand"),
    Became.REJECTED: ("was rejected", "were rejected"),
    Became.LEFT_OUT: ("was left out", "were left out"),
}
_WITH_FOR = (Became.BY_HAND, Became.REJECTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What became of one finding.

    `reason` is short, so that it can be counted; `source` names a recipe or says how the contracts
    gave the fix, `advice` is what the finding advises, as far as nothing else here says it.
    """

    became: Became
    reason: str
    source: str = ""
    applicability: str = ""
    safety: str = ""
    why: str = ""
    advice: str = ""
    diff: tuple[DiffLine, ...] = ()

    @property
    def cause(self) -> str:
        """Why it came to this, as a sentence of its own."""
        _, no, detail = self.why.partition(_FAILED)
        if self.became is Became.REJECTED and no:
            return f"{self.reason}: {detail}" if detail else self.reason
        return self.reason if self.became is Became.BY_HAND else self.why

    @property
    def gist(self) -> str:
        """What matters most: what a repair may change, what a hand has to do, else the cause."""
        if self.became is Became.REPAIRED:
            return self.safety
        return self.why or self.reason if self.became is Became.BY_HAND else self.cause


_UNSEEN = Fate(
    became=Became.UNSEEN,
    reason="another's fix repaired or hid it",
    why="another's fix repaired it, or hid it from the scan: look at it",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Findings of which the same became, and their reasons, the most frequent first."""

    became: Became
    findings: tuple[Finding, ...]
    reasons: tuple[tuple[str, int], ...]

    @property
    def words(self) -> str:
        """What is to be said behind their number: `needs a hand`, `need a hand`."""
        return _PHRASES[self.became][len(self.findings) != 1]

    @property
    def phrase(self) -> str:
        """The number with its words: `3 need a hand`, `none is repaired`."""
        if not self.findings:
            return f"none {_PHRASES[self.became][0]}"
        return f"{len(self.findings):,} {self.words}"

    @property
    def why(self) -> str:
        """The reasons, counted where there are several: `for 2 no fix is known; for 1 …`."""
        if len(self.reasons) == 1:
            (reason, _) = self.reasons[0]
            return "" if reason == _SAFE else reason
        lead = "for " if self.became in _WITH_FOR else ""
        return "; ".join(f"{lead}{number:,} {reason}" for reason, number in self.reasons)

    @property
    def clause(self) -> str:
        """The phrase with the reasons behind it."""
        return f"{self.phrase} ({self.why})" if self.why else self.phrase


def fate(finding: Finding, *, mended: bool) -> Fate | None:
    """What became of a finding; None where no fix was sought, and for notes that none is for.

    What has no fix in a scan that was `mended` is not found any more, without one of its own.
    """
    fix = finding.fix
    if fix is None:
        return replace(_UNSEEN, advice=finding.advice) if mended else None
    by_hand = fix.standing is FixStanding.BY_HAND
    if by_hand and finding.severity is Severity.NOTE and not fix.diff:
        return None
    return Fate(
        became=Became(fix.standing),
        reason=_reason(fix),
        source=_source(finding, fix),
        applicability=fix.applicability,
        safety=fix.safety,
        why=fix.why,
        advice=_advice(finding, fix),
        diff=hunks(fix.diff, finding.span.path),
    )


def outcomes(scan: Scan) -> tuple[Outcome, ...]:
    """All findings that a fix was sought for, by what became of them; empty without any."""
    mended = scan.after is not None
    found: dict[Became, list[tuple[Finding, str]]] = {each: [] for each in Became}
    for finding in scan.findings:
        one = fate(finding, mended=mended)
        if one is not None:
            found[one.became].append((finding, one.reason))
    if not any(found.values()):
        return ()
    return tuple(
        Outcome(
            became=became,
            findings=tuple(finding for finding, _ in pairs),
            reasons=_counted(reason for _, reason in pairs),
        )
        for became, pairs in found.items()
        if pairs or became is Became.REPAIRED
    )


def _counted(reasons: Iterable[str]) -> tuple[tuple[str, int], ...]:
    counts = Counter(reasons)
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _reason(fix: FixReport) -> str:
    match fix.standing:
        case FixStanding.REPAIRED:
            return fix.applicability or _SAFE
        case FixStanding.BY_HAND:
            return "a recipe tells what to do" if fix.origin else "no fix is known"
        case FixStanding.REJECTED:
            proof, no, _ = fix.why.partition(_FAILED)
            return f'"{proof}" does not hold' if no else fix.why
        case FixStanding.LEFT_OUT:
            return fix.why


def _source(finding: Finding, fix: FixReport) -> str:
    """How the fix came about: `recipe kv-cache-specs-dropped`, `contracts: moved`."""
    if not fix.origin:
        return ""
    if fix.origin in _CONTRACTS and fix.origin != finding.recipe:
        return f"contracts: {fix.origin}"
    return f"recipe {fix.origin}"


def _advice(finding: Finding, fix: FixReport) -> str:
    """The finding's advice, unless the fix has followed it or says the same."""
    told = " ".join(f"{fix.safety} {fix.why}".split()).lower()
    said = " ".join(finding.advice.split()).rstrip(".").lower() in told
    return "" if said or fix.standing is FixStanding.REPAIRED else finding.advice
