"""The proofs that a step of fixes has to pass before anything of it is kept."""

from __future__ import annotations

import difflib
import io
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from drift_audit.auditor.decoding import decoded
from drift_audit.auditor.findings import key_of
from drift_audit.auditor.model import Finding, Scan, Severity

from .model import Check, DropKeyword, Fix, RejectedFix

GONE = "the finding is gone"
NOTHING_NEW = "no finding is new"
COMMENTS = "comments are kept"
PARSES = "the file parses"


def failures(
    before: Scan,
    after: Scan,
    fixes: Sequence[Fix],
    files: Mapping[str, tuple[bytes, bytes]],
) -> tuple[RejectedFix, ...]:
    """The fixes of a step that fail a check; `files` are the changed ones, old bytes and new."""
    rejected: dict[int, RejectedFix] = {}
    for fix, check in (
        *_unparsed(after, fixes),
        *_still_there(before, after, fixes),
        *_brought(before, after, fixes, files),
        *_lost_comments(fixes, files),
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
    before: Scan,
    after: Scan,
    fixes: Sequence[Fix],
    files: Mapping[str, tuple[bytes, bytes]],
) -> Iterator[tuple[Fix, Check]]:
    """New findings within changed lines; one elsewhere was hidden by what is repaired now."""
    for finding in new_findings(before, after):
        path = finding.span.path
        if finding.severity is Severity.NOTE or path not in files:
            continue
        hunks = _hunks(*files[path])
        for fix in fixes:
            if fix.finding.span.path == path and _meets(hunks, fix, finding):
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


def _hunks(before: bytes, after: bytes) -> list[tuple[int, int, int, int]]:
    """Changed ranges of lines, 1-based: old first and last, new first and last."""
    old, new = before.splitlines(), after.splitlines()
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [
        (i1 + 1, max(i2, i1 + 1), j1 + 1, max(j2, j1 + 1))
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
        if tag != "equal"
    ]


def _meets(hunks: list[tuple[int, int, int, int]], fix: Fix, finding: Finding) -> bool:
    """Whether the finding lies in a changed range that belongs to the fix."""
    site = fix.finding.site or fix.finding.span
    end = finding.site.end_line if finding.site else finding.span.end_line
    for old_first, old_last, new_first, new_last in hunks:
        is_mine = site.line <= old_last and old_first <= site.end_line + 1
        if is_mine and finding.span.line <= new_last and new_first <= end:
            return True
    return False


def _lost_comments(
    fixes: Sequence[Fix], files: Mapping[str, tuple[bytes, bytes]]
) -> Iterator[tuple[Fix, Check]]:
    """Comments may only go with an argument that is dropped."""
    for path, (before, after) in files.items():
        lost = comments_of(before) - comments_of(after)
        mine = [fix for fix in fixes if fix.finding.span.path == path]
        dropping = any(isinstance(e.operation, DropKeyword) for fix in mine for e in fix.edits)
        if lost and not dropping:
            detail = f"lost: {next(iter(lost))}"
            yield from ((fix, Check(name=COMMENTS, holds=False, detail=detail)) for fix in mine)


def comments_of(source: bytes) -> Counter[str]:
    """The comments of a file, each as often as it stands there."""
    readline = io.StringIO(decoded(source)).readline
    try:
        return Counter(
            token.string
            for token in tokenize.generate_tokens(readline)
            if token.type == tokenize.COMMENT
        )
    except (tokenize.TokenError, SyntaxError):
        return Counter()
