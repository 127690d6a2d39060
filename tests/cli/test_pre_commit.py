"""The hook for other projects, run by a real pre-commit in a repository of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .conftest import RELEASES, USES

if TYPE_CHECKING:
    from .conftest import Desk

FITS = "from prov.core import Engine\nEngine().run(1)\n"
SETTINGS = """\
[tool.drift-audit]
provider = ["prov==2.0"]
baseline = ["prov==1.0"]
"""


@dataclass(frozen=True)
class Project:
    """A repository whose hooks are ours."""

    desk: Desk
    hooks: Path

    def git(self, *words: str, where: str = "cons") -> str:
        who = [
            "-c",
            "user.name=N",
            "-c",
            "user.email=e@example.org",
            "-c",
            "init.defaultBranch=main",
        ]
        command = ["git", *who, *words]
        folder = self.desk.root / where
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def configure(self, *args: str) -> None:
        rev = self.git("rev-parse", "HEAD", where=self.hooks.name)
        self.desk.write(
            "cons/.pre-commit-config.yaml",
            f"repos:\n- repo: {self.hooks.as_uri()}\n  rev: {rev}\n"
            f"  hooks:\n  - id: drift-audit\n    args: {list(args)}\n",
        )

    def commit(self) -> tuple[int, str]:
        """Stage everything and run the hooks, as a commit would."""
        self.git("add", "--all")
        ended = subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", "--color=never"],
            cwd=self.desk.root / "cons",
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return ended.returncode, ended.stdout + ended.stderr


@pytest.fixture
def project(desk: Desk, root: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PRE_COMMIT_HOME", str(desk.root / "hooks-cache"))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    made = Project(desk, desk.root / "hooks")
    made.hooks.mkdir()
    shutil.copy(root / ".pre-commit-hooks.yaml", made.hooks)
    for where in ("hooks", "cons"):
        made.git("init", where=where)
    made.git("add", ".pre-commit-hooks.yaml", where="hooks")
    made.git("commit", "-m", "hooks", where="hooks")
    desk.write("cons/pyproject.toml", SETTINGS)
    made.configure("--static")
    return made


def test_drift_keeps_a_commit_back(project: Project) -> None:
    code, said = project.commit()
    assert code == 1
    assert "- exit code: 1" in said
    assert "main.py:3:10 breaks attribute-removed" in said
    project.desk.write("cons/main.py", FITS)
    code, said = project.commit()
    assert (code, "Passed" in said) == (0, True)


def test_what_cannot_be_judged_keeps_it_back_too(project: Project) -> None:
    project.desk.write("cons/pyproject.toml", SETTINGS + "nonsense = 1\n")
    code, said = project.commit()
    assert (code, "- exit code: 2" in said) == (1, True)
    assert "pyproject.toml:4: `nonsense` in [tool.drift-audit] is not known" in said


def test_it_runs_where_something_of_it_is_committed(project: Project) -> None:
    project.git("add", "--all")
    project.git("commit", "-m", "all")
    project.desk.write("cons/notes.md", "Notes\n")
    code, said = project.commit()
    assert (code, "Skipped" in said) == (0, True)
    project.desk.write("cons/uv.lock", "version = 1\n")
    assert project.commit()[0] == 1


def test_known_findings_are_let_be_and_shrink(project: Project) -> None:
    project.configure("--static", "--shrink-known")
    assert project.desk.run("known", "write", "cons", *RELEASES).code == 0
    code, said = project.commit()
    assert (code, "Passed" in said) == (0, True)
    project.desk.write("cons/main.py", USES.replace("gone, ", ""))
    code, said = project.commit()
    assert (code, "- files were modified by this hook" in said) == (1, True)
    assert "1 known finding gone" in said
    code, said = project.commit()
    assert (code, "Passed" in said) == (0, True)
