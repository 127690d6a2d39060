"""`scan --changed-since`: what stands in files that git knows to have changed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from .conftest import USES, Desk

WORDS = ("--output-format", "json")


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.fixture
def shelf(desk: Desk) -> Desk:
    """A repository whose second branch changes one file of three."""
    for name in ("a", "b", "c"):
        desk.write(f"cons/{name} é.py")
    (desk.root / "cons" / "main.py").unlink()
    git(desk.root, "init", "-b", "main")
    git(desk.root, "add", "cons")
    git(desk.root, "commit", "-m", "first")
    git(desk.root, "switch", "-c", "work")
    desk.write("cons/a é.py", f"x = 1\n{USES}")
    git(desk.root, "commit", "-am", "second")
    git(desk.root, "switch", "main")
    desk.write("cons/c é.py", f"y = 1\n{USES}")
    git(desk.root, "commit", "-am", "elsewhere")
    git(desk.root, "switch", "work")
    return desk


def paths(desk: Desk, consumer: str, ref: str) -> set[str]:
    scan = desk.scan(consumer, "--changed-since", ref, *WORDS).json()
    return {finding["path"] for finding in scan["findings"]}


def test_what_the_branch_changed(shelf: Desk) -> None:
    assert paths(shelf, "cons", "main") == {"a é.py"}
    assert paths(shelf, "cons", "HEAD") == set()
    shelf.write("cons/b é.py", f"z = 1\n{USES}")
    shelf.write("cons/new.py")
    assert paths(shelf, "cons", "main") == {"a é.py", "b é.py", "new.py"}
    assert paths(shelf, ".", "main") == {"cons/a é.py", "cons/b é.py", "cons/new.py"}
    shelf.write(".gitignore", "new.py\n")
    assert paths(shelf, "cons", "HEAD") == {"b é.py"}


def test_it_says_what_is_left_out_and_fails_on_the_rest(shelf: Desk) -> None:
    scan = shelf.scan("cons", "--changed-since", "main", *WORDS)
    assert scan.code == 1
    (note,) = scan.json()["notes"]
    assert note == "8 findings are left out: their files did not change since main"
    assert shelf.scan("cons", "--changed-since", "HEAD").code == 0


@pytest.mark.parametrize(
    ("consumer", "ref", "told"),
    [
        ("cons", "nowhere", "nowhere"),
        ("cons", "--all", "--all"),
        ("prov==2.0", "main", "prov==2.0"),
    ],
)
def test_what_is_refused(shelf: Desk, consumer: str, ref: str, told: str) -> None:
    shelf.scan(consumer, f"--changed-since={ref}").told(2, told)


def test_outside_of_a_repository(desk: Desk) -> None:
    desk.scan("cons", "--changed-since", "main").told(2, "not a git repository")
