"""The scan in words: the sentence on top of every report, and the numbers below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from drift_audit.auditor.model import (
    Aside,
    Coverage,
    Finding,
    ProviderReport,
    Scan,
    SetAside,
    Severity,
    Span,
    Unjudged,
)

from .fixes import Outcome, outcomes

_NAMED = 3
_FAMILIES = 5
_HARM = {
    Severity.SILENT: ("runs and is wrong", "run and are wrong"),
    Severity.BREAKS: ("raises", "raise"),
    Severity.RISK: ("may behave differently", "may behave differently"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The sentence in its parts.

    `headline` says how many uses have drifted, `harms` how badly, one clause a severity,
    `outcomes` what became of them where fixes were sought, `coverage` what could not be judged,
    `others` what else there is. `drifted` is False when the headline says that none has.
    """

    headline: str
    harms: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    coverage: str
    others: tuple[str, ...]
    drifted: bool

    @property
    def sentence(self) -> str:
        """All parts as one sentence with its full stop."""
        return f"{self.headline}{':' if self.harms else ';'} {self.rest}"

    @property
    def rest(self) -> str:
        """All but the headline, with its full stop."""
        fixes = ", ".join(outcome.clause for outcome in self.outcomes)
        return _sentence(self._harm, fixes, self.coverage, *self.others)

    @property
    def core(self) -> str:
        """As `rest`, without what matters less, and without the reasons."""
        fixes = ", ".join(outcome.phrase for outcome in self.outcomes)
        return _sentence(self._harm, fixes, self.coverage)

    @property
    def _harm(self) -> str:
        return ", ".join(self.harms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Unjudged uses that share a reason, in the order of their places."""

    text: str
    uses: tuple[Unjudged, ...]


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 use`, `2 uses`, `1,204 uses`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def concerned(finding: Finding) -> str:
    """The families of models that a finding concerns, the first of many; "" for all models."""
    shown, more = finding.families[:_FAMILIES], len(finding.families) - _FAMILIES
    return ", ".join(shown) + (f" and {more:,} more" if more > 0 else "")


def place_of(finding: Finding) -> tuple[Span, int, str, str, str]:
    """What findings are sorted by: where they stand, the worst of one place first."""
    return (
        finding.span,
        finding.severity.rank,
        finding.kind,
        finding.symbol,
        finding.fingerprint,
    )


def by_place(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings as they stand in the consumer's files."""
    return tuple(sorted(findings, key=place_of))


def asides(scan: Scan) -> tuple[SetAside, ...]:
    """What is set aside, likewise."""
    return tuple(sorted(scan.set_aside, key=lambda one: (place_of(one.finding), one.aside)))


def worst_first(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings by severity, those of one severity by place; what does not count comes last."""
    return tuple(
        sorted(by_place(findings), key=lambda finding: (finding.is_advisory, finding.severity.rank))
    )


def severities(findings: Sequence[Finding]) -> dict[Severity, int]:
    """How many findings each severity has, the worst first; zeros are kept. No advisory counts."""
    found = Counter(finding.severity for finding in findings if not finding.is_advisory)
    return {severity: found[severity] for severity in Severity}


def reasons(coverage: Coverage) -> tuple[Reason, ...]:
    """Unjudged uses by reason, the most frequent first."""
    groups: dict[str, list[Unjudged]] = {}
    for use in sorted(coverage.unjudged, key=lambda use: (use.path, use.line, use.text)):
        groups.setdefault(use.reason, []).append(use)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(Reason(text=text, uses=tuple(uses)) for text, uses in ordered)


def providers(scan: Scan) -> tuple[ProviderReport, ...]:
    """The providers, those that drifted most first."""
    hits = Counter(each.provider for each in scan.findings if each.severity is not Severity.NOTE)
    return tuple(sorted(scan.providers, key=lambda provider: (-hits[provider.name], provider.name)))


def verdict(scan: Scan) -> Verdict:
    """Say what the scan means, at the length of one sentence."""
    drifts = [finding for finding in scan.findings if finding.severity is not Severity.NOTE]
    headline = _drifted(scan, drifts) if drifts else _steady(scan)
    counted = [finding for finding in scan.findings if not finding.is_advisory]
    return Verdict(
        headline=headline,
        harms=_harms(drifts),
        outcomes=outcomes(replace(scan, findings=tuple(counted))),
        coverage=_coverage(scan.coverage),
        others=tuple(_others(scan, len(counted) - len(drifts))),
        drifted=bool(drifts),
    )


def _sentence(*clauses: str) -> str:
    return f"{'; '.join(filter(None, clauses))}."


def _harms(drifts: Sequence[Finding]) -> tuple[str, ...]:
    counted = severities(drifts)
    return tuple(
        f"{counted[severity]:,} {one if counted[severity] == 1 else many}"
        for severity, (one, many) in _HARM.items()
        if counted[severity]
    )


def _drifted(scan: Scan, drifts: Sequence[Finding]) -> str:
    hit = {finding.provider for finding in drifts}
    named = [provider for provider in providers(scan) if provider.name in hit]
    uses = len({finding.span for finding in drifts})
    ways = f", in {len(drifts):,} ways" if len(drifts) > uses else ""
    names = _names(named, "and")
    if not any(provider.baseline for provider in named):
        return f"{count(uses, 'use')} {'does' if uses == 1 else 'do'} not fit {names}{ways}"
    has = "has" if uses == 1 else "have"
    return f"{count(uses, 'use')} of {names} {has} drifted{_since(named)}{ways}"


def _steady(scan: Scan) -> str:
    named = providers(scan)
    if not named:
        return "Nothing to judge: no provider is used"
    if not scan.coverage.uses:
        return f"No use of {_names(named, 'or')} was found"
    if not any(provider.baseline for provider in named):
        return f"Every use that was judged fits {_names(named, 'and')}"
    return f"No use of {_names(named, 'or')} has drifted{_since(named)}"


def _names(named: Sequence[ProviderReport], word: str) -> str:
    if not named:
        return "its providers"
    if len(named) > _NAMED:
        return f"{len(named)} providers"
    names = [f"{provider.name} {provider.version}".strip() for provider in named]
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else names[0]


def _since(named: Sequence[ProviderReport]) -> str:
    moved = [each for each in named if each.baseline and each.baseline != each.version]
    if not moved:
        return ""
    return f" since {moved[0].baseline}" if len(named) == 1 else " since their baselines"


def _coverage(coverage: Coverage) -> str:
    missed = coverage.uses - coverage.judged
    if missed:
        return f"{missed:,} of {count(coverage.uses, 'use')} could not be judged"
    if coverage.uses == 1:
        return "its one use was judged"
    return f"all {coverage.uses:,} uses were judged" if coverage.uses else "nothing was judged"


def _others(scan: Scan, notes: int) -> Iterator[str]:
    if notes:
        yield count(notes, "note")
    if advisories := sum(finding.is_advisory for finding in scan.findings):
        yield count(advisories, "advisory", "advisories")
    for aside in Aside:
        if number := sum(one.aside is aside for one in scan.set_aside):
            yield f"{number:,} {aside}"
    if skipped := len(scan.coverage.skipped):
        yield f"{count(skipped, 'file')} {'was' if skipped == 1 else 'were'} not read"
