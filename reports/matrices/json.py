"""Machine-readable: the shape is `reports/schema/matrix.v1.json`."""

from __future__ import annotations

import json

from drift_audit.auditor.matrix import Cell, Column, Course, Matrix, Row
from drift_audit.auditor.model import Severity
from drift_audit.reports.courses import last_good

SUFFIXES = (".json",)


def render(matrix: Matrix) -> str:
    """Write the matrix as one JSON document with a final newline."""
    document = {
        "schema_version": 1,
        "tool": {"name": "drift-audit", "version": matrix.tool_version},
        "provider": matrix.provider,
        "releases": [
            {
                "version": column.version,
                "uploaded": column.uploaded.isoformat() if column.uploaded else None,
            }
            for column in matrix.columns
        ],
        "consumers": [_row(matrix, row) for row in matrix.rows],
        "upgrades": [
            {
                "consumer": one.consumer,
                "provider": one.provider,
                "to": one.to or None,
                "settled": one.settled,
                "left": one.left,
                "idle": one.idle or None,
            }
            for one in matrix.upgrades
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _row(matrix: Matrix, row: Row) -> dict[str, object]:
    pairs = zip(matrix.columns, row.cells, strict=True)
    return {
        "name": row.consumer,
        "scans": [_cell(column, cell) for column, cell in pairs],
        "findings": [_course(matrix, course) for course in row.courses()],
        "pin": matrix.pin(row) or None,
    }


def _cell(column: Column, cell: Cell) -> dict[str, object]:
    return {
        "version": column.version,
        "baseline": cell.baseline or None,
        "counts": None if cell.failure else {s.value: cell.count(s) for s in Severity},
        "uses": cell.uses,
        "judged": cell.judged,
        "failure": cell.failure or None,
    }


def _course(matrix: Matrix, course: Course) -> dict[str, object]:
    seen, columns = course.seen, matrix.columns
    found = [c.version for c, bad in zip(columns, course.found, strict=True) if bad]
    return {
        "kind": seen.kind,
        "severity": course.severity.value,
        "path": seen.path,
        "line": seen.line,
        "column": seen.column,
        "symbol": seen.symbol,
        "parameter": seen.parameter or None,
        "message": seen.message,
        "first_bad": found[0],
        "last_good": last_good(columns, course) or None,
        "found_in": found,
    }
