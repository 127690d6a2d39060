"""`drift-audit surface`: what a consumer couples to, in the parts of a coupling report."""

from __future__ import annotations

import pytest

from .conftest import Desk

OLD = """\
def step(a, b=1): ...
def _inner(): ...
def flip(mode="fast"): ...
class Engine:
    _state = 0
    def halt(self): ...
"""
NEW = OLD.replace("def step(a, b=1)", "def step(a)").replace('"fast"', '"slow"')
USES = """\
from importlib import import_module
from lib.core import Engine, _inner, flip, step
step(1, b=2)
_inner()
flip()
Engine().halt()
Engine()._state
import_module("lib.core")
"""


@pytest.fixture
def shelf(desk: Desk) -> Desk:
    for version, core, requires in (
        ("1.0", OLD, "one>=1\nRequires-Dist: two"),
        ("2.0", NEW, "one>=2\nRequires-Dist: three; extra == 'x'"),
    ):
        files = {"lib/__init__.py": "", "lib/core.py": core}
        desk.wheel("lib", version, files, requires=requires)
    needs = "lib==1.0\nRequires-Dist: one<2"
    desk.wheel("app", "1.0", {"app.py": USES}, requires=needs)
    return desk


WORDS = ("app==1.0", "--provider", "lib==2.0", "--static")


def test_the_four_parts(shelf: Desk) -> None:
    ended = shelf.run("surface", *WORDS)
    assert (ended.code, ended.err) == (0, "")
    first, *rest = ended.out.split("\n\n")
    assert first.startswith("app 1.0 on lib 2.0, written for 1.0: ")
    assert ", 2 private, 1 in strings" in first
    breaking, behavioural, dependencies, unchanged, unjudged = rest
    assert breaking.startswith("Breaking (1)\n  app.py:3  `step` no longer takes `b=`")
    assert behavioural.startswith("Behavioural (1)\n  app.py:5  `flip` is called without `mode`")
    assert dependencies.splitlines() == [
        "Dependencies",
        "  this code asks for lib==1.0",
        "  one: >=2 (was >=1); this code asks for <2",
        "  two: no longer asked for (was any)",
    ]
    assert "  lib.core._inner [private]  call, import\n      app.py:2, 4" in unchanged
    assert "  lib.core [in a string]  string\n      app.py:8\n" in unchanged
    assert "lib.core.Engine._state [private]" in unchanged
    assert "lib.core.step" not in unchanged
    assert unjudged == "Not judged (0)\n"


def test_other_formats(shelf: Desk) -> None:
    whole = shelf.run("surface", *WORDS, "--output-format", "json", "-o", "out/s.md").json()
    found = {one["symbol"]: one for one in whole["couplings"]}
    assert found["lib.core.step"]["drifted"]
    assert found["lib.core._inner"]["private"]
    assert found["lib.core"]["in_a_string"]
    assert whole["needs"][0] == {"project": "one", "before": ">=1", "now": ">=2", "consumer": "<2"}
    text = (shelf.root / "out" / "s.md").read_text("utf-8")
    assert "## Breaking\n\n| severity | place |" in text
    assert "| `lib.core._inner` | private | call, import | `app.py:2, 4` |" in text


def test_without_any_use(shelf: Desk) -> None:
    shelf.write("cons/main.py", "x = 1\n")
    ended = shelf.run("surface", "cons", "--provider", "lib==2.0", "--static")
    assert ended.code == 0
    assert "cons on lib 2.0, no baseline: 0 names in 0 places" in ended.out


def test_what_is_refused(shelf: Desk) -> None:
    shelf.run("surface", *WORDS, "-o", "x.pdf").told(2, "x.pdf")
    shelf.run("surface", "nowhere.py", "--provider", "lib==2.0").told(3, "nowhere.py")
