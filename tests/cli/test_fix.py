"""`drift-audit fix`: dry, in place, as a copy, chosen, refused."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from .conftest import RELEASES

if TYPE_CHECKING:
    from .conftest import Desk, Ended

OLD = {
    "prov/__init__.py": "",
    "prov/core.py": """\
class Config:
    def __init__(self, size=1, chunked=False): ...
class Engine:
    def __init__(self, config, mode=None): ...
    def step(self): ...
def helper(): ...
""",
}
NEW = {
    "prov/__init__.py": "",
    "prov/core.py": """\
class Config:
    def __init__(self, size=1, chunked=True): ...
class Engine:
    def __init__(self, config, size): ...
    def step(self): ...
""",
    "prov/tools.py": "def helper(): ...\n",
    "prov/loop.py": """\
from prov.core import Config, Engine
def start(config):
    return Engine(config=config, size=config.size)
""",
}
CONSUMER = """\
from prov.core import Config, Engine, helper  # what is needed

def run(verbose):
    config = Config()
    engine = Engine(
        config=config,
        mode=verbose,  # asked for
    )
    helper()
    return engine.step()
"""
MENDED = """\
from prov.core import Config, Engine  # what is needed
from prov.tools import helper

def run(verbose):
    config = Config()
    engine = Engine(
        config=config,
        size=config.size,
    )
    helper()
    return engine.step()
"""
CARD = """\
id = "chunked-default"
title = "rows are cut short"
severity = "silent"
applicability = "safe"
reason = "Chunks."
safety = "Nothing is cut."
references = ["https://example.org/1"]

[provider]
package = "prov"
releases = ">=2.0"
probes = ["prov.core.Config(chunked=True)"]

[use]
kind = "default-flipped"
parameter = "chunked"

