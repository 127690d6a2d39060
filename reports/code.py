"""Lines of code made ready to show: indentation cut, words classed, the use marked."""

from __future__ import annotations

import builtins
import enum
import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from drift_audit.auditor.model import Finding, Span

_WORDS = re.compile(
    r"(?P<comment>#.*)"
    r"|(?P<string>(?:\b[rRbBfFuU]{1,2})?(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'))"
    r"|(?P<number>\b\d[\w.]*)"
    r"|(?P<name>[^\W\d]\w*)"
)
_HUNK = re.compile(r"@@ -(?P<old>\d+)(?:,(?P<olds>\d+))? \+(?P<new>\d+)(?:,(?P<news>\d+))? @@")
_BUILTINS = frozenset(name for name in vars(builtins) if not name.startswith("_")) | {"self", "cls"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A stretch of one line. `role` is a CSS class or ""; `marked` when it belongs to the use."""

    text: str
    role: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the consumer: `place` is "first" or "rest" of the use, else ""."""

    number: int
    words: tuple[Word, ...]
    place: str
    gap: bool = False


class Change(enum.StrEnum):
    """What a line of a unified diff is."""

    FILE = "file"
    HUNK = "hunk"
    ADDED = "added"
    REMOVED = "removed"
    CONTEXT = "context"
    REMARK = "remark"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffLine:
    """One line of a unified diff, without its sign where it has one.

    `number` is its place in the file, the old one of what is removed; 0 where it has none.
    """

    change: Change
    sign: str
    text: str
    number: int = 0

    @property
    def words(self) -> tuple[Word, ...]:
        """The line cut at its words."""
        return tuple(words(self.text))


def lines(finding: Finding) -> tuple[Line, ...]:
    """The finding's context, one `Line` each; `gap` says that lines were left out above."""
    context = _trimmed(finding)
    margin = _margin(text for _, text in context)
    shown = []
    previous: int | None = None
    for number, text in context:
        span = _columns(finding.span, number, text, margin)
        within = finding.span.line <= number <= finding.span.end_line
        shown.append(
            Line(
                number=number,
                words=tuple(words(text[margin:], span)),
                place="first" if number == finding.span.line else "rest" if within else "",
                gap=previous is not None and number > previous + 1,
            )
        )
        previous = number
    return tuple(shown)


def _trimmed(finding: Finding) -> tuple[tuple[int, str], ...]:
    """The context without blank lines at its rim, the use's own kept."""
    first, last = finding.span.line, finding.span.end_line
    kept = [number for number, text in finding.context if text.strip() or first <= number <= last]
    return tuple(pair for pair in finding.context if kept and kept[0] <= pair[0] <= kept[-1])


def words(text: str, span: tuple[int, int] = (0, 0)) -> Iterator[Word]:
    """Cut a line of Python at its words and at the borders of `span`, columns from 0."""
    for start, end, role in _roles(text):
        borders = sorted({start, end, *(edge for edge in span if start < edge < end)})
        for left, right in pairwise(borders):
            yield Word(text=text[left:right], role=role, marked=span[0] <= left < span[1])


def diff(text: str) -> tuple[DiffLine, ...]:
    """Read a unified diff line by line; nothing is dropped but the carriage returns of all."""
    found = verbatim(text)
    code = [line for line in found if line.number]
    if not all(line.text.endswith("\r") for line in code):
        return found
    return tuple(replace(line, text=line.text.removesuffix("\r")) for line in found)


def verbatim(text: str) -> tuple[DiffLine, ...]:
    """As `diff`, carriage returns kept."""
    hunk = _Hunk()
    lines = text.removesuffix("\n").split("\n") if text else []
    return tuple(hunk.take(line) for line in lines)


def hunks(text: str, path: str) -> tuple[DiffLine, ...]:
    """As `diff`, without a head that names `path` alone, and the common indentation cut."""
    found = diff(text)
    head = (f"--- a/{path}", f"+++ b/{path}")
    kept = found[2:] if tuple(line.text for line in found[:2]) == head else found
    margin = _margin(line.text for line in kept if line.sign)
    return tuple(replace(line, text=line.text[margin:]) if line.sign else line for line in kept)


@dataclass(slots=True, kw_only=True)
class _Hunk:
    """Where a diff has come to: the next line on both sides, and how many are to come."""

    old: int = 0
    new: int = 0
    old_left: int = 0
    new_left: int = 0

    def take(self, line: str) -> DiffLine:
        sign, text = line[:1] or " ", line[1:]
        if sign == "-" and self.old_left:
            return self._line(Change.REMOVED, sign, text, old=1)
        if sign == "+" and self.new_left:
            return self._line(Change.ADDED, sign, text, new=1)
        if sign == " " and self.old_left and self.new_left:
            return self._line(Change.CONTEXT, sign, text, old=1, new=1)
        if head := _HUNK.match(line):
            self.old, self.new = int(head["old"]), int(head["new"])
            self.old_left, self.new_left = int(head["olds"] or 1), int(head["news"] or 1)
            return DiffLine(change=Change.HUNK, sign="", text=line)
        change = Change.REMARK if sign == "\\" else Change.FILE
        return DiffLine(change=change, sign="", text=line)

    def _line(
        self, change: Change, sign: str, text: str, *, old: int = 0, new: int = 0
    ) -> DiffLine:
        number = self.new if new else self.old
        self.old, self.old_left = self.old + old, self.old_left - old
        self.new, self.new_left = self.new + new, self.new_left - new
        return DiffLine(change=change, sign=sign, text=text, number=number)


def _roles(text: str) -> Iterator[tuple[int, int, str]]:
    position = 0
    for found in _WORDS.finditer(text):
        role = found.lastgroup or ""
        if role == "name":
            role = _name_role(found["name"])
        if not role:
            continue
        if found.start() > position:
            yield position, found.start(), ""
        yield found.start(), found.end(), role
        position = found.end()
    if position < len(text):
        yield position, len(text), ""


def _name_role(name: str) -> str:
    if name in ("True", "False", "None"):
        return "number"
    if keyword.iskeyword(name):
        return "keyword"
    return "builtin" if name in _BUILTINS else ""


def _margin(texts: Iterator[str]) -> int:
    indents = [len(text) - len(text.lstrip(" ")) for text in texts if text.strip()]
    return min(indents, default=0)


def _columns(span: Span, number: int, text: str, margin: int) -> tuple[int, int]:
    """The part of the first line of the use that belongs to it, columns from 0."""
    if number != span.line:
        return 0, 0
    start = max(span.column - 1, len(text) - len(text.lstrip()))
    end = span.end_column - 1 if span.end_line == span.line else len(text.rstrip())
    return max(start - margin, 0), max(end - margin, 0)
