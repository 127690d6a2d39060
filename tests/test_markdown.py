"""The Markdown report as GitHub's own parser reads it: tables, and nothing that acts."""

from __future__ import annotations

import dataclasses
import re
from html.parser import HTMLParser

import cmarkgfm
import pytest
from cmarkgfm.cmark import Options

from drift_audit.reports import formats, gfm

from .format_scans import SCANS

HARMLESS = {
    *("h3", "p", "strong", "code", "br", "sub", "details", "summary", "ul", "li", "span"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
SPELLINGS = (
    "plain",
    "*a* _b_ **c** ~~d~~ `e` [f](g) ![h](i) [^j] <k> &amp; &#10; \\ \\| | $l$",
    "`|` `a\\|b` ``x`` `` ` ``",
    "http://a.test https://a.test www.a.test a@b.test mailto:a@b.test @c d/e#1 #1 GH-1 !1 :x:",
    "# x",
    "<!-- x -->",
)


class _Page(HTMLParser):
    """What a reader sees: elements with their attributes, the text of each cell, all text."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.rows: list[list[str]] = []
        self.words: list[str] = []
        self.prose: list[str] = []
        self._cell = self._code = False
        options = Options.CMARK_OPT_UNSAFE
        self.feed(cmarkgfm.github_flavored_markdown_to_html(markdown, options))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, attrs))
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
        self._code = self._code or tag == "code"
        self._cell = tag in {"td", "th"} or (self._cell and tag != "tr")

    def handle_endtag(self, tag: str) -> None:
        self._code = self._code and tag != "code"
        self._cell = self._cell and tag not in {"td", "th"}

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if not self._code:
            self.prose.append(data)
        if self._cell:
            self.rows[-1][-1] += data


def page(scan: str) -> _Page:
    return _Page(formats.render("markdown", SCANS[scan]()))


@pytest.mark.parametrize("scan", sorted(SCANS))
def test_nothing_in_it_acts(scan: str) -> None:
    for tag, attrs in page(scan).elements:
        assert tag in HARMLESS
        assert attrs == []


@pytest.mark.parametrize("scan", ["drifted", "hostile", "mended"])
def test_the_table_holds(scan: str) -> None:
    shown = page(scan)
    findings = SCANS[scan]().findings
    assert [tag for tag, _ in shown.elements].count("table") == 1
    assert [len(row) for row in shown.rows] == [3] * (len(findings) + 1)
    assert sum(tag == "li" for tag, _ in shown.elements) == len(
        SCANS[scan]().coverage.skipped
    ) + len({each.reason for each in SCANS[scan]().coverage.unjudged})


@pytest.mark.parametrize("words", SPELLINGS)
def test_text_is_shown_as_it_is(words: str) -> None:
    cell = _Page(f"| a |\n|---|\n| {gfm.text(words)} |\n")
    assert cell.rows[1:] == [[words]]
    assert "".join(_Page(f"### {gfm.text(words)}").words).strip() == words
    assert {tag for tag, _ in cell.elements} <= HARMLESS


@pytest.mark.parametrize("words", SPELLINGS)
def test_code_is_shown_as_it_is(words: str) -> None:
    cell = _Page(f"| a |\n|---|\n| {gfm.code(words)} |\n")
    assert cell.rows[1:] == [[words]]
    assert [tag for tag, _ in cell.elements].count("code") == 1


def test_nobody_is_mentioned_and_no_thread_told() -> None:
    acting = re.compile(r"(@|#|GH-|!)\w|:\w+:|https?:/|www\.")
    texts = page("hostile").prose
    assert "everyone owner/name" in "".join(texts)
    assert not [word for word in texts if acting.search(word)]


def test_names_between_backticks_are_code() -> None:
    assert gfm.prose("take `a_b` for `c | d`") == "Take `a_b` for <code>c &#124; d</code>"


def test_worst_findings_come_first_and_twenty_at_most() -> None:
    scan = SCANS["drifted"]()
    many = dataclasses.replace(scan, findings=scan.findings * 3)
    shown = _Page(formats.render("markdown", many))
    ranks = ["silent", "breaks", "risk", "note"]
    severities = [row[0] for row in shown.rows[1:]]
    assert len(severities) == 20
    assert severities == sorted(severities, key=ranks.index)
    assert severities[:4] == ["silent"] * 3 + ["breaks"]
    assert "\nand 16 findings more.\n" in formats.render("markdown", many)


def test_a_comment_can_hold_the_worst_of_texts() -> None:
    scan = SCANS["hostile"]()
    long = "@" * 100_000
    finding = dataclasses.replace(scan.findings[0], message=long, advice=long, kind=long, fix=None)
    report = formats.render("markdown", dataclasses.replace(scan, findings=(finding,) * 30))
    assert len(report) < 65_536
    assert (
        report.count("\n| breaks")
        + int(
            re.search(r"and (\d+) findings more", report)[1]  # type: ignore[index]
        )
        == 30
    )


def test_a_clean_scan_is_a_sentence() -> None:
    shown = page("clean")
    assert [tag for tag, _ in shown.elements] == ["h3", "p", "p", "sub"]
    assert "All 213 uses were judged." in shown.words
