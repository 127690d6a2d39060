"""The SARIF report against the official schema, and its fixes against the texts they are for."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drift_audit.auditor.kinds import kinds
from drift_audit.auditor.model import Aside, Scan, SetAside
from drift_audit.patchers.diffs import unified
from drift_audit.reports import formats
from drift_audit.reports.formats import sarif
from drift_audit.reports.replacements import Replacement, replacements

from .format_scans import SCANS

SCHEMA = Path(__file__).parent / "cases" / "sarif" / "sarif-schema-2.1.0.json"


def document(scan: Scan) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(formats.render("sarif", scan))
    return whole


def run(scan: str) -> dict[str, Any]:
    (only,) = document(SCANS[scan]())["runs"]
    assert isinstance(only, dict)
    return only


def with_asides() -> Scan:
    """One finding is ignored by a comment, one is known."""
    scan = SCANS["drifted"]()
    ignored, known, *rest = scan.findings
    aside = (
        SetAside(finding=known, aside=Aside.KNOWN),
        SetAside(finding=ignored, aside=Aside.IGNORED, reason="one step is enough here"),
    )
    return replace(scan, findings=tuple(rest), set_aside=aside)


@pytest.mark.parametrize("scan", [*sorted(SCANS), "with asides"])
def test_official_schema_holds(scan: str) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.Draft4Validator.check_schema(schema)
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    validator.validate(document(SCANS[scan]() if scan in SCANS else with_asides()))


@pytest.mark.parametrize("scan", sorted(SCANS))
def test_all_is_plain_text(scan: str) -> None:
    report = formats.render("sarif", SCANS[scan]())
    assert report.isascii()
    assert not re.search(r"\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]..", report)
    assert "\\u001b" not in report


@pytest.mark.parametrize("scan", sorted(SCANS))
def test_each_result_has_its_rule_and_place(scan: str) -> None:
    found = SCANS[scan]()
    only = run(scan)
    rules = only["tool"]["driver"]["rules"]
    assert len(only["results"]) == len(found.findings) + len(found.set_aside)
    ids = [rule["id"] for rule in rules]
    assert len(ids) == len(set(ids))
    for result in only["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        parts = urlsplit(place["artifactLocation"]["uri"])
        assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
        region = place["region"]
        assert (region["startLine"], region["startColumn"]) <= (
            region["endLine"],
            region["endColumn"],
        )


def test_ids_of_rules_are_those_of_kinds() -> None:
    rules = {rule["id"]: rule for rule in run("drifted")["tool"]["driver"]["rules"]}
    known = {kind.id: kind for kind in kinds()}
    for name in rules.keys() & known.keys():
        assert rules[name]["shortDescription"]["text"] == known[name].title
        assert "What it is: " in rules[name]["help"]["text"]
    assert all(
        rule[part]["text"]
        for rule in rules.values()
        for part in ("shortDescription", "fullDescription", "help")
    )
    assert rules["keyword-removed"]["fullDescription"]["text"] == (
        "a call passes a keyword argument that the function, method or constructor does not take "
        "any more."
    )
    assert rules["keyword-removed"]["defaultConfiguration"] == {"level": "error"}


def test_a_result() -> None:
    result = next(
        each
        for each in run("mended")["results"]
        if each["partialFingerprints"] == {"driftAudit/v1": "93c7e0ab1d55"}
    )
    assert result["ruleId"] == "keyword-removed"
    assert result["level"] == "error"
    assert result["message"]["text"].startswith(
        "`get_kv_cache_config_from_groups()` no longer takes `kv_cache_specs`.\nDelete the keyword"
    )
    assert result["suppressions"] == []
    assert "baselineState" not in result
    place = result["locations"][0]["physicalLocation"]
    path = "python/speculators/data_generation/vllm_hidden_states_generator.py"
    assert place["artifactLocation"] == {"uri": path, "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {
        "startLine": 139,
        "startColumn": 13,
        "endLine": 139,
        "endColumn": 41,
    }
    assert place["contextRegion"]["startLine"] == 136
    (fix,) = result["fixes"]
    assert fix["description"]["text"].startswith("safe: Drops a value")
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == place["artifactLocation"]
    assert change["replacements"] == [
        {"deletedRegion": {"startLine": 139, "startColumn": 1, "endLine": 140, "endColumn": 1}}
    ]


def test_only_proven_fixes_are_offered() -> None:
    offered = [
        (result["properties"]["fix"], "fixes" in result)
        for result in run("mended")["results"]
        if "fix" in result["properties"]
    ]
    assert {standing for standing, has in offered if has} == {"repaired"}
    assert {standing for standing, has in offered if not has} == {
        "left out",
        "needs a hand",
        "rejected",
    }


def test_what_is_set_aside_is_suppressed() -> None:
    (only,) = document(with_asides())["runs"]
    *others, one, another = only["results"]
    assert [each["suppressions"] for each in others] == [[]] * 10
    assert {each["baselineState"] for each in others} == {"new"}
    by_kind = {each["suppressions"][0]["kind"]: each for each in (one, another)}
    assert by_kind["inSource"]["suppressions"] == [
        {"kind": "inSource", "justification": "one step is enough here"}
    ]
    assert by_kind["external"]["baselineState"] == "unchanged"


def test_what_was_not_judged_is_told() -> None:
    (invocation,) = run("drifted")["invocations"]
    told = invocation["toolExecutionNotifications"]
    assert [each["level"] for each in told] == ["warning"] + ["note"] * 7
    assert told[0]["message"]["text"] == "not read: a syntax error in line 3"


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("plain [0] (x)", "plain [0] (x)"),
        ("{0} and {{1}}", "{{0}} and {{{{1}}}}"),
        ("[a](b)", r"[a\](b)"),
        (r"[a\](b)", r"[a\](b)"),
        (r"[a\\](b)", r"[a\\\](b)"),
    ],
)
def test_no_argument_and_no_link_comes_of_a_text(words: str, written: str) -> None:
    assert sarif._message(words) == {"text": written}


def test_paths_are_spelled_by_their_bytes() -> None:
    scan = SCANS["drifted"]()
    finding = scan.findings[0]
    for path, uri in (
        ("a b/ä#?%.py", "a%20b/%C3%A4%23%3F%25.py"),
        ("a:b\udcff.py", "a%3Ab%FF.py"),
        ("\ud800.py", "%ED%A0%80.py"),
    ):
        moved = replace(finding, span=replace(finding.span, path=path))
        (only,) = document(replace(scan, findings=(moved,)))["runs"]
        place = only["results"][0]["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == uri
    assert unquote("a%20b/%C3%A4%23%3F%25.py") == "a b/ä#?%.py"


def applied(text: str, edits: tuple[Replacement, ...]) -> str:
    """The text after all edits, made from the last to the first."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for edit in reversed(edits):
        place = edit.region
        start = starts[place.line - 1] + place.column - 1
        end = starts[place.end_line - 1] + place.end_column - 1
        text = text[:start] + edit.text + text[end:]
    return text


LINES = st.lists(st.sampled_from(["a", "b\r", "", "-c", "+d", "\\ e", "@@ -1 +1 @@"]), max_size=14)


@given(LINES, LINES, st.sampled_from(["", "\n"]), st.sampled_from(["", "\n"]))
def test_replacements_are_the_diff(
    before: list[str], after: list[str], before_end: str, after_end: str
) -> None:
    old = "\n".join(before) + (before_end if before else "")
    new = "\n".join(after) + (after_end if after else "")
    edits = replacements(unified("a/b c.py", old.encode(), new.encode()))
    assert applied(old, edits) == new
    assert {edit.path for edit in edits} <= {"a/b c.py"}


def test_a_diff_of_several_files_is_told_apart() -> None:
    diff = unified("a.py", b"x\n", b"y\n") + unified("b.py", b"x\ny\n", b"x\nz\ny")
    assert [(edit.path, edit.region.line, edit.text) for edit in replacements(diff)] == [
        ("a.py", 1, "y\n"),
        ("b.py", 2, "z\ny"),
    ]
