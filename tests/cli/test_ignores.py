"""`# drift: ignore[kind] reason`: what it lets be does not count, and is left as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .conftest import RELEASES

if TYPE_CHECKING:
    from .conftest import Desk

WAITING = """\
from prov.core import step, Engine
step(1, b=2)  # drift: ignore[keyword-removed, argument-required] until 2.1
Engine().halt()  # drift: ignore[attribute-removed]
"""
CARD = """\
id = "engine-halts"
title = "An engine halts by itself"
severity = "silent"
applicability = "display-only"
reason = "It does."
safety = "Nothing changes."
references = ["https://example.org/1"]
advice = "leave it alone"

[provider]
package = "prov"
releases = ">=2"
probes = []

[use]
form = "call"
symbols = ["prov.core.Engine.run"]
"""


def test_what_is_ignored_is_counted_and_does_not_fail(desk: Desk) -> None:
    assert desk.scan("cons").code == 1
    desk.write("cons/main.py", WAITING)
    ended = desk.scan("cons", "--fail-on", "note")
    assert (ended.code, ended.err) == (0, "")
    assert "\nNo use of prov 2.0 has drifted since 1.0; " in ended.out
    assert ended.out.rstrip().splitlines()[-2].endswith("; 3 ignored.")
    ended = desk.scan("cons", "--ignore", "attribute-removed")
    assert "; 2 ignored." in ended.out


def test_what_is_not_named_still_fails(desk: Desk) -> None:
    desk.write("cons/main.py", WAITING.replace(", argument-required", ""))
    ended = desk.scan("cons")
    assert ended.code == 1
    assert "main.py:2:1 breaks argument-required" in ended.out
    assert "; 2 ignored." in ended.out


def test_a_comment_for_nothing_is_a_note(desk: Desk) -> None:
    desk.write(
        "cons/main.py",
        "from prov.core import Engine\nEngine().run(1)  # drift: ignore[return-arity]\n",
    )
    assert desk.scan("cons").code == 0
    ended = desk.scan("cons", "--fail-on", "note")
    assert ended.code == 1
    assert "main.py:2:18 note ignore-unused: `# drift: ignore[return-arity]` ignores" in ended.out
    assert "ignore-unused" not in desk.scan("cons", "--ignore", "ignore-unused").out


def test_where_nothing_can_have_drifted_no_comment_is_told(desk: Desk) -> None:
    desk.write("cons/main.py", WAITING)
    same = ("--provider", "prov==1.0", "--baseline", "prov==1.0", "--static", "--fail-on", "note")
    assert desk.scan("cons", *same).code == 0
    desk.write("cons/main.py", "import prov  # drift: ignore[import-moved]\n")
    assert (
        desk.run("scan", "cons", "--provider", "prov==2.0", "--static", "--fail-on", "note").code
        == 0
    )


def test_what_a_recipe_finds_is_ignored_by_its_id(desk: Desk) -> None:
    desk.write("cons/cards/engine-halts.toml", CARD)
    desk.write("cons/pyproject.toml", '[tool.drift-audit]\nrecipes = ["cards"]\n')
    desk.write(
        "cons/main.py",
        "from prov.core import Engine\nEngine().run(1)\nEngine().run(2)  # drift: ignore[engine-halts]\n",
    )
    ended = desk.scan("cons", "--fail-on", "note")
    assert "main.py:2:1 silent engine-halts" in ended.out
    assert "1 silent, 0 breaks, 0 risk, 0 note" in ended.out
    assert "; 1 ignored." in ended.out
    assert "; 1 ignored." not in desk.scan("cons", "--no-recipes").out
    desk.write("cons/main.py", "import prov  # drift: ignore[engine-halts]\n")
    assert "note ignore-unused" in desk.scan("cons").out
    assert "note ignore-unused" not in desk.scan("cons", "--no-recipes").out


def test_a_fix_leaves_it_as_it_is(desk: Desk) -> None:
    desk.write("cons/main.py", WAITING)
    ended = desk.run("fix", "cons", *RELEASES, "--unsafe-fixes", "--fail-on", "note")
    assert ended.code == 0
    assert "; 3 ignored." in ended.out
    assert "+" not in desk.run("fix", "cons", *RELEASES, "--unsafe-fixes", "--diff").out
