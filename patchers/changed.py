"""Which lines of a patched file are a fix's own."""

from __future__ import annotations

import difflib

from drift_audit.auditor.decoding import decoded
from drift_audit.auditor.model import Span

from .diffs import added_lines
from .model import Fix
from .verify import Step


class Changed:
    """The changed lines of a step's files, and whose they are."""

    def __init__(self, step: Step) -> None:
        self._step = step
        self._lines = {path: _split(after) for path, (_, after) in step.files.items()}
        self._blocks = {
            path: _blocks(before, after) for path, (before, after) in step.files.items()
        }
        self._added: dict[int, frozenset[str]] = {}

    def by(self, fix: Fix, span: Span) -> bool:
        """Whether a use of the patched file stands where the fix changed it."""
        if span.path not in self._blocks:
            return False
        lines = range(span.line, span.end_line + 1)
        fresh = {line for _, new in self._blocks[span.path] for line in new} & {*lines}
        if not fresh:
            return False
        if any(self._lines[span.path][line - 1].strip() in self._own(fix) for line in fresh):
            return True
        spans = [edit.span for edit in fix.edits if edit.span.path == span.path]
        return any(
            old.start <= at.end_line and at.line <= old.stop and {*new} & {*lines}
            for old, new in self._blocks[span.path]
            for at in spans
        )

    def _own(self, fix: Fix) -> frozenset[str]:
        """The lines that the fix puts in by itself, without the space around them."""
        if id(fix) not in self._added:
            self._added[id(fix)] = frozenset(added_lines(self._step.alone(fix)))
        return self._added[id(fix)]


def _split(data: bytes) -> list[str]:
    return decoded(data).splitlines()


def _blocks(before: bytes, after: bytes) -> list[tuple[range, range]]:
    """Changed ranges of lines, from 1: old and new; where lines only go, the new one is next."""
    matcher = difflib.SequenceMatcher(None, _split(before), _split(after), autojunk=False)
    return [
        (range(i1 + 1, max(i2, i1) + 1), range(j1 + 1, max(j2, j1 + 1) + 1))
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
        if tag != "equal"
    ]
