"""`drift-audit fix --style compatible`: what works with the new release and the baseline."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from .test_fix import CARD, MENDED, NEW, OLD

if TYPE_CHECKING:
    from .conftest import Desk, Ended

FORTH = ("--provider", "prov==2.0", "--baseline", "prov==1.0", "--static")
BACK = ("--provider", "prov==1.0", "--baseline", "prov==2.0", "--static")
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
BOTH = """\
import inspect

from prov.core import Config, Engine  # what is needed
try:
    from prov.tools import helper
except ImportError:
    from prov.core import helper

def run(verbose):
    config = Config()
    engine = Engine(
        config=config,
        **(
            {"mode": verbose} if "mode" in inspect.signature(Engine).parameters else {}
        ),  # asked for
        **(
            {"size": config.size}
            if "size" in inspect.signature(Engine).parameters
            else {}
        ),
    )
    helper()
    return engine.step()
"""
REWRITE = """\
id = "step-twice"
title = "half a step"
severity = "breaks"
applicability = "safe"
reason = "Halves."
safety = "Steps twice."
references = ["https://example.org/1"]

[provider]
package = "prov"
releases = ">=1.5"

[use]
form = "call"
symbols = ["prov.core.Engine.step"]
unless = ["finish", "+"]
unless-within = "statement"

[[operation]]
do = "rewrite"
match = "{call}"
to = "{call} + {call}"
"""
VERSION = 'Version(importlib.metadata.version("prov")) >= Version("1.5")'


@pytest.fixture(autouse=True)
def _desk(desk: Desk) -> None:
    for version, files in (("1.0", OLD), ("2.0", released(NEW))):
        desk.wheel("prov", version, files)
        for path, text in files.items():
            desk.write(f"r{version}/{path}", text)
    desk.write("cons/main.py", CONSUMER)


def released(files: dict[str, str]) -> dict[str, str]:
    """The new release, with a configuration that holds the size that engines want."""
    core = files["prov/core.py"].replace("chunked=True): ...", "chunked=True): self.size = size")
    return files | {"prov/core.py": core}


def fix(desk: Desk, *words: str) -> Ended:
    return desk.run("fix", "cons", *FORTH, "--unsafe-fixes", "--style", "compatible", *words)


def with_card(desk: Desk, name: str, card: str) -> None:
    desk.write(f"cons/cards/{name}.toml", card)
    desk.write("cons/pyproject.toml", '[tool.drift-audit]\nrecipes = ["cards"]\n')


def written(desk: Desk) -> str:
    return (desk.root / "cons/main.py").read_text()


def words(desk: Desk) -> str:
    """What is written, however it is broken over lines."""
    return " ".join(written(desk).split()).replace("( ", "(").replace(" )", ")")


def test_both_releases_are_served(desk: Desk) -> None:
    assert fix(desk, "--apply").code == 0
    assert written(desk) == BOTH
    for way in (FORTH, BACK):
        said = desk.run("scan", "cons", *way, "--output-format", "json").json()["findings"]
        assert [f for f in said if f["severity"] in ("breaks", "silent")] == []


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_it_runs_with_both(desk: Desk, version: str) -> None:
    fix(desk, "--apply")
    program = "import main; main.run(True)"
    places = [str(desk.root / "cons"), str(desk.root / f"r{version}")]
    paths = f"import sys; sys.path[:0] = {places!r}; "
    done = subprocess.run([sys.executable, "-c", paths + program], check=False, timeout=60)
    assert done.returncode == 0


def test_a_second_time_there_is_nothing_to_do(desk: Desk) -> None:
    fix(desk, "--apply")
    once = written(desk)
    assert fix(desk, "--apply").code == 0
    assert written(desk) == once


def test_what_the_baseline_takes_too_needs_no_gate(desk: Desk) -> None:
    with_card(desk, "chunked-default", CARD)
    fix(desk, "--apply")
    assert "Config(chunked=False)" in written(desk)


class TestRewrites:
    def test_stand_behind_the_version_that_the_card_begins_with(self, desk: Desk) -> None:
        with_card(desk, "step-twice", REWRITE)
        fix(desk, "--apply", "--select", "step-twice")
        step = "engine.step()"
        assert f"return ({step} + {step} if {VERSION} else {step})" in words(desk)

    def test_stand_as_they_are_where_the_card_says_so(self, desk: Desk) -> None:
        card = REWRITE.replace('"safe"\n', '"safe"\ncompatible = true\n')
        with_card(desk, "step-twice", card)
        fix(desk, "--apply", "--select", "step-twice")
        assert "return engine.step() + engine.step()\n" in written(desk)

    def test_ask_for_what_the_card_looks_for(self, desk: Desk) -> None:
        late = NEW["prov/core.py"] + "    def finish(self): ...\n"
        desk.wheel("prov", "2.0", NEW | {"prov/core.py": late})
        probes = 'releases = ">=1.5"\nprobes = ["prov.core.Engine.finish"]'
        card = REWRITE.replace('releases = ">=1.5"', probes)
        card = card.replace('"{call} + {call}"', '"{call} or {receiver}.finish()"')
        with_card(desk, "step-twice", card)
        fix(desk, "--apply", "--select", "step-twice")
        asked = 'engine.finish() if hasattr(engine, "finish") else engine.step()'
        assert f"return (engine.step() or {asked})" in words(desk)

    def test_are_rejected_where_nothing_tells_the_releases_apart(self, desk: Desk) -> None:
        late = NEW["prov/core.py"] + "    def finish(self): ...\n"
        desk.wheel("prov", "2.0", NEW | {"prov/core.py": late})
        probes = 'releases = ">=0.5"\nprobes = ["prov.core ~ finish"]'
        with_card(desk, "step-twice", REWRITE.replace('releases = ">=1.5"', probes))
        ended = fix(desk, "--apply", "--select", "step-twice")
        assert ended.code == 4
        assert "nothing that can be asked at run time tells the releases apart" in ended.out
        assert written(desk) == CONSUMER


def test_without_a_baseline_there_is_nothing_to_keep_working(desk: Desk) -> None:
    words = ("--provider", "prov==2.0", "--static", "--style", "compatible")
    desk.run("fix", "cons", *words).told(2, "needs a baseline", "--baseline")


METADATA = '[project]\nname = "cons"\nversion = "1"\ndependencies = ["prov>=2.0"]\n'


def test_gates_go_when_the_old_release_is_no_longer_supported(desk: Desk) -> None:
    fix(desk, "--apply")
    desk.write("cons/pyproject.toml", METADATA)
    ended = desk.run("fix", "cons", *FORTH, "--unsafe-fixes", "--apply")
    assert ended.code == 0, ended.out
    assert written(desk) == MENDED
    assert "stale-gate" not in desk.scan("cons", *FORTH).out
