"""In a workflow: annotations on standard output, the verdict on the page of the run."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.repository import folder_in_repository

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

PAGE = "GITHUB_STEP_SUMMARY"


def test_annotations_and_the_page_of_the_run(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    page = desk.write("page.md", "of another step\n")
    monkeypatch.setenv(PAGE, str(page))
    ended = desk.scan("cons", "--output-format", "github", "-o", "a.md")
    assert (ended.code, ended.err) == (1, "")
    lines = ended.out.splitlines()
    assert lines[0].startswith("::error file=main.py,line=")
    assert lines[-1].startswith("drift-audit: ")
    assert page.read_text() == "of another step\n" + (desk.root / "a.md").read_text()


def test_other_formats_leave_the_page_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PAGE, str(desk.root / "page.md"))
    desk.scan("cons", "--output-format", "json", "-o", "a.github.txt")
    assert not (desk.root / "page.md").exists()
    assert (desk.root / "a.github.txt").read_text().startswith("::error ")


@pytest.mark.parametrize("place", ["cons", "nowhere/page.md", "a\0b"])
def test_a_page_that_cannot_be_written_is_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(os, "environ", os.environ | {PAGE: place})
    ended = desk.scan("cons", "--output-format", "github")
    assert ended.code == 1
    assert ended.out.startswith("::error ")
    assert ended.err.startswith("note: the summary of the step was not written")


def test_paths_are_those_of_the_repository(desk: Desk) -> None:
    desk.write("repo/deep/cons/main.py")
    subprocess.run(["git", "init", "-q", "repo"], cwd=desk.root, check=True)
    annotated = desk.scan("repo/deep/cons", "--output-format", "github").out
    assert annotated.startswith("::error file=deep/cons/main.py,line=")
    assert desk.scan("repo/deep/cons", "--output-format", "json").json()["consumer"]["folder"] == (
        "deep/cons"
    )
    assert desk.scan("repo/deep/cons").out.count("\nmain.py:") == 4


def test_folder_in_repository(tmp_path: Path) -> None:
    assert folder_in_repository("") == ""
    assert folder_in_repository(str(tmp_path)) == ""
    (tmp_path / ".git").write_text("gitdir: elsewhere\n")
    installed = tmp_path / ".venv" / "lib" / "site-packages"
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "link").symlink_to("a/b")
    assert folder_in_repository(str(tmp_path)) == ""
    assert folder_in_repository(str(tmp_path / "a" / "b")) == "a/b"
    assert folder_in_repository(str(tmp_path / "link")) == "a/b"
    assert folder_in_repository(str(installed)) == ""
