"""A copy of speculators, patched for one release of vLLM by the program itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .environment import SPECULATORS, vllm

SILENT = ("--ignore", "chunked-prefill-default", "--allow-silent")
"""Leaves out the one fix whose absence nobody hears."""


def mended(version: str, into: Path, *, silent: bool = True) -> Path:
    """The copy in `into`. Without `silent`, what runs and is wrong stays."""
    command: list[str | Path] = [sys.executable, "-m", "drift_audit.auditor", "fix", SPECULATORS]
    command += ["--provider", f"vllm @ {vllm(version)}", "--unsafe-fixes", "--fail-on", "never"]
    command += ["--into", into, *(() if silent else SILENT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return into
