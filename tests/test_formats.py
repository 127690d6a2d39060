"""Every report format against its goldens, and what each promises."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.model import Finding, FixReport, FixStanding
from drift_audit.reports import formats
from drift_audit.reports.formats import text as text_format

from .format_scans import CASES, SCANS


@pytest.fixture(scope="module")
def schema(root: Path) -> dict[str, object]:
    text = (root / "reports" / "schema" / "scan.v1.json").read_text()
    read: dict[str, object] = json.loads(text)
    return read


class TestGoldens:
    @pytest.mark.parametrize("scan", sorted(SCANS))
    @pytest.mark.parametrize("name", formats.names())
    def test_report_is_as_it_was(self, name: str, scan: str, *, update: bool) -> None:
        golden = CASES / name / f"{scan}{formats.load(name).SUFFIXES[0]}"
        report = formats.render(name, SCANS[scan]()).encode()
        if update:
            golden.parent.mkdir(exist_ok=True)
            golden.write_bytes(report)
        assert golden.read_bytes() == report, "look at the report, then pytest --update"

    @pytest.mark.parametrize("name", formats.names())
    def test_order_of_the_input_does_not_show(self, name: str) -> None:
        scan = SCANS["mended"]()
        shuffled = dataclasses.replace(
            scan,
            findings=scan.findings[::-1],
            providers=scan.providers[::-1],
            coverage=dataclasses.replace(scan.coverage, unjudged=scan.coverage.unjudged[::-1]),
        )
        assert formats.render(name, shuffled) == formats.render(name, scan)


class TestDiscovery:
    def test_a_file_is_a_format(self, root: Path) -> None:
        files = {file.stem for file in (root / "reports" / "formats").glob("*.py")}
        assert set(formats.names()) == files - {"__init__"}
        assert {"html", "json", "text"} <= set(formats.names())

    @pytest.mark.parametrize(
        ("path", "name"), [("a.html", "html"), ("out/B.JSON", "json"), ("x.y.txt", "text")]
    )
    def test_suffix_tells_the_format(self, path: str, name: str) -> None:
        assert formats.by_suffix(path) == name

    def test_unknown_suffix_is_refused_with_those_there_are(self) -> None:
        with pytest.raises(UsageError) as refused:
            formats.by_suffix("report.docx")
        assert ".html" in refused.value.advice

    def test_unknown_format_is_refused_with_those_there_are(self) -> None:
        with pytest.raises(UsageError) as refused:
            formats.render("../json", SCANS["clean"]())
        assert "json" in refused.value.advice

    def test_only_html_needs_its_template_engine(self, root: Path) -> None:
        child = (
            "import sys; from drift_audit.reports import formats;"
            "formats.by_suffix('a.html'); formats.load('text'); formats.load('json');"
            "sys.exit(bool({'jinja2', 'markupsafe', 'click'} & set(sys.modules)))"
        )
        environment = {"PYTHONPATH": str(root / ".dev")}
        subprocess.run([sys.executable, "-c", child], check=True, env=environment)


class TestJson:
    @pytest.mark.parametrize("scan", sorted(SCANS))
    def test_schema_holds(self, scan: str, schema: dict[str, object]) -> None:
        jsonschema.Draft202012Validator.check_schema(schema)
        document = json.loads(formats.render("json", SCANS[scan]()))
        jsonschema.Draft202012Validator(schema).validate(document)

    def test_schema_knows_all_that_is_written(self, schema: dict[str, object]) -> None:
        closed = json.loads(
            re.sub(
                r'"type": "object"',
                '"type": "object", "unevaluatedProperties": false',
                json.dumps(schema),
            )
        )
        for scan in SCANS.values():
            jsonschema.Draft202012Validator(closed).validate(
                json.loads(formats.render("json", scan()))
            )

    def test_no_field_of_a_finding_is_lost(self) -> None:
        written = json.loads(formats.render("json", SCANS["drifted"]()))["findings"][0]
        fields = {field.name for field in dataclasses.fields(Finding)} - {
            "span",
            "call",
            "was",
            "site",
        }
        assert fields < set(written)
        assert {"path", "line", "column", "end_line", "end_column"} < set(written)

    def test_no_field_of_a_fix_is_lost(self) -> None:
        document = json.loads(formats.render("json", SCANS["mended"]()))
        fixes = [each["fix"] for each in document["findings"] if each["fix"]]
        fields = {field.name for field in dataclasses.fields(FixReport)}
        assert all(set(fix) == fields for fix in fixes)
        assert {fix["standing"] for fix in fixes} == set(FixStanding)
        assert document["after"] == {"silent": 0, "breaks": 4, "risk": 2, "note": 1}

    def test_a_plain_scan_has_no_fixes(self) -> None:
        document = json.loads(formats.render("json", SCANS["drifted"]()))
        assert document["after"] is None
        assert [each["fix"] for each in document["findings"]] == [None] * 12

    def test_pipes_of_any_encoding_can_carry_it(self) -> None:
        assert formats.render("json", SCANS["hostile"]()).isascii()


class TestText:
    def test_plain_text_has_no_escapes(self) -> None:
        for scan in SCANS.values():
            assert "\x1b" not in formats.render("text", scan())

    def test_colour_changes_the_look_alone(self) -> None:
        scan = SCANS["drifted"]()
        coloured = text_format.render_terminal(scan)
        assert "\x1b[" in coloured
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == formats.render("text", scan)

    def test_changed_lines_of_a_fix_are_coloured(self) -> None:
        lines = text_format.render_terminal(SCANS["mended"]()).splitlines()
        assert "            \x1b[32m+    enable_chunked_prefill=False,\x1b[0m" in lines
        assert "            \x1b[31m-    kv_cache_specs=kv_cache_spec,\x1b[0m" in lines

    @pytest.mark.parametrize(
        "line",
        [
            "    fix     repaired (safe, recipe prefix-caching-default): Every prompt is computed "
            "whole, as in the baseline.",
            "    fix     not found any more: another's fix repaired it, or hid it from the scan: look at it",
            "    fix     needs a hand: Say what is to happen where it is None.",
            "    fix     rejected: the edits can be made: no, `$reply[0]` is there twice in this function",
            "    fix     left out: unsafe, and not asked for",
            "before: 1 silent, 8 breaks, 3 risk, 1 note",
            "after:  0 silent, 4 breaks, 2 risk, 1 note",
        ],
    )
    def test_a_mended_scan_says(self, line: str) -> None:
        assert line in formats.render("text", SCANS["mended"]()).splitlines()

    def test_advice_stands_where_it_adds_to_the_fix(self) -> None:
        told = formats.render("text", SCANS["mended"]()).split("\n\n")
        advised = {part for part in told if "\n    do " in part}
        assert any("rejected" in part for part in advised)
        assert not any(" fix     repaired" in part or "needs a hand" in part for part in advised)

    def test_a_diff_cannot_look_like_a_finding(self) -> None:
        report = formats.render("text", SCANS["hostile"]())
        assert not {character for character in report if ord(character) < 32} - {"\n", "\t"}
        assert "\u202e" not in report

    def test_each_finding_opens_a_line(self) -> None:
        scan = SCANS["drifted"]()
        report = formats.render("text", scan).splitlines()
        for finding in scan.findings:
            span = finding.span
            head = f"{span.path}:{span.line}:{span.column} {finding.severity} {finding.kind}: "
            assert any(line.startswith(head + finding.message) for line in report)


class _Page(HTMLParser):
    """Elements with their attributes, and ids with their targets."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def ids(self) -> list[str]:
        return [value for _, attrs in self.elements if (value := attrs.get("id"))]


