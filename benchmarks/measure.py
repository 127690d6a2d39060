"""Run one command and say what it took.

The command is started by a launcher, this same file in an interpreter of its own: a child's peak
memory can never read below that of the process it was started from, and the launcher has a few
megabytes where the benchmark has many.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One run: wall and processor time in seconds, peak memory in MB (10^6 bytes)."""

    wall: float
    cpu: float
    peak: float
    code: int
    output: str
    errors: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What several runs took: medians of the times, the highest peak."""

    wall: float
    cpu: float
    peak: float


def measure(command: Sequence[str], *, env: Mapping[str, str], cwd: Path) -> Sample:
    """Run a command to its end; what it writes is kept."""
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        launcher = [sys.executable, "-I", "-S", __file__, str(out), str(err), *command]
        told = subprocess.run(launcher, env=env, cwd=cwd, check=True, capture_output=True)
        figures = json.loads(told.stdout)
        return Sample(output=out.read_text("utf-8"), errors=err.read_text("utf-8"), **figures)


def cost(samples: Sequence[Sample]) -> Cost:
    """Several runs of one command as one figure each."""
    return Cost(
        wall=median(s.wall for s in samples),
        cpu=median(s.cpu for s in samples),
        peak=max(s.peak for s in samples),
    )


def _launch(out: str, err: str, command: list[str]) -> dict[str, float]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    files = [
        (os.POSIX_SPAWN_OPEN, 1, out, flags, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, err, flags, 0o600),
    ]
    start = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=files)
    _, status, usage = os.wait4(child, 0)
    unit = 1 if sys.platform == "darwin" else 1024
    return {
        "wall": time.perf_counter() - start,
        "cpu": usage.ru_utime + usage.ru_stime,
        "peak": usage.ru_maxrss * unit / 1e6,
        "code": os.waitstatus_to_exitcode(status),
    }


if __name__ == "__main__":
    print(json.dumps(_launch(sys.argv[1], sys.argv[2], sys.argv[3:])))
