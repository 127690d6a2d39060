"""`drift-audit report`: a saved run written again, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from drift_audit.reports import formats

from .conftest import USES

if TYPE_CHECKING:
    from .conftest import Desk

SUFFIXES = [formats.load(name).SUFFIXES[0] for name in formats.names()]


def wanted(stem: str) -> list[str]:
    return [word for suffix in SUFFIXES for word in ("-o", f"{stem}{suffix}")]


@pytest.mark.parametrize("command", ["scan", "fix"])
def test_every_format_is_written_again(desk: Desk, command: str) -> None:
    desk.write("cons/ignored.py", f"{USES.replace('b=2)', 'b=2)  # drift: ignore')}")
    words = ("--provider", "prov==2.0", "--baseline", "prov==1.0", "--static")
    then = desk.run(command, "cons", *words, *wanted("then"))
    now = desk.run("report", "then.json", *wanted("now"))
    assert then.out
    assert (now.code, now.out, now.err) == (0, then.out, "")
    for suffix in SUFFIXES:
        one, other = (desk.root / f"{stem}{suffix}" for stem in ("then", "now"))
        assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("name", formats.names())
def test_standard_output_is_the_same(desk: Desk, name: str) -> None:
    then = desk.scan("cons", "--output-format", name, "-o", "a.json")
    assert desk.run("report", "a.json", "--output-format", name).out == then.out


def test_neither_consumer_nor_provider_need_be_there(desk: Desk) -> None:
    then = desk.scan("cons", "-o", "a.json")
    for path in (*desk.root.glob("cons/*"), *desk.root.glob("idx/*")):
        path.unlink()
    assert desk.run("report", "a.json").out == then.out


def test_exit_code_is_a_scans_where_asked_for(desk: Desk) -> None:
    desk.scan("cons", "-o", "a.json")
    assert desk.run("report", "a.json").code == 0
    assert desk.run("report", "a.json", "--fail-on", "breaks").code == 1
    assert desk.run("report", "a.json", "--fail-on", "silent").code == 0


def test_a_blind_run_is_not_green(desk: Desk) -> None:
    desk.write("cons/main.py", "def f(:\n")
    assert desk.scan("cons", "-o", "a.json").code == 3
    assert desk.run("report", "a.json").code == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nowhere.json",), "nowhere.json cannot be read"),
        (("cons",), "cons cannot be read: Is a directory"),
        (("cons/main.py",), "main.py is no report of a scan: Expecting value"),
        (("odd.json",), "odd.json is no JSON report"),
        (("a.json", "--output-format", "pdf"), "There is no report format 'pdf'"),
        (("a.json", "-o", "b.pdf"), "b.pdf"),
        (("\0",), "no JSON report"),
    ],
)
def test_what_is_refused(desk: Desk, words: tuple[str, ...], told: str) -> None:
    desk.write("odd.json", b"\xff\xfe")
    desk.write("a.json", "{}")
    ended = desk.run("report", *words, "-o", "left.html")
    ended.told(2, told)
    assert not (desk.root / "left.html").exists()
