"""What dashboards read: JUnit's XML and GitLab's report of code quality."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import jsonschema
import pytest

from drift_audit.reports import formats

from .format_scans import SCANS

CODE_QUALITY = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "additionalProperties": False,
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^(?!\\./|/)"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {
                            "begin": {"type": "integer", "minimum": 1},
                            "end": {"type": "integer", "minimum": 1},
                        },
                    },
                },
            },
        },
    },
}
"""What GitLab documents of the entries that it shows."""


def suite(scan: str) -> ElementTree.Element:
    root = ElementTree.fromstring(formats.render("junit", SCANS[scan]()).encode())
    assert root.tag == "testsuites"
    assert [child.tag for child in root] == ["testsuite"]
    return root[0]


class TestJunit:
    @pytest.mark.parametrize("scan", sorted(SCANS))
    def test_counts_are_those_of_the_cases(self, scan: str) -> None:
        tests = suite(scan)
        found = SCANS[scan]()
        harmless = sum(finding.severity == "note" for finding in found.findings)
        unjudged = len(found.coverage.unjudged) + len(found.coverage.skipped)
        assert tests.get("tests") == str(len(found.findings) + unjudged + 1)
        assert tests.get("failures") == str(len(found.findings) - harmless)
        assert tests.get("skipped") == str(unjudged)
        assert len(tests.findall("testcase")) == int(tests.get("tests", ""))

    @pytest.mark.parametrize("scan", sorted(SCANS))
    def test_names_are_unique_and_hold_no_line_of_a_finding(self, scan: str) -> None:
        cases = suite(scan).findall("testcase")
        names = [(case.get("classname"), case.get("name")) for case in cases]
        assert len(names) == len(set(names))
        failed = [case for case in cases if case.find("failure") is not None]
        assert all(f" {case.get('line')}" not in str(case.get("name")) for case in failed)

    @pytest.mark.parametrize("scan", sorted(SCANS))
    def test_only_these_elements_stand_there(self, scan: str) -> None:
        allowed = {"testsuite", "properties", "property", "testcase", "failure", "skipped"}
        assert {element.tag for element in suite(scan).iter()} <= allowed | {"system-out"}
        report = formats.render("junit", SCANS[scan]())
        assert not re.search(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", report)

    def test_a_finding_fails_at_its_place(self) -> None:
        case = next(each for each in suite("mended") if each.get("line") == "241")
        path = "python/speculators/data_generation/vllm_hidden_states_generator.py"
        assert (case.get("classname"), case.get("file")) == (path, path)
        assert case.get("name") == "keyword-removed: vllm.v1.request.Request (eos_token_id)"
        failure = case.find("failure")
        assert failure is not None
        assert failure.get("type") == "breaks: keyword-removed"
        assert failure.get("message") == "`Request()` no longer takes `eos_token_id`."
        assert (failure.text or "").splitlines()[-1] == "fix: left out: unsafe, and not asked for"

    def test_a_note_does_not_fail(self) -> None:
        case = next(each for each in suite("drifted") if each.get("line") == "164")
        assert [child.tag for child in case] == ["system-out"]

    def test_a_clean_scan_has_a_test_that_passes(self) -> None:
        (case,) = suite("clean").findall("testcase")
        assert (case[0].text or "").endswith("all 213 uses were judged.")

    def test_text_of_strangers_comes_back(self) -> None:
        messages = [failure.get("message", "") for failure in suite("hostile").iter("failure")]
        assert any("<!-- h ]]> --> &#10;&lt;i&gt;" in message for message in messages)


class TestGitlab:
    @pytest.mark.parametrize("scan", sorted(SCANS))
    def test_entries_are_as_the_service_wants_them(self, scan: str) -> None:
        found = SCANS[scan]()
        entries = json.loads(formats.render("gitlab", found))
        jsonschema.validate(entries, CODE_QUALITY)
        assert len(entries) == len(found.findings)
        fingerprints = [entry["fingerprint"] for entry in entries]
        assert len(fingerprints) == len(set(fingerprints))

    def test_an_entry(self) -> None:
        entries = json.loads(formats.render("gitlab", SCANS["mended"]()))
        assert next(each for each in entries if each["location"]["lines"]["begin"] == 241) == {
            "description": "`Request()` no longer takes `eos_token_id`. "
            "(left out: unsafe, and not asked for)",
            "check_name": "keyword-removed",
            "fingerprint": "e2a90c6641fd",
            "severity": "critical",
            "location": {
                "path": "python/speculators/data_generation/vllm_hidden_states_generator.py",
                "lines": {"begin": 241, "end": 241},
            },
        }

    def test_severities_are_told_apart(self) -> None:
        entries = json.loads(formats.render("gitlab", SCANS["drifted"]()))
        assert {each["severity"] for each in entries} == {"blocker", "critical", "minor", "info"}

    def test_fingerprints_survive_moved_lines(self) -> None:
        scan = SCANS["drifted"]()
        moved = replace(
            scan,
            findings=tuple(
                replace(each, span=replace(each.span, line=each.span.line + 9))
                for each in scan.findings
            ),
        )
        before, now = (json.loads(formats.render("gitlab", one)) for one in (scan, moved))
        assert [each["fingerprint"] for each in before] == [each["fingerprint"] for each in now]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("report.json", "json"),
        ("report.gitlab.json", "gitlab"),
        ("out/gl-code-quality-report.json", "gitlab"),
        ("report.junit.xml", "junit"),
        ("report.xml", "junit"),
        ("report.github.txt", "github"),
        ("report.txt", "text"),
    ],
)
def test_the_longest_suffix_tells_the_format(path: str, name: str) -> None:
    assert formats.by_suffix(path) == name