[[operation]]
do = "add-keyword"
name = "chunked"
value = "False"
"""


@pytest.fixture(autouse=True)
def _desk(desk: Desk) -> None:
    desk.wheel("prov", "1.0", OLD)
    desk.wheel("prov", "2.0", NEW)
    desk.write("cons/main.py", CONSUMER)


def fix(desk: Desk, *words: str) -> Ended:
    return desk.run("fix", "cons", *RELEASES, *words)


def with_card(desk: Desk, card: str = CARD) -> None:
    desk.write("cons/cards/chunked-default.toml", card)
    desk.write("cons/pyproject.toml", '[tool.drift-audit]\nrecipes = ["cards"]\n')


class TestDry:
    def test_nothing_is_written_and_a_patch_is_pending(self, desk: Desk) -> None:
        ended = fix(desk, "--unsafe-fixes")
        assert ended.code == 1
        assert (desk.root / "cons/main.py").read_text() == CONSUMER
        assert "size=config.size" in ended.out

    def test_unsafe_ones_are_left_out_unless_asked_for(self, desk: Desk) -> None:
        ended = fix(desk, "--output-format", "json")
        fixes = {one["kind"]: one["fix"] for one in ended.json()["findings"]}
        assert fixes["import-moved"]["standing"] == "repaired"
        assert fixes["import-moved"]["applicability"] == "safe"
        assert fixes["argument-required"]["standing"] == "left out"
        assert "size=config.size" in fixes["argument-required"]["diff"]
        assert fixes["keyword-removed"]["applicability"] == "unsafe"
        assert fixes["default-flipped"]["standing"] == "needs a hand"

    def test_counts_before_and_after(self, desk: Desk) -> None:
        ended = fix(desk, "--unsafe-fixes")
        assert "before: 0 silent, 3 breaks, 1 risk, 1 note" in ended.out
        assert "after:  0 silent, 0 breaks, 1 risk, 1 note" in ended.out

    @pytest.mark.parametrize("tool", [["git", "apply", "-"], ["patch", "-p1", "-s"]])
    def test_the_bare_diff_is_taken_by_others(self, desk: Desk, tool: list[str]) -> None:
        bare = fix(desk, "--unsafe-fixes", "--diff").out
        assert bare.startswith("--- a/main.py\n+++ b/main.py\n@@ ")
        cons = desk.root / "cons"
        subprocess.run(tool, cwd=cons, input=bare.encode(), check=True, timeout=30)
        assert (cons / "main.py").read_text() == MENDED

    def test_nothing_to_do(self, desk: Desk) -> None:
        desk.write("cons/main.py", MENDED.replace("Config()", "Config(chunked=False)"))
        ended = fix(desk, "--unsafe-fixes", "--diff")
        assert (ended.code, ended.out) == (0, "")


class TestApply:
    def test_in_place_and_back(self, desk: Desk) -> None:
        ended = fix(desk, "--unsafe-fixes", "--apply")
        assert ended.code == 0
        assert (desk.root / "cons/main.py").read_text() == MENDED
        assert "drift-audit undo 1" in ended.err
        assert fix(desk, "--unsafe-fixes", "--diff").out == ""
        assert desk.run("undo").code == 0
        assert (desk.root / "cons/main.py").read_text() == CONSUMER

    def test_line_ends_and_tabs_survive(self, desk: Desk) -> None:
        source = CONSUMER.replace("    ", "\t").replace("\n", "\r\n")
        desk.write("cons/main.py", source.encode())
        assert fix(desk, "--unsafe-fixes", "--apply").code == 0
        wanted = MENDED.replace("    ", "\t").replace("\n", "\r\n")
        assert (desk.root / "cons/main.py").read_bytes() == wanted.encode()

    def test_what_is_left_above_the_bound_is_1(self, desk: Desk) -> None:
        assert fix(desk, "--apply").code == 1
        assert "from prov.tools import helper" in (desk.root / "cons/main.py").read_text()

    def test_a_dirty_tree_is_refused_unless_forced(self, desk: Desk) -> None:
        cons = desk.root / "cons"
        git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"]
        for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
            subprocess.run([*git, *words], cwd=cons, check=True, timeout=30)
        changed = CONSUMER + "\n# more\n"
        desk.write("cons/main.py", changed)
        ended = fix(desk, "--unsafe-fixes", "--apply")
        assert ended.code == 4
        assert "--force" in ended.err
        assert (cons / "main.py").read_text() == changed
        assert fix(desk, "--unsafe-fixes", "--apply", "--force").code == 0


class TestInto:
    def test_a_copy_beside(self, desk: Desk) -> None:
        desk.write("cons/pkg/__init__.py", "")
        desk.write("cons/pkg/main.py", CONSUMER)
        desk.write("cons/pkg/data.txt", "kept")
        (desk.root / "cons/main.py").unlink()
        desk.write("cons/pyproject.toml", '[project]\nname = "pkg"\nversion = "1.0"\n')
        ended = fix(desk, "--unsafe-fixes", "--into", "out")
        assert ended.code == 0, ended
        assert (desk.root / "out/pkg/main.py").read_text() == MENDED
        assert (desk.root / "out/pkg/data.txt").read_text() == "kept"
        assert (desk.root / "cons/pkg/main.py").read_text() == CONSUMER
        rescan = desk.run("scan", "out", *RELEASES)
        assert rescan.code == 0, rescan


class TestChoosing:
    def test_only_some_kinds(self, desk: Desk) -> None:
        diff = fix(desk, "--unsafe-fixes", "--diff", "--select", "import-moved").out
        assert "prov.tools" in diff
        assert "size=" not in diff

    def test_only_some_paths(self, desk: Desk) -> None:
        desk.write("cons/other.py", CONSUMER)
        diff = fix(desk, "--unsafe-fixes", "--diff", "--select", "other.py").out
        assert "b/other.py" in diff
        assert "b/main.py" not in diff

    def test_an_unknown_word(self, desk: Desk) -> None:
        ended = fix(desk, "--select", "import-move")
        ended.told(2, "import-move", "import-moved")

    @pytest.mark.parametrize(
        "words",
        [("--apply", "--into", "x"), ("--diff", "--output-format", "json"), ("--interactive",)],
    )
    def test_contradictions(self, desk: Desk, words: tuple[str, ...]) -> None:
        assert fix(desk, *words).code == 2

    def test_asking_about_each(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        answers = iter([True, False, False])
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("click.confirm", lambda *_, **__: next(answers))
        ended = fix(desk, "--unsafe-fixes", "--interactive", "--diff")
        assert ended.out.count("+++") == 1
        assert "prov.tools" in ended.out


class TestSilence:
    def test_a_crash_is_not_turned_into_wrong_data(self, desk: Desk) -> None:
        with_card(desk)
        ended = fix(desk, "--unsafe-fixes", "--apply", "--select", "argument-required",
                    "--select", "keyword-removed")  # fmt: skip
        assert ended.code == 4
        assert "--allow-silent" in ended.err
        assert (desk.root / "cons/main.py").read_text() == CONSUMER

    def test_unless_it_is_allowed(self, desk: Desk) -> None:
        with_card(desk)
        ended = fix(desk, "--unsafe-fixes", "--apply", "--allow-silent",
                    "--select", "argument-required", "--select", "keyword-removed")  # fmt: skip
        assert ended.code == 1
        assert "size=config.size" in (desk.root / "cons/main.py").read_text()

    def test_all_together_is_fine(self, desk: Desk) -> None:
        with_card(desk)
        assert fix(desk, "--unsafe-fixes", "--apply").code == 0
        assert "Config(chunked=False)" in (desk.root / "cons/main.py").read_text()


class TestRecipes:
    def test_a_card_of_the_user(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        with_card(desk)
        found = desk.run("scan", "cons", *RELEASES, "--output-format", "json").json()["findings"]
        assert [f["severity"] for f in found if f["recipe"] == "chunked-default"] == ["silent"]
        plain = desk.run("scan", "cons", *RELEASES, "--no-recipes", "--output-format", "json")
        assert "chunked-default" not in plain.out
        monkeypatch.chdir(desk.root / "cons")
        assert "chunked-default" in desk.run("recipes").out
        assert "pass `chunked=False`" in desk.run("explain", "chunked-default").out

    def test_an_unknown_key_is_told_with_its_line(self, desk: Desk) -> None:
        with_card(desk, CARD.replace("safety =", "safty ="))
        fix(desk).told(2, "chunked-default.toml:6", "`safty`", "Did you mean `safety`?")

    def test_recipes_at_odds(self, desk: Desk) -> None:
        with_card(desk)
        other = CARD.replace("chunked-default", "other").replace('"False"', '"None"')
        desk.write("cons/cards/other.toml", other)
        fix(desk).told(2, "chunked-default", "other", "--ignore")
        assert fix(desk, "--ignore", "other").code == 1


def test_a_file_that_cannot_be_read_is_told(desk: Desk) -> None:
    desk.write("cons/broken.py", "def (:\n")
    ended = fix(desk, "--unsafe-fixes", "--output-format", "json")
    assert [one["path"] for one in ended.json()["coverage"]["skipped"]] == ["broken.py"]
