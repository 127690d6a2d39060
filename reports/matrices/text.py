"""For a terminal or a log: the releases with their counts, then each finding's way through them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drift_audit.auditor.matrix import Cell, Column, Course, Matrix, Row
from drift_audit.auditor.model import Severity
from drift_audit.reports.courses import (
    advice,
    bad_in,
    baseline,
    judged,
    last_good,
    place,
    subject,
    verdict,
)
from drift_audit.reports.inert import one_line, quiet

SUFFIXES = (".txt",)

_MARKS = {True: "#", False: ".", None: "?"}
_WAYS = (
    'Each finding\'s way through the releases, in that order: "#" it stands there, "." it does not.'
)


def render(matrix: Matrix) -> str:
    """Write the matrix as plain text."""
    if matrix.is_about_consumers:
        blocks = [f"{matrix.provider} {matrix.columns[0].version}", _consumers(matrix)]
    else:
        blocks = [block for row in matrix.rows for block in _row(matrix, row)]
    blocks += ["\n".join(one_line(advice(one)) for one in matrix.upgrades)]
    return quiet("\n\n".join(block for block in blocks if block) + "\n")


def _row(matrix: Matrix, row: Row) -> Iterator[str]:
    yield one_line(f"{row.consumer} on {matrix.provider}, {baseline(row)}")
    head = ("release", "uploaded", *Severity, "judged")
    cells = [_cells(*pair) for pair in zip(matrix.columns, row.cells, strict=True)]
    yield _aligned([head, *cells], right=(2, 3, 4, 5))
    courses = row.courses()
    if courses:
        yield _WAYS
        yield _aligned([_way(matrix, course) for course in courses])
    yield one_line(verdict(matrix, row))


def _consumers(matrix: Matrix) -> str:
    head = ("consumer", "", *Severity, "judged")
    rows = [(one_line(row.consumer), baseline(row), *_counts(row.cells[0])) for row in matrix.rows]
    return _aligned([head, *rows], right=(2, 3, 4, 5))


def _cells(column: Column, cell: Cell) -> tuple[str, ...]:
    day = column.uploaded.isoformat() if column.uploaded else ""
    return (column.version, day, *_counts(cell))


def _counts(cell: Cell) -> tuple[str, ...]:
    if cell.failure:
        return (*("?" for _ in Severity), one_line(cell.failure))
    return (*(str(cell.count(severity) or "-") for severity in Severity), judged(cell))


def _way(matrix: Matrix, course: Course) -> tuple[str, ...]:
    good = last_good(matrix.columns, course)
    return (
        "".join(_MARKS[found] for found in course.found),
        course.severity,
        course.seen.kind,
        one_line(subject(course)),
        bad_in(matrix.columns, course),
        f"last good {good}" if good else "",
        one_line(place(course)),
    )


def _aligned(rows: Sequence[Sequence[str]], right: tuple[int, ...] = ()) -> str:
    """Lines with columns of one width each, those in `right` against the right edge."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            text.rjust(width) if index in right else text.ljust(width)
            for index, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
