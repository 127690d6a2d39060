"""`drift-audit known write`, and what known findings mean to later runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .conftest import NEW, RELEASES, USES

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

WRITTEN = """\
{
  "about": "Findings that are known; `drift-audit known write` makes this file anew.",
  "schema_version": 1,
  "consumer": ".",
  "providers": {
    "prov": "2.0"
  },
  "findings": [
    {"path": "main.py", "kind": "argument-required", "symbol": "prov.core.step", "fingerprint": "F"},
    {"path": "main.py", "kind": "attribute-removed", "symbol": "prov.core.Engine.halt", "fingerprint": "F"},
    {"path": "main.py", "kind": "import-removed", "symbol": "prov.core.gone", "fingerprint": "F"},
    {"path": "main.py", "kind": "keyword-removed", "symbol": "prov.core.step", "fingerprint": "F"}
  ]
}
"""


@pytest.fixture
def file(desk: Desk) -> Path:
    """All of today's findings are known."""
    ended = desk.run("known", "write", "cons", *RELEASES)
    place = desk.root / "cons" / "drift-audit-known.json"
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == f"4 known findings written to {place}\n"
    return place


def kinds(file: Path) -> list[str]:
    return [one["kind"] for one in json.loads(file.read_text())["findings"]]


def test_the_file_is_for_people_too(file: Path) -> None:
    whole = json.loads(file.read_text())
    text = file.read_text()
    for one in whole["findings"]:
        assert len(one["fingerprint"]) == 16
        text = text.replace(one["fingerprint"], "F")
    assert text == WRITTEN


def test_later_runs_tell_what_is_new(desk: Desk, file: Path) -> None:
    before = file.read_bytes()
    ended = desk.scan("cons", "--fail-on", "note")
    assert (ended.code, ended.err) == (0, "")
    assert "; 4 known." in ended.out
    desk.write("cons/main.py", "import os\n\n" + USES + "Engine().halt()\n")
    ended = desk.scan("cons")
    assert ended.code == 1
    assert "main.py:6:10 breaks attribute-removed" in ended.out
    assert "0 silent, 1 breaks, 0 risk, 0 note" in ended.out
    assert file.read_bytes() == before


def test_the_same_run_writes_the_same_bytes(desk: Desk, file: Path) -> None:
    before = file.read_bytes()
    assert desk.run("known", "write", "cons", *RELEASES).code == 0
    assert file.read_bytes() == before


def test_what_is_gone_is_noted_and_taken_out_on_request(desk: Desk, file: Path) -> None:
    before = file.read_bytes()
    desk.write("cons/main.py", USES.replace("gone, ", ""))
    ended = desk.scan("cons")
    assert (ended.code, file.read_bytes()) == (0, before)
    note = "1 known finding is gone: --shrink-known takes them out of drift-audit-known.json"
    assert f"note      {note}" in ended.out
    ended = desk.scan("cons", "--shrink-known")
    assert ended.code == 0
    assert ended.err == f"1 known finding gone, taken out of {file}\n"
    assert kinds(file) == ["argument-required", "attribute-removed", "keyword-removed"]
    assert "known finding" not in desk.scan("cons").out
    desk.write("cons/main.py")
    assert desk.scan("cons", "--shrink-known").code == 1
    assert len(kinds(file)) == 3


@pytest.mark.parametrize(
    "words",
    [
        ("--provider", "prov==1.0", "--static"),
        ("--provider", "prov @ other", "--baseline", "prov==1.0", "--static"),
    ],
)
def test_another_release_shows_nothing_gone(desk: Desk, file: Path, words: tuple[str, ...]) -> None:
    desk.write("other/prov/__init__.py", "")
    desk.write("other/prov/core.py", NEW + "def gone(): ...\n")
    before = file.read_bytes()
    ended = desk.scan("cons", *words, "--shrink-known")
    assert (ended.code, ended.err, file.read_bytes()) == (0, "", before)
    assert "are gone" not in desk.scan("cons", *words).out


def test_a_part_shows_nothing_gone(desk: Desk, file: Path) -> None:
    before = file.read_bytes()
    ended = desk.scan("cons", "--select", "import-removed", "--output-format", "json")
    assert (ended.code, ended.json()["notes"]) == (0, [])
    desk.scan("cons", "--select", "import-removed", "--shrink-known").told(2, "whole scan")
    desk.write("cons/main.py", "x = (\n")
    desk.write("cons/other.py", "import prov\n")
    assert desk.scan("cons", "--shrink-known").code == 0
    desk.write("cons/main.py")
    assert desk.scan("cons/main.py", "--shrink-known").code == 0
    assert file.read_bytes() == before


def test_a_fix_is_known_no_more(desk: Desk, file: Path) -> None:
    desk.write("cons/main.py", USES.replace("gone, ", "").replace("step(1, b=2)", "step(1, c=3)"))
    assert desk.run("fix", "cons", *RELEASES, "--unsafe-fixes").code == 0
    assert len(kinds(file)) == 4
    desk.write("cons/main.py", USES.replace("halt", "run") + "step(1, b=2)\n")
    ended = desk.run("fix", "cons", *RELEASES, "--unsafe-fixes", "--fail-on", "note")
    assert (ended.code, kinds(file)[0]) == (1, "argument-required")


def test_its_place_is_in_the_settings(desk: Desk) -> None:
    desk.write("pyproject.toml", '[tool.drift-audit]\nknown = "ci/known.json"\nconsumer = "cons"\n')
    assert desk.run("known", "write", *RELEASES).code == 0
    assert json.loads((desk.root / "ci/known.json").read_text())["consumer"] == "../cons"
    assert desk.run("scan", *RELEASES).code == 0


@pytest.mark.parametrize("text", ["", "{}", "[]", WRITTEN.replace("1,", "2,", 1), WRITTEN[:-9]])
def test_a_file_that_is_off_is_told(desk: Desk, text: str) -> None:
    file = desk.write("cons/drift-audit-known.json", text)
    desk.scan("cons").told(2, f"{file} holds no known findings", "drift-audit known write")


def test_what_cannot_be_written(desk: Desk) -> None:
    (desk.root / "cons/drift-audit-known.json").mkdir()
    desk.run("known", "write", "cons", *RELEASES).told(2, "drift-audit-known.json")
    words = ("known", "write", "cons", *RELEASES, "--select", "import-removed")
    desk.run(*words).told(2, "known findings are of all")
