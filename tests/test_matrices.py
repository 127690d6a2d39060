"""The formats of a matrix, from three of them: plain, of consumers, and hostile in every text."""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.matrix import Cell, Column, Matrix, Row, Seen, Upgrade
from drift_audit.auditor.model import Severity
from drift_audit.reports import matrices

CASES = Path(__file__).parent / "cases" / "matrices"
EVIL = '<b onclick="x">|`*_[a](b)\n::error::\x1b[2J\u202eé🙂'


def seen(severity: Severity, line: int, text: str = "") -> Seen:
    return Seen(
        kind="keyword-removed",
        severity=severity,
        path=f"cons/{text or 'main.py'}",
        line=line,
        column=5,
        symbol=f"prov.core.{text or 'step'}.k",
        parameter=text or "k",
        message=f"`step` no longer takes `k=` {text}",
    )


def cell(*findings: Seen) -> Cell:
    return Cell(findings=findings, uses=9, judged=8, consumer="cons 1.0", baseline="1.0")


def columns(*days: int | None) -> tuple[Column, ...]:
    return tuple(
        Column(version=f"{n}.0", uploaded=datetime.date(2026, 1, day) if day else None)
        for n, day in enumerate(days, 1)
    )


def plain(text: str = "") -> Matrix:
    breaks, risk = seen(Severity.BREAKS, 3, text), seen(Severity.RISK, 7, text)
    cells = (cell(), cell(breaks), Cell(failure=text or "no such file"), cell(breaks, risk), cell())
    row = Row(consumer=f"cons 1.0{text}", cells=cells)
    return Matrix(
        tool_version="0.0",
        provider=f"prov{text}",
        columns=columns(1, 2, 3, None, 5),
        rows=(row,),
    )


def of_consumers(text: str = "") -> Matrix:
    silent = seen(Severity.SILENT, 3, text)
    rows = (
        Row(consumer=f"cons 1.0{text}", cells=(cell(silent),)),
        Row(consumer=f"cons 2.0{text}", cells=(cell(),)),
        Row(consumer="cons 3.0", cells=(Cell(consumer="cons 3.0"),)),
        Row(consumer="cons 4.0", cells=(Cell(failure=text or "no such file"),)),
    )
    better = Upgrade(
        consumer=f"cons 1.0{text}",
        provider="prov 1.0",
        to="cons 2.0",
        settled=1,
        left=1,
        idle="cons 3.0",
    )
    return Matrix(
        tool_version="0.0", provider="prov", columns=columns(1), rows=rows, upgrades=(better,)
    )


MATRICES = {
    "plain": plain(),
    "consumers": of_consumers(),
    "hostile": replace(plain(EVIL), rows=(*plain(EVIL).rows, *plain(EVIL).rows)),
    "hostile-consumers": of_consumers(EVIL),
}


@pytest.mark.parametrize("case", MATRICES)
@pytest.mark.parametrize("name", matrices.names())
def test_goldens(name: str, case: str, *, update: bool) -> None:
    text = matrices.render(name, MATRICES[case])
    golden = CASES / f"{case}{matrices.suffixes(name)[0]}"
    if update:
        golden.write_text(text, "utf-8")
    assert golden.read_text("utf-8") == text, "run pytest --update"


@pytest.mark.parametrize("case", MATRICES)
def test_the_json_keeps_to_its_schema(root: Path, case: str) -> None:
    schema = json.loads((root / "reports" / "schema" / "matrix.v1.json").read_text("utf-8"))
    jsonschema.validate(json.loads(matrices.render("json", MATRICES[case])), schema)


@pytest.mark.parametrize("case", ["hostile", "hostile-consumers"])
@pytest.mark.parametrize("name", ["text", "markdown", "html"])
def test_nothing_of_strangers_acts(name: str, case: str) -> None:
    text = matrices.render(name, MATRICES[case])
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert not any(line.startswith("::") for line in text.splitlines())
    if name == "markdown":
        assert "<b" not in text
        rows = [line for line in text.splitlines() if line.startswith("|")]
        bars = {len(re.findall(r"(?<!\\)\|", line)) for line in rows}
        assert bars <= {7, 8}


def test_the_page_is_whole_and_safe() -> None:
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append(tag)
            assert not any(name.startswith("on") for name, _ in attrs)

    Reader().feed(matrices.render("html", MATRICES["hostile"]))
    assert "script" not in tags
    assert tags.count("b") == 0


def test_formats_by_suffix() -> None:
    found = {
        name: matrices.by_suffix(f"x{matrices.suffixes(name)[0]}") for name in matrices.names()
    }
    assert found == {name: name for name in ("html", "json", "markdown", "text")}
    with pytest.raises(UsageError):
        matrices.by_suffix("x.pdf")
