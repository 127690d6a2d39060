"""One self-contained page: each finding as a row, each release as a column."""

from __future__ import annotations

from dataclasses import dataclass

from drift_audit.auditor.matrix import Course, Matrix, Row
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
from drift_audit.reports.pages import Style, rendered

SUFFIXES = (".html", ".htm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A course with its words; `file` is its file without the folders."""

    course: Course
    subject: str
    place: str
    file: str
    bad_in: str
    last_good: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What the page shows of one consumer."""

    row: Row
    verdict: str
    baseline: str
    ways: tuple[Way, ...]


def render(matrix: Matrix) -> str:
    """Write the matrix as one HTML document."""
    return rendered(
        "matrix.html.j2",
        matrix=matrix,
        sheets=[_sheet(matrix, row) for row in matrix.rows],
        advices=[advice(one) for one in matrix.upgrades],
        severities=list(Severity),
        judged=judged,
        style=Style.of("base.css", "matrix.css"),
    )


def _sheet(matrix: Matrix, row: Row) -> Sheet:
    columns = matrix.columns
    return Sheet(
        row=row,
        verdict=verdict(matrix, row),
        baseline=baseline(row),
        ways=tuple(
            Way(
                course=course,
                subject=subject(course),
                place=place(course),
                file=course.seen.path.rpartition("/")[2],
                bad_in=bad_in(columns, course),
                last_good=last_good(columns, course),
            )
            for course in row.courses()
        ),
    )
