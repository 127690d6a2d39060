"""Every report format against its goldens, and the parts that formats are made of."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.model import Coverage, Finding, ProviderReport, Scan, Severity
from drift_audit.reports import formats
from drift_audit.reports.code import Change, diff, lines
from drift_audit.reports.formats import text as text_format
from drift_audit.reports.signatures import Fold, Mark, Row, compare, parse
from drift_audit.reports.spelling import same
from drift_audit.reports.verdict import verdict

CASES = Path(__file__).parent / "cases" / "formats"


def _scans() -> dict[str, Callable[[], Scan]]:
    spec = importlib.util.spec_from_file_location("format_scans", CASES / "scans.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    scans: dict[str, Callable[[], Scan]] = module.SCANS
    return scans


SCANS = _scans()


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
        scan = SCANS["drifted"]()
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
        fields = {field.name for field in dataclasses.fields(Finding)} - {"span", "call", "was"}
        assert fields < set(written)
        assert {"path", "line", "column", "end_line", "end_column"} < set(written)

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


class TestSignatures:
    def test_parameters_are_aligned_by_name(self) -> None:
        rows = _rows("f(a, b: int, c=1) -> int", "f(a, c=2, *, d) -> int")
        assert [(row.mark, _flat(row.before), _flat(row.now)) for row in rows] == [
            (Mark.SAME, "f(", "f("),
            (Mark.SAME, "a,", "a,"),
            (Mark.REMOVED, "b: int,", ""),
            (Mark.CHANGED, "c=1,", "c=2,"),
            (Mark.ADDED, "", "*,"),
            (Mark.ADDED, "", "d,"),
            (Mark.SAME, ") -> int", ") -> int"),
        ]

    def test_what_differs_is_marked_at_word_borders(self) -> None:
        (row,) = [
            row
            for row in _rows("f(flag: bool = None)", "f(flag: bool = True)")
            if row.now and row.mark is Mark.CHANGED
        ]
        assert [piece.text for piece in row.before if piece.differs] == ["None"]
        assert [piece.text for piece in row.now if piece.differs] == ["True"]

    def test_unchanged_parameters_are_folded(self) -> None:
        many = ", ".join(f"p{index}" for index in range(40))
        blocks = compare(f"f({many})", f"f({many}, extra)", "extra")
        assert blocks is not None
        assert [len(block.rows) for block in blocks if isinstance(block, Fold)] == [39]

    def test_a_fold_says_how_many_changed(self) -> None:
        many = ", ".join(f"p{index}=0" for index in range(9))
        blocks = compare(f"f({many}, x)", f"f({many.replace('p3=0', 'p3=1')})", "x")
        assert blocks is not None
        assert [block.changed for block in blocks if isinstance(block, Fold)] == [1]

    def test_a_lone_parameter_is_one_row(self) -> None:
        (row,) = _rows("flag: bool = None", "flag: bool = True")
        assert row.mark is Mark.CHANGED

    @pytest.mark.parametrize(
        "words",
        ["a list (of one)", "f(a, the second)", "f(a", "f(a) and more", "", "f('a", "f(a]) -> b"],
    )
    def test_words_are_no_signature(self, words: str) -> None:
        assert parse(words) is None

    @pytest.mark.parametrize(
        ("signature", "parameters"),
        [
            ("async def f(self, /, *args: int, **kwargs) -> None:", 4),
            ("pkg.mod.C(d: dict[str, int] = {'a,b': [(1, 2)]}, s=\"),\")", 2),
            ("f(a, …)", 2),
            ("(a, b)", 2),
            ("f()", 0),
        ],
    )
    def test_signatures_are_taken_apart(self, signature: str, parameters: int) -> None:
        found = parse(signature)
        assert found is not None
        assert len(found.parameters) == parameters

    @pytest.mark.parametrize(
        ("before", "now"),
        [
            ("a: Optional[int] = None", "a: int | None=None"),
            ("a: Union[str, List['Part']]", "a: str | list[Part]"),
            ("**kwargs: typing.Any", "**kwargs: Any"),
            (") -> Optional[Out]", ") -> Out | None"),
            ("a: Optional[Callable[['R'], list['B']]]", "a: 'Callable[[R], list[B]] | None'"),
        ],
    )
    def test_other_words_for_the_same_are_the_same(self, before: str, now: str) -> None:
        assert same(before, now)

    @pytest.mark.parametrize(
        ("before", "now"),
        [("a: int", "a: str"), ("a=1", "a=2"), ("*a", "**a"), ("m: Literal['a']", "m: Literal[a]")],
    )
    def test_what_differs_differs(self, before: str, now: str) -> None:
        assert not same(before, now)


class TestCode:
    def test_the_use_is_marked_in_its_line(self) -> None:
        finding = next(f for f in SCANS["drifted"]().findings if f.parameter == "kv_cache_specs")
        (line,) = [line for line in lines(finding) if line.place == "first"]
        assert line.number == 139
        marked = "".join(word.text for word in line.words if word.marked)
        assert marked == "kv_cache_specs=kv_cache_spec"

    def test_no_character_is_lost(self) -> None:
        for finding in SCANS["drifted"]().findings:
            shown = ["".join(word.text for word in line.words) for line in lines(finding)]
            assert [text.strip() for text in shown] == [t.strip() for _, t in finding.context]

    def test_a_diff_is_read_line_by_line(self) -> None:
        found = diff("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-- old\n++ new\n same\n")
        assert [line.change for line in found] == [
            Change.FILE,
            Change.FILE,
            Change.HUNK,
            Change.REMOVED,
            Change.ADDED,
            Change.CONTEXT,
        ]
        assert found[3].text == "- old"


class TestVerdict:
    def test_a_drifted_scan(self) -> None:
        said = verdict(SCANS["drifted"]())
        assert said.drifted
        assert said.sentence == (
            "9 uses of vllm 0.17.1 have drifted since 0.11.0, in 11 ways: 1 runs and is wrong, "
            "8 raise, 2 may behave differently; 6 of 213 uses could not be judged; 1 note; "
            "1 file was not read."
        )

    def test_a_clean_scan(self) -> None:
        said = verdict(SCANS["clean"]())
        assert not said.drifted
        assert said.sentence == (
            "No use of vllm 0.11.2 has drifted since 0.11.0; all 213 uses were judged."
        )

    def test_notes_are_no_drift(self) -> None:
        scan = SCANS["drifted"]()
        notes = tuple(f for f in scan.findings if f.severity is Severity.NOTE)
        said = verdict(dataclasses.replace(scan, findings=notes))
        assert not said.drifted
        assert said.sentence.startswith("No use of torch 2.9.0, transformers 4.57.1 or vllm 0.17.1")

    def test_one_use_is_singular(self) -> None:
        scan = SCANS["drifted"]()
        (first, *_) = (f for f in scan.findings if f.parameter == "kv_cache_specs")
        coverage = Coverage(uses=1, judged=1)
        said = verdict(dataclasses.replace(scan, findings=(first,), coverage=coverage))
        assert said.sentence == (
            "1 use of vllm 0.17.1 has drifted since 0.11.0: 1 raises; its one use was judged."
        )

    def test_without_a_baseline_nothing_is_said_to_have_drifted(self) -> None:
        scan = SCANS["drifted"]()
        providers = tuple(
            dataclasses.replace(each, baseline="", baseline_source="") for each in scan.providers
        )
        said = verdict(dataclasses.replace(scan, providers=providers))
        assert said.headline == "9 uses do not fit vllm 0.17.1, in 11 ways"
        said = verdict(dataclasses.replace(scan, providers=providers[:1], findings=()))
        assert said.headline == "Every use that was judged fits vllm 0.17.1"

    @pytest.mark.parametrize(("count", "head"), [(0, "Nothing to judge"), (1, "No use of p 1")])
    def test_no_use_at_all(self, count: int, head: str) -> None:
        provider = ProviderReport(
            name="p",
            distribution="p",
            version="1",
            source="",
            baseline="",
            baseline_source="",
            runtime="",
        )
        scan = dataclasses.replace(
            SCANS["clean"](), providers=(provider,) * count, coverage=Coverage(uses=0, judged=0)
        )
        assert verdict(scan).headline.startswith(head)
        assert formats.render("html", scan)


def _rows(before: str, now: str) -> list[Row]:
    blocks = compare(before, now)
    assert blocks is not None
    return [block for block in blocks if isinstance(block, Row)]


def _flat(pieces: tuple[object, ...]) -> str:
    return "".join(getattr(piece, "text", "") for piece in pieces)
