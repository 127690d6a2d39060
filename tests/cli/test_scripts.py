"""What scripts hand to a provider's commands: flags and environment variables."""

from __future__ import annotations

import pytest

from .conftest import NEW, OLD, Desk

COMMANDS = """\
import argparse, os
parser = argparse.ArgumentParser()
parser.add_argument("--port"); parser.add_argument("--host")
parser.add_argument("--model"); parser.add_argument("--dtype")
"""
GONE = 'parser.add_argument("--swap"); parser.add_argument("--task")\nos.environ["PROV_TRACE"]\n'


@pytest.fixture
def shelf(desk: Desk) -> Desk:
    for version, core, more in (("1.0", OLD, GONE), ("2.0", NEW, "")):
        files = {"prov/__init__.py": "", "prov/core.py": core, "prov/cli.py": COMMANDS + more}
        desk.wheel("prov", version, files)
    desk.write("cons/main.py", "import prov\n")
    return desk


def found(desk: Desk) -> list[tuple[str, int, str]]:
    scan = desk.scan("cons", "--output-format", "json").json()
    return [(one["path"], one["line"], one["symbol"]) for one in scan["findings"]]


@pytest.mark.parametrize(
    ("path", "text", "places"),
    [
        ("run.sh", "prov serve m --swap 4 --port 1\n", [(1, "--swap")]),
        ("run.sh", "exec prov serve m \\\n  --port 1 \\\n  --swap 4\nls --task\n", [(3, "--swap")]),
        ("run.sh", "python3 -m prov.cli --task=x | tee --swap\n", [(1, "--task")]),
        ("run.sh", "# prov serve m --swap 4\nprov-top --swap; other prov --task\n", []),
        ("run.sh", "./prov --swap\ncat prov --swap\nprov serve m && ls --swap\n", []),
        ("run.sh", "export PROV_TRACE=1\nPROV_OTHER=1 run\n# PROV_TRACE\n", [(1, "PROV_TRACE")]),
        ("deploy/job.yaml", 'command: ["prov", "serve", "m", "--swap", "4"]\n', [(1, "--swap")]),
        (
            "pod.yml",
            "command:\n  - prov\n  - serve\n  # - --task\n  - --swap=4\nother:\n  - --task\n",
            [(5, "--swap")],
        ),
        ("pod.yml", 'image: hub/prov:1\nargs:\n  - "--swap"\n  - "4"\n', [(3, "--swap")]),
        ("pod.yml", "image: hub/other:1\nargs: [--swap, --task]\n", []),
        ("pod.yml", "env:\n  - name: PROV_TRACE\n    value: 1\n", [(2, "PROV_TRACE")]),
        (
            "Dockerfile",
            'FROM hub/prov:1\nRUN ls --task\nENV PROV_TRACE=1\nCMD ["--model", "m", "--swap"]\n',
            [(3, "PROV_TRACE"), (4, "--swap")],
        ),
        ("notes.md", "prov serve m --swap 4\n", []),
        ("node_modules/run.sh", "prov serve m --swap 4\n", []),
    ],
)
def test_in_scripts(shelf: Desk, path: str, text: str, places: list[tuple[int, str]]) -> None:
    shelf.write(f"cons/{path}", text)
    assert found(shelf) == [(path, *place) for place in places]


def test_the_lines_of_a_script_are_shown(shelf: Desk) -> None:
    shelf.write("cons/run.sh", "#!/bin/sh\nprov serve m --swap 4 --port 1\n")
    scan = shelf.scan("cons", "--output-format", "json").json()
    (finding,) = scan["findings"]
    assert (finding["severity"], finding["column"], finding["end_column"]) == ("breaks", 14, 20)
    assert finding["context"][1] == {"line": 2, "text": "prov serve m --swap 4 --port 1"}
    assert finding["before"] == "known to prov 1.0"
    assert scan["coverage"]["uses"] == 3


def test_bytes_that_are_no_text_and_exclusion(shelf: Desk) -> None:
    shelf.write("cons/run.sh", b"\xff\xfe\nprov serve m --swap 4\n")
    assert found(shelf) == [("run.sh", 2, "--swap")]
    ended = shelf.scan("cons", "--exclude", "*.sh", "--output-format", "json")
    assert ended.json()["findings"] == []


def test_silent_where_flags_are_made_otherwise(shelf: Desk) -> None:
    files = {"prov/__init__.py": "", "prov/cli.py": "def add_argument(name): ...\n"}
    shelf.wheel("prov", "2.0", files | {"prov/core.py": NEW})
    shelf.write("cons/run.sh", "prov serve m --swap 4\n")
    assert found(shelf) == []


def test_silent_where_nothing_changed(shelf: Desk) -> None:
    shelf.write("cons/run.sh", "PROV_TRACE=1 prov serve m --swap 4 --task x\n")
    words = ("--provider", "prov==1.0", "--baseline", "prov==1.0", "--static")
    assert shelf.scan("cons", *words).code == 0
