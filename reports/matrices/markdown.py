"""For a pull request or an issue: a table of releases and a table of findings."""

from __future__ import annotations

from collections.abc import Iterator

from drift_audit.auditor.matrix import Cell, Column, Matrix, Row
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
from drift_audit.reports.gfm import code, prose, table, text

SUFFIXES = (".md",)


def render(matrix: Matrix) -> str:
    """Write the matrix as GitHub-flavoured Markdown."""
    if matrix.is_about_consumers:
        blocks = list(_consumers(matrix))
    else:
        blocks = [block for row in matrix.rows for block in _row(matrix, row)]
    blocks += [prose(advice(one)) for one in matrix.upgrades]
    return "\n\n".join(blocks) + "\n"


def _row(matrix: Matrix, row: Row) -> Iterator[str]:
    yield f"## {text(f'{row.consumer} on {matrix.provider}, {baseline(row)}')}"
    yield prose(verdict(matrix, row))
    head = ("release", "uploaded", *Severity, "judged")
    yield table(head, [_cells(*pair) for pair in zip(matrix.columns, row.cells, strict=True)])
    ways = [
        (
            str(course.severity),
            code(course.seen.kind),
            code(subject(course)),
            code(place(course)),
            bad_in(matrix.columns, course),
            last_good(matrix.columns, course),
        )
        for course in row.courses()
    ]
    if ways:
        yield table(("severity", "kind", "what", "where", "bad in", "last good"), ways)


def _consumers(matrix: Matrix) -> Iterator[str]:
    yield f"## {text(f'{matrix.provider} {matrix.columns[0].version}')}"
    head = ("consumer", "", *Severity, "judged")
    yield table(
        head,
        [(text(row.consumer), text(baseline(row)), *_counts(row.cells[0])) for row in matrix.rows],
    )


def _cells(column: Column, cell: Cell) -> tuple[str, ...]:
    day = column.uploaded.isoformat() if column.uploaded else ""
    return (text(column.version), day, *_counts(cell))


def _counts(cell: Cell) -> tuple[str, ...]:
    if cell.failure:
        return (*("?" for _ in Severity), prose(cell.failure))
    return (*(str(cell.count(severity) or "") for severity in Severity), judged(cell))
