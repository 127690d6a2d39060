"""A copy of speculators, patched for one release of vLLM."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from .environment import MARK, SPECULATORS, release

DIFFS = Path(__file__).resolve().parent / "hand"


def mended(version: str, into: Path, *, silent: bool = True) -> Path:
    """The copy in `into`. Without `silent`, only what ends in an error is repaired."""
    shutil.copytree(release(SPECULATORS), into, ignore=shutil.ignore_patterns(MARK))
    era = "to-0.16" if version < "0.17" else "from-0.17"
    diff = DIFFS / f"{era}{'' if silent else '.crashes'}.diff"
    subprocess.run(["patch", "-s", "-p1", "-d", into, "-i", diff], check=True)
    return into
