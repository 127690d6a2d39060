"""Commands to GitHub's workflows: read as the runner reads them, nothing of strangers acts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import pytest

from drift_audit.auditor.model import (
    Evidence,
    Finding,
    FixReport,
    FixStanding,
    Severity,
    Span,
)
from drift_audit.reports import formats
from drift_audit.reports.inert import quiet
from drift_audit.reports.places import Region, region

from .format_scans import SCANS

COMMAND = re.compile(r"::(?P<name>[\w-]+) (?P<properties>.*?)::(?P<data>.*)")


@dataclass(frozen=True, kw_only=True)
class Command:
    name: str
    properties: dict[str, str]
    data: str


def unescaped(text: str) -> str:
    for code, sign in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def read(log: str) -> tuple[list[Command], list[str]]:
    """The commands in a log, and the lines that are none."""
    commands, others = [], []
    for line in log.split("\n"):
        found = COMMAND.fullmatch(line.lstrip())
        if found is None:
            others.append(line)
            continue
        pairs = [pair.split("=", 1) for pair in found["properties"].split(",")]
        properties = {key: unescaped(value) for key, value in pairs}
        data = unescaped(found["data"])
        commands.append(Command(name=found["name"], properties=properties, data=data))
    return commands, others


@pytest.mark.parametrize("scan", sorted(SCANS))
def test_one_command_a_finding_and_the_verdict(scan: str) -> None:
    log = formats.render("github", SCANS[scan]())
    commands, others = read(log)
    assert len(commands) == len(SCANS[scan]().findings)
    assert {command.name for command in commands} <= {"error", "warning", "notice"}
    assert [line.startswith("drift-audit: ") for line in others] == [True, False]
    assert others[1] == ""
    assert "##[" not in log
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", log)


def test_worst_first_for_no_more_than_ten_of_a_level_are_shown() -> None:
    commands, _ = read(formats.render("github", SCANS["drifted"]()))
    names = [command.name for command in commands]
    assert names == ["error"] * 9 + ["warning"] * 2 + ["notice"]
    assert commands[0].properties["title"] == "silent: default-flipped"


def test_annotation_is_on_its_line_in_the_repository() -> None:
    commands, _ = read(formats.render("github", SCANS["mended"]()))
    one = next(each for each in commands if each.properties["line"] == "241")
    assert one.name == "error"
    assert one.properties == {
        "file": "python/speculators/data_generation/vllm_hidden_states_generator.py",
        "line": "241",
        "endLine": "241",
        "col": "17",
        "endColumn": "59",
        "title": "breaks: keyword-removed",
    }
    message, advice, fix = one.data.split("\n")
    assert message == "`Request()` no longer takes `eos_token_id`."
    assert advice.startswith("What to do: Delete the keyword `eos_token_id`.")
    assert fix == "Fix: left out: unsafe, and not asked for"


def test_columns_of_several_lines_are_left_out() -> None:
    commands, _ = read(formats.render("github", SCANS["drifted"]()))
    assert set(commands[0].properties) == {"file", "line", "endLine", "title"}


def test_text_of_strangers_comes_back_as_it_was() -> None:
    commands, _ = read(formats.render("github", SCANS["hostile"]()))
    marked = next(each for each in commands if each.properties["line"] == "9")
    assert marked.properties["file"] == "::x,y/%0A/::error::%0A|c`\\|.py"
    assert "::error file=k.py,line=1::%0A%25::stop-commands::l ## [group]m" in marked.data


@pytest.mark.parametrize(
    ("line", "columns", "shown"),
    [
        ("f(x)", (3, 4), (3, 4)),
        ("é = f(x)", (8, 9), (7, 8)),
        ("\U0001f9e8 = f(x)", (10, 11), (7, 8)),
        ("f", (9, 9), (9, 9)),
        ("f(x)", (4, 2), (4, 4)),
    ],
)
def test_columns_count_characters(
    line: str, columns: tuple[int, int], shown: tuple[int, int]
) -> None:
    span = Span(path="a.py", line=2, column=columns[0], end_line=1, end_column=columns[1])
    finding: Finding = replace(SCANS["drifted"]().findings[0], span=span, context=((2, line),))
    place = Region(line=2, column=shown[0], end_line=2, end_column=shown[1])
    assert region(finding) == place


@pytest.mark.parametrize("name", ["text", "github"])
def test_source_in_a_log_is_no_command(name: str) -> None:
    scan = SCANS["drifted"]()
    finding = scan.findings[0]
    span = replace(finding.span, path="::add-mask::a.py")
    diff = (
        f"--- a/{span.path}\n+++ b/{span.path}\n@@ -1,2 +1,2 @@\n"
        "   ::set-output name=a::b\n-\t::error::c ##[add-path]d\n+e\n"
    )
    fix = FixReport(standing=FixStanding.LEFT_OUT, diff=diff, why="::debug::f ##[group]g")
    hostile = replace(finding, span=span, fix=fix, message="::stop-commands::h", kind="::i::j")
    log = formats.render(name, replace(scan, findings=(hostile,)))
    lines = [line for line in log.split("\n") if line.lstrip().startswith("::")]
    assert [line[:7] for line in lines] == (["::error"] if name == "github" else [])
    assert "##[" not in log


def test_a_coloured_line_is_no_command_either() -> None:
    assert quiet("a ::b\n  \x1b[1m::c::\x1b[0m\n") == "a ::b\n  \x1b[1m<U+003A>:c::\x1b[0m\n"


def test_an_advisory_is_a_notice() -> None:
    scan = SCANS["drifted"]()
    advisory = replace(scan.findings[0], evidence=(Evidence.ADVISORY,), severity=Severity.SILENT)
    commands, _ = read(formats.render("github", replace(scan, findings=(advisory,))))
    assert [command.name for command in commands] == ["notice"]
