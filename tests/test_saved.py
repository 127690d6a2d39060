"""A saved run comes back as it was: in every format the same bytes, and in the model all but three."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from drift_audit.auditor.model import CallShape, Finding, ModelReport, Scan, Span
from drift_audit.reports import formats
from drift_audit.reports.saved import read

from .format_scans import SCANS

MODEL = ModelReport(
    name="org/name", source="a folder", architecture="LlamaForCausalLM", classes=("a.B", "a.C")
)


def saved(scan: Scan) -> str:
    return formats.render("json", scan)


def changed(**parts: object) -> str:
    """A saved run with parts of its document put otherwise."""
    document: dict[str, Any] = json.loads(saved(SCANS["mended"]()))
    return json.dumps(document | parts)


@pytest.mark.parametrize("scan", sorted(SCANS))
@pytest.mark.parametrize("name", formats.names())
def test_every_format_comes_out_as_then(name: str, scan: str) -> None:
    found = SCANS[scan]()
    assert formats.render(name, read(saved(found))) == formats.render(name, found)


@pytest.mark.parametrize("scan", sorted(SCANS))
def test_nothing_is_lost(scan: str) -> None:
    found = replace(SCANS[scan](), model=MODEL)
    assert _in_order(read(saved(found))) == _in_order(found)


def _in_order(scan: Scan) -> Scan:
    return replace(
        scan,
        findings=tuple(sorted(scan.findings, key=repr)),
        providers=tuple(sorted(scan.providers, key=repr)),
        set_aside=tuple(sorted(scan.set_aside, key=repr)),
        coverage=replace(scan.coverage, unjudged=tuple(sorted(scan.coverage.unjudged, key=repr))),
    )


@pytest.mark.parametrize("name", formats.names())
def test_no_format_shows_what_is_not_saved(name: str) -> None:
    scan = SCANS["mended"]()
    span = Span(path="other.py", line=7, column=7, end_line=7, end_column=7)

    def fuller(finding: Finding) -> Finding:
        call = CallShape(symbol="a.b", args_count=2, keywords=("c",))
        return replace(finding, call=call, was="method", site=span)

    full = replace(scan, findings=tuple(map(fuller, scan.findings)))
    assert formats.render(name, full) == formats.render(name, scan)


def test_what_is_not_known_is_passed_over() -> None:
    assert read(changed(more={"of": "it"})) == read(changed())


def test_older_reports_lack_what_came_later() -> None:
    document = json.loads(changed())
    del document["set_aside"], document["consumer"]["folder"]
    assert read(json.dumps(document)).set_aside == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Expecting value"),
        ("[]", "Expected `object`, got `array`"),
        ("{}", "required field `schema_version`"),
        ("[" * 100_000, "nested too deeply"),
        (changed(schema_version=2), "schema_version is 2, and 1 is read"),
        (changed(findings=[{}]), "$.findings[0]"),
        (changed(coverage={"uses": -1}), "$.coverage.uses"),
        (changed(after={"silent": 1}), "$.after"),
        (changed(python=3), "$.python"),
    ],
)
def test_what_is_no_saved_run_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        read(text)
