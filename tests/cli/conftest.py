"""A desk to work at: a consumer, two releases of its provider, and the program itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from drift_audit.auditor.cli.program import run

OLD = """\
def step(a, b=1):
    return a
def gone(): ...
class Engine:
    def run(self, x): ...
    def halt(self): ...
"""
NEW = """\
def step(a, *, c):
    return a
class Engine:
    def run(self, x): ...
"""
USES = """\
from prov.core import step, gone, Engine
step(1, b=2)
Engine().halt()
"""
RELEASES = ("--provider", "prov==2.0", "--baseline", "prov==1.0", "--static")


@dataclass(frozen=True)
class Ended:
    """How a run of the program ended."""

    code: int
    out: str
    err: str

    def json(self) -> dict[str, Any]:
        whole: dict[str, Any] = json.loads(self.out)
        return whole

    def told(self, code: int, *words: str) -> None:
        """It ended with one sentence and advice, and these words are in them."""
        assert self.code == code, self
        lines = self.err.splitlines()
        assert len(lines) == 2, self.err
        assert lines[0].startswith("error: "), self.err
        assert lines[1].startswith("  "), self.err
        assert all(line.endswith((".", "?")) for line in lines), self.err
        for word in words:
            assert word in self.err, self.err


@dataclass(frozen=True)
class Desk:
    """The current folder of a test: `cons/` uses `prov`, whose releases lie in `idx/`."""

    root: Path
    capture: pytest.CaptureFixture[str]

    def write(self, path: str, content: str | bytes = USES) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def wheel(
        self, name: str, version: str, files: Mapping[str, str], *, requires: str = ""
    ) -> Path:
        path = self.write(f"idx/{name}-{version}-py3-none-any.whl", b"")
        said = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for member, text in files.items():
                archive.writestr(member, text)
            archive.writestr(
                f"{name}-{version}.dist-info/METADATA",
                said + (f"Requires-Dist: {requires}\n" if requires else ""),
            )
        return path

    def run(self, *words: str) -> Ended:
        """Run the program in this process."""
        code = run(words)
        out, err = self.capture.readouterr()
        return Ended(code, out, err)

    def scan(self, consumer: str = "cons", *words: str) -> Ended:
        """Scan against both releases; words that name a provider take their place."""
        named = any(word == "--provider" for word in words)
        return self.run("scan", consumer, *(() if named else RELEASES), *words)

    def refused(self, *words: str) -> Ended:
        """Run a scan that ends with an error, and see that no report is written."""
        ended = self.run("scan", *words, "-o", "out/report.json", "-o", "out/report.html")
        assert ended.out == ""
        assert not (self.root / "out").exists()
        return ended

    def child(self, *words: str, **more: str) -> Ended:
        """Run the program as a process of its own, with these variables changed."""
        ended = subprocess.run(
            [sys.executable, "-m", "drift_audit.auditor", *words],
            cwd=self.root,
            env=os.environ | more,
            capture_output=True,
            check=False,
            timeout=60,
        )
        return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def desk(
    tmp_path: Path,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Desk:
    """Nothing of the machine's own settings counts here."""
    for name in list(os.environ):
        if name.startswith("PIP_") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    root = tmp_path / "desk"
    root.mkdir()
    monkeypatch.chdir(root)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(root / "idx"))
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("DRIFT_AUDIT_CACHE_DIR", str(cache))
    monkeypatch.setenv("DRIFT_AUDIT_STATE_DIR", str(root / "state"))
    made = Desk(root, capsys)
    made.write("cons/main.py")
    made.wheel("prov", "1.0", {"prov/__init__.py": "", "prov/core.py": OLD})
    made.wheel("prov", "2.0", {"prov/__init__.py": "", "prov/core.py": NEW})
    return made
