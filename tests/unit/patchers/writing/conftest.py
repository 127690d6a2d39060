"""Consumers as they come: a checkout, an installed distribution, an editable one, archives."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from drift_audit.auditor.acquire import Acquisition, Environment, find_consumer
from drift_audit.auditor.model import Confidence, Finding, Severity, Span
from drift_audit.auditor.trees import Distribution
from drift_audit.patchers.model import Applicability, Fix, Patch, VerifiedPatch
from drift_audit.patchers.writing.record import Row, row_of, write_record

OLD = "from prov import old\n"
NEW = "from prov import new\n"
PYPROJECT = """\
[project]
name = "cons"
version = "1.2"
dependencies = ["prov==1"]
scripts = { cons = "cons.main:run" }
entry-points."prov.plugins" = { cons = "cons:register" }
"""
PACKAGE = {
    "cons/__init__.py": "",
    "cons/main.py": OLD,
    "cons/sub/deep.py": OLD,
    "cons/py.typed": "",
    "cons/data/table.json": "[1]\n",
}
METADATA = "Metadata-Version: 2.1\nName: cons\nVersion: 1.2\nRequires-Dist: prov==1\n\nText\n"
POINTS = "[prov.plugins]\ncons = cons:register\n"


def verified(path: str, after: str | bytes = NEW, *, before: str | bytes = OLD) -> VerifiedPatch:
    """A patch that has passed its checks."""
    span = Span(path=path, line=1, column=1, end_line=1, end_column=2)
    finding = Finding(
        kind="import-moved",
        severity=Severity.BREAKS,
        confidence=Confidence.LIKELY,
        span=span,
        symbol="prov.old",
        provider="prov",
        message="moved",
        fingerprint="f1",
    )
    fix = Fix(finding=finding, origin="prov-moved", applicability=Applicability.SAFE, safety="")
    old, new = (text.encode() if isinstance(text, str) else text for text in (before, after))
    patch = Patch(path=path, before=old, after=new, fixes=(fix,))
    return VerifiedPatch(patch=patch, checks=())


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Files below a folder, which is given back."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def snapshot(root: Path) -> dict[str, tuple[bytes, int]]:
    """Every file below a folder with its bytes and mode; links and folders by their kind."""
    found: dict[str, tuple[bytes, int]] = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            found[name] = (os.fsencode(path.readlink()), -1)
        elif path.is_file():
            found[name] = (path.read_bytes(), path.stat().st_mode)
        else:
            found[name] = (b"", path.stat().st_mode)
    return found


@dataclass(frozen=True)
class Workplace:
    """A folder for consumers, an environment's site-packages, and the state of this program."""

    root: Path
    site: Path
    state: Path
    acquisition: Acquisition

    def find(self, named: str | Path) -> Distribution:
        return find_consumer(str(named), self.acquisition)

    def checkout(self, files: Mapping[str, str | bytes] = PACKAGE, *, prefix: str = "") -> Path:
        placed = {prefix + name: text for name, text in files.items()}
        return write(self.root / "checkout", {"pyproject.toml": PYPROJECT, **placed})

    def install(self, files: Mapping[str, str | bytes] = PACKAGE, *, end: str = "\n") -> Path:
        """As pip leaves it; gives the dist-info folder."""
        info = "cons-1.2.dist-info"
        whole = {
            **files,
            f"{info}/METADATA": METADATA,
            f"{info}/INSTALLER": "pip\n",
            f"{info}/entry_points.txt": POINTS,
            f"{info}/licenses/LICENSE": "free\n",
        }
        write(self.site, whole)
        rows = [row_of(name, (self.site / name).read_bytes()) for name in whole]
        rows += [Row("../../bin/cons", "sha256=x", "3"), Row("cons/__pycache__/main.cpython-3.pyc")]
        record = write_record(rows, f"{info}/RECORD").replace(b"\n", end.encode())
        write(self.site, {f"{info}/RECORD": record})
        return self.site / info

    def editable(self, checkout: Path) -> Path:
        info = "cons-1.2.dist-info"
        said = json.dumps({"url": checkout.as_uri(), "dir_info": {"editable": True}})
        files = {
            f"{info}/METADATA": METADATA,
            f"{info}/direct_url.json": said,
            f"{info}/RECORD": f"__editable__.cons-1.2.pth,,\n{info}/RECORD,,\n",
            f"{info}/entry_points.txt": POINTS,
            "__editable__.cons-1.2.pth": str(checkout),
        }
        write(self.site, files)
        return self.site / info

    def wheel(self, files: Mapping[str, str | bytes] = PACKAGE) -> Path:
        path = write(self.root, {"wheels/cons-1.2-py3-none-any.whl": b""}) / "wheels"
        with zipfile.ZipFile(path / "cons-1.2-py3-none-any.whl", "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
            for name, text in (("METADATA", METADATA), ("entry_points.txt", POINTS)):
                archive.writestr(f"cons-1.2.dist-info/{name}", text)
            archive.writestr("cons-1.2.dist-info/RECORD", "")
            archive.writestr("cons-1.2.data/purelib/beside.txt", "b")
            archive.writestr("cons-1.2.data/scripts/tool", "s")
        return path / "cons-1.2-py3-none-any.whl"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    for name in list(os.environ):
        if name.startswith(("PIP_", "GIT_")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    site = tmp_path / "env" / "lib" / "site-packages"
    site.mkdir(parents=True)
    environment = Environment(python=sys.executable, found_by="current", site_paths=(str(site),))
    acquisition = Acquisition(cache_dir=tmp_path / "cache", environment=environment)
    return Workplace(root=tmp_path, site=site, state=tmp_path / "state", acquisition=acquisition)


@pytest.fixture(name="verified")
def _verified() -> Callable[..., VerifiedPatch]:
    return verified
