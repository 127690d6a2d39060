"""What the rounds of mending have settled so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from drift_audit.auditor.model import Finding, FixStanding

from .compatible import without_form
from .model import Applicability, Check, Fix, RejectedFix

_UNBORNE = "Nothing bears it out: no use of a provider in it can be judged again; so it is unsafe."


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A finding with its fix, what became of it and why; `diff` is the fix alone, "" for none.

    `witness` tells what bears a repair out.
    """

    finding: Finding
    fix: Fix
    standing: FixStanding
    why: str = ""
    diff: str = ""
    witness: Check | None = None


@dataclass(slots=True)
class Book:
    """Repairs, rejections, and what waits.

    `passed` counts the forms of a fix that did not do, `failures` has why the last of them did not.
    """

    repairs: list[Repair] = field(default_factory=list)
    rejected: dict[tuple[str, str], RejectedFix] = field(default_factory=dict)
    waiting: dict[tuple[str, str], str] = field(default_factory=dict)
    unborne: set[tuple[str, str]] = field(default_factory=set)
    passed: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: dict[tuple[str, str], RejectedFix] = field(default_factory=dict)

    def weighed(self, fix: Fix) -> Fix:
        """The fix; one that nothing bears out is never safe."""
        if fix.key not in self.unborne or fix.applicability is not Applicability.SAFE:
            return fix
        safety = f"{fix.safety} {_UNBORNE}".strip()
        return replace(fix, applicability=Applicability.UNSAFE, safety=safety)

    def is_open(self, fix: Fix) -> bool:
        """Whether it may still be tried."""
        return fix.key not in self.rejected

    def fail(self, failed: Iterable[RejectedFix]) -> None:
        """Try them no more as they are."""
        for key, one in {one.fix.key: one for one in failed}.items():
            self.passed[key] += 1
            self.failures[key] = one

    def formed(self, fix: Fix, forms: Sequence[Fix]) -> Fix | None:
        """The next form of a fix to try; where none is left it is rejected."""
        if (index := self.passed[fix.key]) < len(forms):
            return forms[index]
        self.rejected[fix.key] = self.failures.get(fix.key) or without_form(fix)
        return None
