"""A unified diff as replacements of ranges, for tools that edit by line and column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .code import Change, DiffLine, verbatim
from .places import Region

_TO = "+++ b/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """What stands in a range of a file's old text, and what takes its place.

    A range that ends in column 1 holds the end of the line above; one without any extent is where
    something comes in.
    """

    path: str
    region: Region
    text: str


def replacements(diff: str) -> tuple[Replacement, ...]:
    """All replacements of a diff, in its order; together they turn the old text into the new."""
    return tuple(_read(verbatim(diff)))


def _read(lines: tuple[DiffLine, ...]) -> Iterator[Replacement]:
    run, path, old = _Run(), "", 0
    for line in lines:
        if line.change is Change.REMARK:
            run.open_ended()
            continue
        if line.change not in (Change.REMOVED, Change.ADDED):
            yield from run.taken(path)
        match line.change:
            case Change.FILE if line.text.startswith(_TO):
                path = line.text.removeprefix(_TO)
            case Change.HUNK:
                old = _first(line.text)
            case Change.REMOVED | Change.ADDED:
                run.add(line, old)
            case _:
                pass
        old += line.change in (Change.REMOVED, Change.CONTEXT)
    yield from run.taken(path)


def _first(head: str) -> int:
    """The line that a hunk begins in; one that removes nothing names the line before it."""
    start, _, count = head.split()[1].removeprefix("-").partition(",")
    return int(start) + (count == "0")


@dataclass(slots=True, kw_only=True)
class _Run:
    """Changed lines that follow each other, `line` where they begin in the old text."""

    line: int = 0
    removed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    last: Change = Change.CONTEXT
    is_open: bool = False

    def add(self, line: DiffLine, old: int) -> None:
        """Take a changed line; `old` is where the old text has come to."""
        if not self.removed and not self.added:
            self.line = old
        texts = self.removed if line.change is Change.REMOVED else self.added
        texts.append(f"{line.text}\n")
        self.last = line.change

    def open_ended(self) -> None:
        """The line that came last ends the file without a line feed."""
        if self.last is Change.REMOVED and self.removed:
            self.is_open = True
        elif self.added:
            self.added[-1] = self.added[-1].removesuffix("\n")

    def taken(self, path: str) -> Iterator[Replacement]:
        """The run as a replacement, if there is one; the next begins anew."""
        if self.removed or self.added:
            end, column = self.line + len(self.removed), 1
            if self.is_open:
                end, column = end - 1, len(self.removed[-1])
            region = Region(line=self.line, column=1, end_line=end, end_column=column)
            yield Replacement(path=path, region=region, text="".join(self.added))
        self.removed, self.added = [], []
        self.last, self.is_open = Change.CONTEXT, False
