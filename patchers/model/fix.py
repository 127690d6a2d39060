"""From a fix to a patch that may be written."""

from __future__ import annotations

from dataclasses import dataclass

from drift_audit.auditor.model import Finding, Span

from .operation import Operation, Uncarded
from .recipe import Applicability


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """An operation at a use: `span` is the range of its node, `given` what placeholders stand for.

    `given` maps the names of placeholders to source texts.
    """

    operation: Operation | Uncarded
    span: Span
    given: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """A cure for one finding. `origin` is a recipe's id or "moved", "renamed", "callers", "unused".

    No edits: only advice. `safety` says in a sentence what it may change.
    """

    finding: Finding
    origin: str
    applicability: Applicability
    safety: str
    edits: tuple[Edit, ...] = ()
    advice: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What it is known by from one round to the next."""
        return self.finding.fingerprint, self.origin

    def is_asked_for(self, *, unsafe: bool) -> bool:
        """Whether it may be written at all, and is safe or unsafe ones are wanted."""
        least = Applicability.UNSAFE if unsafe else Applicability.SAFE
        return bool(self.edits) and self.applicability.rank >= least.rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One proof of a patch: its name ("parses", "finding gone", …), whether it holds, and why not.

    `holds` is None where it could not be tried; `detail` says why.
    """

    name: str
    holds: bool | None
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """What the fixes of one file make of it. `path` is relative to the consumer's root."""

    path: str
    before: bytes
    after: bytes
    fixes: tuple[Fix, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedPatch:
    """A patch that has passed every check; only `verify` makes one, and only these are written."""

    patch: Patch
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedFix:
    """A fix that failed a check, and which."""

    fix: Fix
    failed: Check
