"""Scans of consumers against many releases of a provider, and the way of each finding through them.

Every release is scanned: a finding that comes and goes would lead a bisection astray.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from packaging.version import InvalidVersion, Version

from .model import Severity

LOUD = (Severity.SILENT, Severity.BREAKS)

Key: TypeAlias = tuple[str, str, int, int, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A release of the provider; `uploaded` is None where the index does not tell."""

    version: str
    uploaded: datetime.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A finding of one scan, as far as it is followed from release to release."""

    kind: str
    severity: Severity
    path: str
    line: int
    column: int
    symbol: str
    parameter: str
    message: str

    @property
    def key(self) -> Key:
        """What it is known by: the place in the consumer, not the module that a symbol lives in."""
        name = self.symbol.rpartition(".")[2]
        return self.kind, self.path, self.line, self.column, name, self.parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One scan. `failure` says why there is none; the rest is empty then."""

    failure: str = ""
    findings: tuple[Seen, ...] = ()
    uses: int = 0
    judged: int = 0
    consumer: str = ""
    baseline: str = ""

    def count(self, *severities: Severity) -> int:
        """How many findings there are of these severities."""
        return sum(finding.severity in severities for finding in self.findings)

    @property
    def is_clean(self) -> bool:
        """Whether it was scanned, and nothing raises or is silently wrong."""
        return not self.failure and not self.count(*LOUD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """One finding through the releases.

    `found` tells for each column whether it stands there, None where there was no scan. `seen` is
    the finding as it stands in the last of them.
    """

    seen: Seen
    severity: Severity
    found: tuple[bool | None, ...]

    def stretches(self) -> list[tuple[int, int]]:
        """First and last column of each stretch without a release that is known to be good."""
        made: list[tuple[int, int]] = []
        running: int | None = None
        last = 0
        for index, found in enumerate(self.found):
            if found:
                running, last = (index if running is None else running), index
            elif found is False and running is not None:
                made.append((running, last))
                running = None
        if running is not None:
            made.append((running, last))
        return made

    def last_good(self) -> int | None:
        """The last column before the first bad one that is known to be good."""
        first = self.found.index(True)
        return next((i for i in range(first - 1, -1, -1) if self.found[i] is False), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One consumer on all releases, in their order."""

    consumer: str
    cells: tuple[Cell, ...]

    def courses(self) -> tuple[Course, ...]:
        """Each finding's way, the worst and the first ones first."""
        places = {finding.key: finding for cell in self.cells for finding in cell.findings}
        keys = [{finding.key for finding in cell.findings} for cell in self.cells]
        made = [
            Course(
                seen=seen,
                severity=self._worst(key),
                found=tuple(
                    None if cell.failure else key in here
                    for cell, here in zip(self.cells, keys, strict=True)
                ),
            )
            for key, seen in places.items()
        ]
        return tuple(sorted(made, key=_by_weight))

    def _worst(self, key: Key) -> Severity:
        found = (f.severity for cell in self.cells for f in cell.findings if f.key == key)
        return min(found, key=lambda severity: severity.rank)


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgrade:
    """The release of a consumer that settles most of what breaks on one release of a provider.

    `to` is "" where none that uses the provider is better; `idle` is the first one that uses
    nothing of it, "" where there is none.
    """

    consumer: str
    provider: str
    to: str = ""
    settled: int = 0
    left: int = 0
    idle: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """All rows on all columns; `provider` is the name that releases are asked for by."""

    tool_version: str
    provider: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    upgrades: tuple[Upgrade, ...] = ()

    @property
    def is_about_consumers(self) -> bool:
        """Whether there are several consumers on one release, which read best as one table."""
        return len(self.columns) == 1 and len(self.rows) > 1

    def pin(self, row: Row) -> str:
        """A requirement for the newest releases that are clean, one after the other; "" for none.

        It goes by versions, not by days: that is how an installer reads it.
        """
        order = sorted(range(len(self.columns)), key=lambda i: _version(self.columns[i].version))
        clean = [row.cells[i].is_clean for i in order]
        if True not in clean:
            return ""
        last = max(i for i, good in enumerate(clean) if good)
        first = last
        while first and clean[first - 1]:
            first -= 1
        least = self.columns[order[first]].version
        if last + 1 == len(order):
            return f"{self.provider}>={least}"
        return f"{self.provider}>={least},<{self.columns[order[last + 1]].version}"


def upgrade(provider: str, column: int, rows: Sequence[Row]) -> Upgrade | None:
    """What other releases of the first row's consumer would settle; None where nothing is better.

    `column` is that of the release `provider`. Of equals the first one is taken, which is the
    nearest.
    """
    at_hand, *others = rows
    here = at_hand.cells[column]
    scanned = [row for row in others if not row.cells[column].failure]
    now = here.count(*LOUD)
    if not now:
        return None
    idle = next((row.consumer for row in scanned if not row.cells[column].uses), "")
    using = [row for row in scanned if row.cells[column].uses]
    best = min([at_hand, *using], key=lambda row: row.cells[column].count(*LOUD))
    left = best.cells[column].count(*LOUD)
    to = best.consumer if left < now else ""
    if not to and not idle:
        return None
    return Upgrade(
        consumer=at_hand.consumer,
        provider=provider,
        to=to,
        settled=now - left,
        left=left,
        idle=idle,
    )


def ordered(columns: Iterable[Column]) -> tuple[Column, ...]:
    """By the day of their upload; by version where it is not told of all."""
    found = sorted(columns, key=lambda column: _version(column.version))
    days = [column.uploaded for column in found]
    if all(days):
        found.sort(key=lambda column: column.uploaded or datetime.date.min)
    return tuple(found)


def named(columns: Sequence[Column], stretch: tuple[int, int]) -> str:
    """A stretch of releases as it is said: `0.12.0`, `0.12.0 … 0.14.1`, `from 0.16.0`."""
    first, last = stretch
    if last + 1 == len(columns):
        return f"from {columns[first].version}" if first != last else columns[first].version
    if first == last:
        return columns[first].version
    return f"{columns[first].version} … {columns[last].version}"


def _by_weight(course: Course) -> tuple[int, int, Key]:
    return course.severity.rank, course.found.index(True), course.seen.key


def _version(text: str) -> tuple[bool, Version, str]:
    """What is no version comes last."""
    try:
        return False, Version(text), ""
    except InvalidVersion:
        return True, Version("0"), text
