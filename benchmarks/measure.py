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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_BETWEEN_LOOKS = 0.005
_DISTURBED = 0.15
_PAUSE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One run: wall and processor time in seconds, peak memory in MB (10^6 bytes).

    Times include the children's, the peak is that of the largest process. `others` is how many
    processors the rest of the machine kept busy meanwhile, 0 where Linux does not tell.
    """

    wall: float
    cpu: float
    peak: float
    others: float
    code: int
    output: str
    errors: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What several runs took: medians of the times, the highest peak of all processes together."""

    wall: float
    cpu: float
    peak: float


class Patience:
    """Takes disturbed runs again, for so many seconds in all.

    A run is disturbed where other processes took more than 15 % of a processor.
    """

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self.most = 0.0

    def undisturbed(self, run: Callable[[], Sample]) -> Sample:
        """A run that nothing disturbed, or else the least disturbed one."""
        best = run()
        while best.others > _DISTURBED and self._left > 0:
            start = time.perf_counter()
            time.sleep(_PAUSE)
            best = min(best, run(), key=lambda sample: sample.others)
            self._left -= time.perf_counter() - start
        self.most = max(self.most, best.others)
        return best


def measure(command: Sequence[str], *, env: Mapping[str, str], cwd: Path) -> Sample:
    """Run a command to its end; what it writes is kept."""
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        launcher = [sys.executable, "-I", "-S", __file__, str(out), str(err), *command]
        told = subprocess.run(launcher, env=env, cwd=cwd, check=True, capture_output=True)
        figures = json.loads(told.stdout)
        return Sample(output=out.read_text("utf-8"), errors=err.read_text("utf-8"), **figures)


def family_peak(command: Sequence[str], *, env: Mapping[str, str], cwd: Path) -> float:
    """The peak memory in MB of a command and its children together; 0 where Linux does not tell.

    Pages that several processes share count once. Read every few milliseconds, in a run of its
    own, since looking costs the command time.
    """
    peak = 0.0
    null = subprocess.DEVNULL
    with subprocess.Popen(command, env=env, cwd=cwd, stdout=null, stderr=null) as process:
        while process.poll() is None:
            peak = max(peak, sum(map(_own_share, _family(process.pid))))
            time.sleep(_BETWEEN_LOOKS)
    return peak


def _family(pid: int) -> list[int]:
    """A process and all below it."""
    try:
        told = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    except OSError:
        told = ""
    return [pid, *(one for child in told.split() for one in _family(int(child)))]


def _own_share(pid: int) -> float:
    try:
        told = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    except OSError:
        return 0.0
    found = (line.split() for line in told.splitlines() if line.startswith("Pss:"))
    return sum(int(words[1]) * 1024 / 1e6 for words in found)


def cost(samples: Sequence[Sample], family: float) -> Cost:
    """Several runs of one command as one figure each; `family` is what `family_peak` gave."""
    return Cost(
        wall=median(s.wall for s in samples),
        cpu=median(s.cpu for s in samples),
        peak=max(family, *(s.peak for s in samples)),
    )


def _launch(out: str, err: str, command: list[str]) -> dict[str, float]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    files = [
        (os.POSIX_SPAWN_OPEN, 1, out, flags, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, err, flags, 0o600),
    ]
    busy, start = _busy(), time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=files)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - start
    cpu = usage.ru_utime + usage.ru_stime
    unit = 1 if sys.platform == "darwin" else 1024
    return {
        "wall": wall,
        "cpu": cpu,
        "peak": usage.ru_maxrss * unit / 1e6,
        "others": max(0.0, _busy() - busy - cpu) / wall,
        "code": os.waitstatus_to_exitcode(status),
    }


def _busy() -> float:
    """Seconds that all processors together have worked, since the start of the machine."""
    try:
        words = Path("/proc/stat").read_text("ascii").split(maxsplit=9)
    except OSError:
        return 0.0
    user, nice, system, _, _, interrupts, soft, stolen = map(int, words[1:9])
    ticks = user + nice + system + interrupts + soft + stolen
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    print(json.dumps(_launch(sys.argv[1], sys.argv[2], sys.argv[3:])))
