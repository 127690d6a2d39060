"""Baselines that the consumer has left behind: it was written for a later release.

Code that drifted fits the baseline. Code that does not, and fits the release at hand, was moved on
since: what such a baseline had and today's release lacks says nothing of it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from .outcome import Called, Gone, Outcome, Reached
from .pairing import Pairing, baseline_name, version_of
from .run import Run

_FEWEST = 3
_TIMES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgrown:
    """How many uses fit the release at hand alone, and how many the baseline alone."""

    package: str
    baseline: str
    now: str
    fit_now: int
    fit_then: int

    def __str__(self) -> str:
        then, today = f"{self.package} {self.baseline}", f"{self.package} {self.now}"
        return (
            f"the consumer was moved on from the baseline {then}: {self.fit_now} uses fit {today} "
            f"and not that, {self.fit_then} the other way round; so it is judged by today's "
            "contracts, until --baseline names the release that it was written for"
        )


def outgrown(now: Run, before: Run, pairings: tuple[Pairing, ...]) -> tuple[Outgrown, ...]:
    """The baselines that most of what tells them from today's release speaks against."""
    fit_now: Counter[str] = Counter()
    fit_then: Counter[str] = Counter()
    for key, record in now.records.items():
        was = before.records.get(key)
        if was is None or record.guarded or was.guarded:
            continue
        then, today = _fits(was.outcome), _fits(record.outcome)
        fit_now[record.provider] += today is True and then is False
        fit_then[record.provider] += today is False and then is True
    return tuple(
        Outgrown(
            package=pairing.package,
            baseline=baseline_name(pairing),
            now=pairing.now.version,
            fit_now=fit_now[pairing.package],
            fit_then=fit_then[pairing.package],
        )
        for pairing in pairings
        if _is_older(pairing)
        and fit_now[pairing.package] >= max(_FEWEST, _TIMES * fit_then[pairing.package])
    )


def _is_older(pairing: Pairing) -> bool:
    """Whether the consumer can have moved on from the baseline to the release at hand."""
    if pairing.before is None:
        return False
    then, today = version_of(baseline_name(pairing)), version_of(pairing.now.version)
    return then is None or today is None or then < today


def _fits(outcome: Outcome) -> bool | None:
    """Whether a use is right in a release; None where it is not told."""
    match outcome:
        case Gone(outside=outside):
            return None if outside else False
        case Called(binding=binding):
            return not binding.faults
        case Reached():
            return True
        case _:
            return None
