"""The proofs that a step of fixes has to pass before anything of it is kept."""

from __future__ import annotations

import io
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from drift_audit.auditor.decoding import decoded
from drift_audit.auditor.findings import key_of
from drift_audit.auditor.model import Finding, Scan, Severity

from .diffs import added_lines
from .model import Check, DropKeyword, Edit, Fix, RejectedFix, Settle

GONE = "the finding is gone"
NOTHING_NEW = "no finding is new"
COMMENTS = "comments are kept"
PARSES = "the file parses"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What a round of fixes did: the changed files, old bytes and new, and each fix's own diff."""

    files: Mapping[str, tuple[bytes, bytes]]
    alone: Callable[[Fix], str]


def failures(
    before: Scan, after: Scan, fixes: Sequence[Fix], step: Step
) -> tuple[RejectedFix, ...]:
    """The fixes of a step that fail a check."""
    rejected: dict[int, RejectedFix] = {}
    for fix, check in (
        *_unparsed(after, fixes),
        *_still_there(before, after, fixes),
        *_brought(before, after, fixes, step),
        *_lost_comments(fixes, step.files),
    ):
        rejected.setdefault(id(fix), RejectedFix(fix=fix, failed=check))
    return tuple(rejected.values())


def passed() -> tuple[Check, ...]:
    """The checks of a step, all of which held."""
    return tuple(Check(name=name, holds=True) for name in (PARSES, GONE, NOTHING_NEW, COMMENTS))


def _unparsed(after: Scan, fixes: Sequence[Fix]) -> Iterator[tuple[Fix, Check]]:
    broken = {skipped.path: skipped.reason for skipped in after.coverage.skipped}
    for fix in fixes:
        if reason := broken.get(fix.finding.span.path):
            yield fix, Check(name=PARSES, holds=False, detail=reason)


def _still_there(before: Scan, after: Scan, fixes: Sequence[Fix]) -> Iterator[tuple[Fix, Check]]:
    was, now = _counted(before), _counted(after)
    mended = Counter(key_of(fix.finding) for fix in fixes)
    for fix in fixes:
        key = key_of(fix.finding)
        if now[key] > was[key] - mended[key]:
            detail = f"{fix.finding.kind} is still found there"
            yield fix, Check(name=GONE, holds=False, detail=detail)


def _brought(
    before: Scan, after: Scan, fixes: Sequence[Fix], step: Step
) -> Iterator[tuple[Fix, Check]]:
    """New findings on lines that a fix put in; one elsewhere was hidden by what is repaired now."""
    fresh = [
        finding
        for finding in new_findings(before, after)
        if finding.severity is not Severity.NOTE and finding.span.path in step.files
    ]
    added = {id(fix): set(added_lines(step.alone(fix))) for fix in fixes} if fresh else {}
    for finding in fresh:
        site = finding.site or finding.span
        lines = decoded(step.files[site.path][1]).splitlines()[site.line - 1 : site.end_line]
        for fix in fixes:
            if any(line.strip() in added[id(fix)] for line in lines):
                detail = f"{finding.kind} in line {finding.span.line}: {finding.message}"
                yield fix, Check(name=NOTHING_NEW, holds=False, detail=detail)


def new_findings(before: Scan, after: Scan) -> Iterator[Finding]:
    """What is found after and was not before, whatever the lines."""
    left = _counted(before)
    for finding in after.findings:
        key = key_of(finding)
        if left[key] <= 0:
            yield finding
        left[key] -= 1


def _counted(scan: Scan) -> Counter[tuple[str, ...]]:
    return Counter(key_of(finding) for finding in scan.findings)


def _lost_comments(
    fixes: Sequence[Fix], files: Mapping[str, tuple[bytes, bytes]]
) -> Iterator[tuple[Fix, Check]]:
    """Comments may only go with an argument or a test that is dropped."""
    for path, (before, after) in files.items():
        mine = [fix for fix in fixes if fix.finding.span.path == path]
        lines = decoded(before).splitlines()
        dropping = [
            _dropped(lines, edit)
            for fix in mine
            for edit in fix.edits
            if isinstance(edit.operation, (DropKeyword, Settle))
        ]
        lost = comments_of(before) - comments_of(after) - comments_of(before, dropping)
        if lost:
            detail = f"lost: {next(iter(lost))}"
            yield from ((fix, Check(name=COMMENTS, holds=False, detail=detail)) for fix in mine)


def _dropped(lines: Sequence[str], edit: Edit) -> range:
    """The lines of an edit; of a test also those that begin by closing the brackets around it."""
    end = edit.span.end_line
    while (
        isinstance(edit.operation, Settle)
        and end < len(lines)
        and lines[end].lstrip().startswith(")")
    ):
        end += 1
    return range(edit.span.line, end + 1)


def comments_of(source: bytes, within: Sequence[range] | None = None) -> Counter[str]:
    """The comments of a file, or of some of its lines, each as often as it stands there."""
    readline = io.StringIO(decoded(source)).readline
    try:
        return Counter(
            token.string
            for token in tokenize.generate_tokens(readline)
            if token.type == tokenize.COMMENT
            and (within is None or any(token.start[0] in lines for lines in within))
        )
    except (tokenize.TokenError, SyntaxError):
        return Counter()
