"""A finding's way through releases, the pin, and what an upgrade settles."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from drift_audit.auditor.matrix import (
    Cell,
    Column,
    Course,
    Matrix,
    Row,
    Seen,
    named,
    ordered,
    upgrade,
)
from drift_audit.auditor.model import Severity

SEEN = Seen(
    kind="keyword-removed",
    severity=Severity.BREAKS,
    path="m.py",
    line=1,
    column=1,
    symbol="prov.a.f",
    parameter="k",
    message="",
)
WAYS = {"#": True, ".": False, "?": None}


def course(way: str) -> Course:
    return Course(seen=SEEN, severity=SEEN.severity, found=tuple(WAYS[mark] for mark in way))


def columns(count: int) -> tuple[Column, ...]:
    return tuple(Column(version=f"{number}.0") for number in range(1, count + 1))


def row(way: str, consumer: str = "cons 1") -> Row:
    cells = {
        "#": Cell(findings=(SEEN,), uses=1),
        ".": Cell(uses=1),
        "?": Cell(failure="no"),
        "0": Cell(),
    }
    return Row(consumer=consumer, cells=tuple(cells[mark] for mark in way))


def matrix(way: str, versions: tuple[str, ...] = ()) -> Matrix:
    chosen = tuple(Column(version=version) for version in versions) or columns(len(way))
    return Matrix(tool_version="", provider="prov", columns=chosen, rows=(row(way),))


@pytest.mark.parametrize(
    ("way", "said", "last_good"),
    [
        (".###", "from 2.0", 0),
        ("...#", "4.0", 2),
        ("##..", "1.0 … 2.0", None),
        ("#...", "1.0", None),
        (".#.#", "2.0, 4.0", 0),
        (".#?#", "from 2.0", 0),
        (".#?.", "2.0", 0),
        (".?##", "from 3.0", 0),
        ("?##.", "2.0 … 3.0", None),
        ("##?.##", "1.0 … 2.0, from 5.0", None),
    ],
)
def test_where_a_finding_stands(way: str, said: str, last_good: int | None) -> None:
    found = course(way)
    stretches = found.stretches()
    assert ", ".join(named(columns(len(way)), stretch) for stretch in stretches) == said
    assert found.last_good() == last_good


@pytest.mark.parametrize(
    ("way", "pin"),
    [
        ("..##", "prov>=1.0,<3.0"),
        ("#.##", "prov>=2.0,<3.0"),
        ("##..", "prov>=3.0"),
        (".#.#", "prov>=3.0,<4.0"),
        ("..?.", "prov>=4.0"),
        ("....", "prov>=1.0"),
        ("####", ""),
        ("#??#", ""),
    ],
)
def test_pin(way: str, pin: str) -> None:
    made = matrix(way)
    assert made.pin(made.rows[0]) == pin


def test_a_pin_goes_by_versions_not_by_days() -> None:
    made = matrix(".#.", ("1.0", "2.0", "1.1"))
    assert made.pin(made.rows[0]) == "prov>=1.0,<2.0"


def test_a_finding_is_known_by_its_place_not_by_the_module_of_its_symbol() -> None:
    moved = replace(SEEN, symbol="prov.b.f", severity=Severity.SILENT, message="later")
    other = replace(SEEN, line=2)
    cells = (Cell(findings=(SEEN,)), Cell(findings=(moved, other)))
    first, second = Row(consumer="", cells=cells).courses()
    assert (first.seen, first.severity, first.found) == (moved, Severity.SILENT, (True, True))
    assert (second.seen, second.found) == (other, (False, True))


def test_order_of_upload() -> None:
    days = {"1.0": 1, "2.0": 2, "1.1": 3}
    dated = [Column(version=v, uploaded=datetime.date(2026, 1, d)) for v, d in days.items()]
    assert [column.version for column in ordered(reversed(dated))] == ["1.0", "2.0", "1.1"]
    undated = [*dated, Column(version="10.0"), Column(version="odd")]
    assert [c.version for c in ordered(undated)] == ["1.0", "1.1", "2.0", "10.0", "odd"]


@pytest.mark.parametrize(
    ("ways", "to", "settled", "left", "idle"),
    [
        (["#", "#", ".", "."], "cons 3", 1, 0, ""),
        (["#", "0", "."], "cons 3", 1, 0, "cons 2"),
        (["#", "0"], "", 0, 1, "cons 2"),
    ],
)
def test_upgrade(ways: list[str], to: str, settled: int, left: int, idle: str) -> None:
    found = upgrade("prov 1", 0, [row(way, f"cons {n}") for n, way in enumerate(ways, 1)])
    assert found is not None
    assert (found.to, found.settled, found.left, found.idle) == (to, settled, left, idle)


@pytest.mark.parametrize("ways", [["#"], ["#", "#"], ["#", "?"], [".", "."], ["?", "."]])
def test_no_upgrade(ways: list[str]) -> None:
    assert upgrade("prov 1", 0, [row(way) for way in ways]) is None