class TestHtml:
    @pytest.mark.parametrize("scan", sorted(SCANS))
    def test_page_stands_alone(self, scan: str) -> None:
        page = formats.render("html", SCANS[scan]())
        assert len(page.encode()) < 300_000
        for tag, attrs in _Page(page).elements:
            assert tag not in {"script", "iframe", "img", "object", "base"}
            assert "style" not in attrs
            assert not any(name.startswith("on") for name in attrs)
            assert (attrs.get("href") or "#").startswith(("#", "data:"))

    @pytest.mark.parametrize("scan", sorted(SCANS))
    def test_ids_are_unique_and_links_lead_to_them(self, scan: str) -> None:
        page = _Page(formats.render("html", SCANS[scan]()))
        ids = page.ids()
        assert len(ids) == len(set(ids))
        links = [(attrs.get("href") or "") for tag, attrs in page.elements if tag in {"a", "use"}]
        assert {link.removeprefix("#") for link in links} <= set(ids)

    def test_each_finding_has_its_anchor(self) -> None:
        scan = SCANS["drifted"]()
        ids = _Page(formats.render("html", scan)).ids()
        assert {f"f-{finding.fingerprint}" for finding in scan.findings} <= set(ids)

    def test_text_of_strangers_stays_text(self) -> None:
        page = formats.render("html", SCANS["hostile"]())
        assert "<b>bold" not in page
        assert "\u202e" not in page
        assert "\x1b" not in page
        assert '<span class="ctl">U+202E</span>' in page
        assert "{{ 7 * 7 }}" in page

    def test_a_long_signature_is_folded(self) -> None:
        page = formats.render("html", SCANS["hostile"]())
        assert "59 unchanged parameters</summary>" in page

    def test_each_fix_has_its_standing_in_words(self) -> None:
        page = formats.render("html", SCANS["mended"]())
        for standing, number in (
            ("Repaired", 5),
            ("Not found any more", 1),
            ("Needs a hand", 2),
            ("Rejected", 2),
            ("Left out", 2),
        ):
            assert page.count(f"</svg>{standing}</span>") == number

    def test_a_plain_page_says_nothing_of_fixes(self) -> None:
        page = formats.render("html", SCANS["drifted"]())
        assert 'class="fix"' not in page
        assert ".mending" not in page
        assert "<dt>Recipe</dt><dd>chunked-prefill-default</dd>" in page

    def test_what_is_not_repaired_is_linked_to_on_top(self) -> None:
        top = formats.render("html", SCANS["mended"]()).partition("</header>")[0]
        for finding in SCANS["mended"]().findings:
            fix = finding.fix
            unrepaired = fix is None or fix.standing is not FixStanding.REPAIRED
            linked = f'<a href="#f-{finding.fingerprint}">' in top
            assert linked == (unrepaired and finding.severity != "note")
