"""The parts that formats are made of: signatures, code, and the verdict."""

from __future__ import annotations

import dataclasses

import pytest

from drift_audit.auditor.model import Aside, Coverage, ProviderReport, SetAside, Severity
from drift_audit.reports import formats
from drift_audit.reports.code import Change, diff, hunks, lines
from drift_audit.reports.signatures import Fold, Mark, Row, compare, parse
from drift_audit.reports.spelling import same
from drift_audit.reports.verdict import verdict

from .format_scans import SCANS


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
        found = diff("--- a/x\n+++ b/x\n@@ -7,2 +9,2 @@\n-- old\n++ new\n same\n")
        assert [line.change for line in found] == [
            Change.FILE,
            Change.FILE,
            Change.HUNK,
            Change.REMOVED,
            Change.ADDED,
            Change.CONTEXT,
        ]
        assert found[3].text == "- old"
        assert [line.number for line in found] == [0, 0, 0, 7, 9, 10]

    def test_lines_that_look_like_heads_are_code_within_a_hunk(self) -> None:
        found = diff("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n--- a/x\n-@@ -1 +1 @@\n+\n--- a/y\n")
        assert [(line.change, line.text) for line in found[3:]] == [
            (Change.REMOVED, "-- a/x"),
            (Change.REMOVED, "@@ -1 +1 @@"),
            (Change.ADDED, ""),
            (Change.FILE, "--- a/y"),
        ]

    def test_a_missing_last_line_feed_is_a_remark(self) -> None:
        found = diff("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n")
        assert [line.change for line in found[1:]] == [Change.REMOVED, Change.REMARK, Change.ADDED]

    @pytest.mark.parametrize(
        ("text", "shown"),
        [("-a\r\n+b\r\n", ["a", "b"]), ("-a\r\n+b\n", ["a\r", "b"])],
    )
    def test_line_ends_show_where_they_differ(self, text: str, shown: list[str]) -> None:
        found = diff(f"--- a/x\n+++ b/x\n@@ -1 +1 @@\n{text}")
        assert [line.text for line in found if line.number] == shown

    def test_hunks_leave_out_what_the_finding_says_anyway(self) -> None:
        text = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n     a\n-      b\n+      c\n"
        assert [line.text for line in hunks(text, "x")] == ["@@ -1,2 +1,2 @@", "a", "  b", "  c"]
        assert [line.text for line in hunks(text, "y")][:2] == ["--- a/x", "+++ b/x"]


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

    def test_what_is_set_aside_is_counted(self) -> None:
        scan = SCANS["drifted"]()
        first, second, *rest = scan.findings
        aside = [SetAside(finding=f, aside=Aside.KNOWN) for f in rest[:2]]
        aside.append(SetAside(finding=second, aside=Aside.IGNORED, reason="why"))
        said = verdict(dataclasses.replace(scan, findings=(first,), set_aside=tuple(aside)))
        assert said.sentence.endswith("; 1 ignored; 2 known; 1 file was not read.")

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
