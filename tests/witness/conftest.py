"""An environment with installed providers, and scans against it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from drift_audit.auditor.audit import Request, audit
from drift_audit.auditor.model import Scan

Ask: TypeAlias = Callable[..., Scan]

TROUBLE = {
    "hanging": "import time\ntime.sleep(600)\ndef f(a): ...\n",
    "crashing": "import os\nos._exit(3)\ndef f(a): ...\n",
    "printing": "import os\nprint('{}')\nos.write(1, b'noise')\nos.write(2, b'noise')\ndef f(a): ...\n",
    "needy": "raise RuntimeError('no GPU was found\\nand more')\ndef f(a): ...\n",
}
PLUGINS = """
import importlib
try:
    importlib.import_module("cons")
except ImportError:
    pass
def f(a): ...
"""


@pytest.fixture(scope="session")
def cases(root: Path) -> Path:
    return root / "tests" / "cases" / "witness"


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def install(site: Path, package: str, *, distribution: str = "", **modules: str) -> None:
    """A package with metadata, as an installer leaves it."""
    files = {f"{package}/{name}.py": text for name, text in modules.items()}
    name = distribution or package
    info = f"{name.replace('-', '_')}-2.0.dist-info"
    record = "".join(f"{file},,\n" for file in files)
    told = f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.0\n"
    write(site, files | {f"{info}/METADATA": told, f"{info}/RECORD": record})


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory, cases: Path) -> Path:
    """An environment of its own, with every provider of these tests installed."""
    folder = tmp_path_factory.mktemp("witness") / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    install(site, "good", distribution="good-cpu", __init__=(cases / "good/now.py").read_text())
    install(site, "shaped", __init__=(cases / "shaped/now.py").read_text())
    for name, text in TROUBLE.items():
        install(site, name, __init__=text)
    parts = {"ok": "def f(a): ...\n", "bad": TROUBLE["needy"], "slow": TROUBLE["hanging"]}
    install(site, "partly", __init__="", **parts)
    install(site, "hosting", __init__=PLUGINS)
    return folder / "bin" / "python"


@pytest.fixture
def ask(tmp_path: Path, python: Path) -> Ask:
    """Scan a consumer of one file against an installed provider; more goes to the request."""

    def asked(
        provider: str, source: str, before: dict[str, str] | None = None, **more: object
    ) -> Scan:
        write(tmp_path / "cons", {"cons/__init__.py": source})
        old = {f"{provider}/{name}.py": text for name, text in (before or {}).items()}
        place = write(tmp_path / "old", old)
        request = Request(
            consumer=str(tmp_path / "cons"),
            providers=(provider,),
            baselines=(f"{provider} @ {place}",) if old else (),
            python=str(python),
            cwd=tmp_path,
            cache_dir=tmp_path / "cache",
        )
        return audit(replace(request, **more))  # type: ignore[arg-type]

    return asked
