"""An environment with a provider, and a guard in front of a command that prints `ran`."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from drift_audit.auditor.cli import guard as command

from .conftest import NEW, Desk, Ended

FITS = "from prov.core import Engine\nEngine().run(1)\n"
KNOWN = '{"schema_version": 1, "consumer": ".", "providers": {}, "findings": []}'
SAYS = (sys.executable, "-c", "import sys; print(*sys.argv[1:])")
GREEN = "drift-audit: No use of prov 2.0 has drifted since 1.0; all 4 uses were judged.\n"


@dataclass(frozen=True)
class Post:
    """A desk whose consumer fits prov 2.0, which is installed there."""

    desk: Desk
    patch: pytest.MonkeyPatch

    def words(self, *words: str) -> tuple[str, ...]:
        own = ("--provider", "prov", "--baseline", "prov==1.0", "--static", *words)
        return "guard", "cons", *own, "--", *SAYS, "ran"

    def guard(self, *words: str, **variables: str) -> Ended:
        """Guard in this process; the command is not run, but said to be."""
        with self.patch.context() as patch:
            for name, value in variables.items():
                patch.setenv(name, value)
            patch.setattr(command, "become", _become)
            return self.desk.run(*self.words(*words))

    def child(self, *words: str, **variables: str) -> Ended:
        """Guard in a process of its own, and let the command take over."""
        return self.desk.child(*self.words(*words), **variables)

    def write(self, path: str, text: str) -> Path:
        return self.desk.write(path, text)

    def drift(self) -> None:
        """Let the consumer use what is gone."""
        self.write("cons/main.py", FITS + "Engine().halt()\n")

    def kept(self) -> set[tuple[str, int]]:
        """The verdicts that are kept, each with the time of its making."""
        files = (self.desk.root / "cache" / "verdicts").rglob("*.json")
        return {(file.name, file.stat().st_mtime_ns) for file in files}

    def entry(self) -> Path:
        """The only verdict that is kept."""
        (file,) = (self.desk.root / "cache" / "verdicts").rglob("*.json")
        return file


def _become(_command: tuple[str, ...]) -> int:
    sys.stdout.write("ran\n")
    return 0


def post_at(desk: Desk, patch: pytest.MonkeyPatch) -> Post:
    """Nobody launches it, and its verdicts are its own."""
    for name in list(os.environ):
        if name.startswith(("SLURM", "TORCHELASTIC", "LOCAL_RANK", "GROUP_", "OMPI_")):
            patch.delenv(name)
    patch.setenv("DRIFT_AUDIT_CACHE_DIR", str(desk.root / "cache"))
    patch.setenv("PYTHONPATH", str(desk.root / "site"))
    patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    desk.write("cons/main.py", FITS)
    desk.write("site/prov/__init__.py", "")
    desk.write("site/prov/core.py", NEW)
    desk.write(
        "site/prov-2.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: prov\nVersion: 2.0\n"
    )
    desk.write("site/prov-2.0.dist-info/RECORD", "prov/__init__.py,,\nprov/core.py,,\n")
    return Post(desk, patch)
