"""Consumer sources that cannot be read: skipped, counted, named; the rest is judged."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from .conftest import USES

if TYPE_CHECKING:
    from .conftest import Desk

PLAIN = USES.encode()

READABLE = {
    "cookie": b"# -*- coding: latin-1 -*-\n# \xe9\n" + PLAIN,
    "mark": b"\xef\xbb\xbf" + PLAIN,
    "crlf": PLAIN.replace(b"\n", b"\r\n"),
    "cr": PLAIN.replace(b"\n", b"\r"),
    "formfeed": b"\x0c\n" + PLAIN,
    "lone surrogate": b'x = "\\ud800"\n' + PLAIN,
    "long": b"x = 1\n" * 30_000 + PLAIN,
    "long line": b"x = [" + b"1, " * 100_000 + b"]\n" + PLAIN,
    "deep block": b"".join(b" " * n + b"if x:\n" for n in range(90)) + b" " * 90 + b"x\n" + PLAIN,
    "long chain": b"if a: pass\n" + b"elif x: y\n" * 900 + PLAIN,
    "long sum": b"x = " + b"+".join([b"1"] * 900) + b"\n" + PLAIN,
    "long path": b"x = y" + b".z" * 300 + b"\n" + PLAIN,
}
UNREADABLE = {
    "syntax": (b"def f(:\n", "not valid Python (line 1)"),
    "latin without cookie": (b"# \xe9\n" + PLAIN, "encoding declaration"),
    "mark against cookie": (b"\xef\xbb\xbf# coding: latin-1\n" + PLAIN, "encoding problem"),
    "unknown cookie": (b"# coding: klingon\n" + PLAIN, "unknown encoding: klingon"),
    "cookie of no text": (b"# coding: hex\n" + PLAIN, "not readable as text"),
    "utf-16": (USES.encode("utf-16"), "null bytes"),
    "nul": (PLAIN + b'x = "\x00"\n', "null bytes"),
    "parentheses": (b"x = " + b"(" * 500 + b")" * 500, "too many nested parentheses"),
    "sum": (b"x = " + b"+".join([b"1"] * 100_000), "nested too deeply"),
    "signs": (b"x = " + b"-" * 200_000 + b"1", "nested too deeply"),
    "path": (b"x = y" + b".z" * 100_000, "nested too deeply"),
}


@pytest.mark.parametrize("name", READABLE)
def test_readable(desk: Desk, name: str) -> None:
    desk.write("odd/odd.py", READABLE[name])
    found = desk.scan("odd", "--output-format", "json").json()
    assert found["coverage"]["skipped"] == []
    lines = READABLE[name].replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n")
    assert [finding["line"] for finding in found["findings"]] == [
        lines - 2,
        lines - 1,
        lines - 1,
        lines,
    ]


@pytest.mark.parametrize("name", UNREADABLE)
def test_skipped_beside_others(desk: Desk, name: str) -> None:
    source, reason = UNREADABLE[name]
    desk.write("cons/odd.py", source)
    ended = desk.scan("cons", "--output-format", "json")
    assert (ended.code, ended.err) == (1, "")
    found = ended.json()
    assert found["consumer"]["files"] == 2
    assert [skipped["path"] for skipped in found["coverage"]["skipped"]] == ["odd.py"]
    assert reason in found["coverage"]["skipped"][0]["reason"]
    assert len(found["findings"]) == 4
    assert f"not read  odd.py: {found['coverage']['skipped'][0]['reason']}" in desk.scan().out


@pytest.mark.parametrize("name", UNREADABLE)
def test_nothing_else_is_never_green(desk: Desk, name: str) -> None:
    desk.write("odd/odd.py", UNREADABLE[name][0])
    for level in ("breaks", "never"):
        ended = desk.scan("odd", "--fail-on", level, "-o", "report.json")
        ended.told(3, "the one file of odd cannot be read", UNREADABLE[name][1])
        assert "odd.py" in (desk.root / "report.json").read_text()


def test_walk_goes_on_past_code_that_is_nested_too_deeply(desk: Desk) -> None:
    desk.write("cons/odd.py", b"from prov.core import step\nx = step" + b"(1)" * 2_500 + b"\n")
    found = desk.scan("cons", "--output-format", "json").json()
    assert {finding["path"] for finding in found["findings"]} == {"main.py"}
    assert found["coverage"]["skipped"] == [
        {"path": "odd.py", "reason": "nested too deeply to be judged to its end"}
    ]


def test_context_stands_at_its_lines(desk: Desk) -> None:
    """Form feeds and the like end no line in Python, whatever `splitlines` says."""
    desk.write("odd/a.py", 'x = "\x0c\x1c\x85\u2028"\n' + USES)
    found = desk.scan("odd", "--output-format", "json", "--select", "attribute-removed").json()
    context = {line["line"]: line["text"] for line in found["findings"][0]["context"]}
    assert context[4] == "Engine().halt()"


def test_names_that_are_no_text(desk: Desk) -> None:
    folder = str(desk.root / "odd").encode()
    desk.write("odd/a.py", "x = 1\n")
    if sys.platform == "darwin":  # its file systems know no such names
        return
    with open(folder + b"/m\xff.py", "wb") as file:  # noqa: PTH123 - a name of bytes
        file.write(PLAIN)
    ended = desk.scan("odd", "-o", "r.json", "-o", "r.html", "-o", "r.txt")
    assert (ended.code, ended.err) == (1, "")
    assert all((desk.root / f"r.{suffix}").stat().st_size for suffix in ("json", "html", "txt"))


def test_strings_that_are_no_text(desk: Desk) -> None:
    desk.write(
        "odd/a.py",
        "import importlib, prov.core\n"
        'getattr(prov.core, "\\ud800")\n'
        'importlib.import_module("prov.\\ud800")\n'
        'prov.core.Engine().collective_rpc("\\udcff")\n',
    )
    ended = desk.scan("odd", "-o", "r.json", "-o", "r.html", "-o", "r.txt")
    assert (ended.code, ended.err) == (0, "")
    assert "ud800" in (desk.root / "r.json").read_text("ascii")
