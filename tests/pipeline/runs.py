"""Patch a copy of speculators, and run it in the environment of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from .environment import interpreter, vllm
from .figures import Outcome

TESTS = Path(__file__).resolve().parent.parent
PATIENCE = 600.0
"""Seconds for one run; one takes about 30 where nothing else runs."""

LONG = (900,) * 12
"""More than the 8,192 tokens of one scheduler step."""
MIXED = (
    *(5, 1500, 300, 1, 47, 2000, 16, 700, 17, 1200, 33, 2000, 15, 1999, 64, 1),
    *range(20, 42),
)
"""More prompts than one step takes, of many lengths, those at the edges of a block among them."""

SETTINGS = {
    "HF_HUB_OFFLINE": "1",
    "VLLM_NO_USAGE_STATS": "1",
    "VLLM_CPU_KVCACHE_SPACE": "1",  # GiB; the models are tiny
    "VLLM_MLA_DISABLE": "1",  # vLLM has no latent attention on the CPU
    "VLLM_LOGGING_LEVEL": "WARNING",
}


class RunError(Exception):
    """The generator did not come to its end. The message is all that it wrote."""

    @property
    def error(self) -> str:
        """The exception of the process that was started, with all lines of its message."""
        lines = str(self).rstrip().splitlines()
        last = max((n for n, line in enumerate(lines) if _RAISED.match(line)), default=-1)
        return "\n".join(lines[last:])


_RAISED = re.compile(r"[A-Za-z_][\w.]*(Error|Exception)\b")


def run(
    copy: Path,
    version: str,
    folder: Path,
    *,
    family: str = "llama",
    dtype: str = "bfloat16",
    lengths: Sequence[Sequence[int]] = (LONG, MIXED),
) -> Outcome:
    """Extract with this copy of speculators on this vLLM. Raises RunError where that breaks off."""
    result = folder / "result.json"
    command: list[str | Path] = [interpreter(), "-m", "pipeline.extraction", family, dtype, result]
    for call in lengths:
        command += ["--lengths", ",".join(map(str, call))]
    path = os.pathsep.join(map(str, (copy, vllm(version), TESTS)))
    log = folder / "log.txt"
    code = _finish(command, os.environ | SETTINGS | {"PYTHONPATH": path}, log)
    if code or not result.is_file():
        raise RunError(log.read_text(errors="replace"))
    return Outcome.read(result)


def _finish(command: Sequence[str | Path], env: dict[str, str], log: Path) -> int:
    """The exit code. What is late is ended together with the workers that it started."""
    with log.open("w") as out:
        process = subprocess.Popen(
            command, env=env, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return 1
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
