"""The newest stack: an environment of its own, and copies of speculators that `fix` patches for it."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from .environment import SPECULATORS, _pip, cache, complete, release, vllm
from .environment import interpreter as older
from .figures import Outcome
from .runs import LONG, MIXED, SETTINGS, TESTS, RunError, _finish

HERE = Path(__file__).resolve().parent
REQUIREMENTS = HERE / "newest_requirements.txt"
INTERPRETED = HERE / "interpreted"

VERSIONS = ("0.28.0", "0.32.0")
"""The releases of vLLM that are run; both take the one environment."""
TRANSFORMERS = next(
    line for line in REQUIREMENTS.read_text().splitlines() if line.startswith("transformers==")
)


def interpreter() -> Path:
    """The environment's python, which is made first where it is missing."""
    digest = hashlib.sha256(sysconfig.get_platform().encode())
    digest.update(sys.version.encode())
    digest.update(REQUIREMENTS.read_bytes())
    folder = complete(cache() / f"newest-{digest.hexdigest()[:16]}", _environment)
    return folder / "bin" / "python"


def _environment(folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    _pip(folder / "bin" / "python", "-r", str(REQUIREMENTS))


def mended(version: str, into: Path, *, without: Sequence[str] = ()) -> Path:
    """The copy in `into` that `fix` makes for this release, but for these recipes."""
    providers = (f"vllm @ {vllm(version)}", TRANSFORMERS)
    command: list[str | Path] = [sys.executable, "-m", "drift_audit.auditor", "fix", SPECULATORS]
    for provider in providers:
        command += ["--provider", provider]
    for recipe in without:
        command += ["--ignore", recipe]
    command += ["--unsafe-fixes", "--fail-on", "never", "--into", into]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return into


def run(
    copy: Path,
    version: str,
    folder: Path,
    *,
    family: str = "llama",
    dtype: str = "bfloat16",
    lengths: Sequence[Sequence[int]] = (LONG, MIXED),
    second_runner: bool = False,
) -> Outcome:
    """Extract with this copy. Raises RunError where that breaks off."""
    result = folder / "result.json"
    arguments = ["pipeline.extraction", family, dtype, str(result)]
    for call in lengths:
        arguments += ["--lengths", ",".join(map(str, call))]
    paths, settings = [copy, vllm(version), TESTS], {"VLLM_USE_V2_MODEL_RUNNER": "0"}
    if second_runner:
        paths.append(INTERPRETED)
        settings["VLLM_USE_V2_MODEL_RUNNER"] = "1"
    _module(interpreter(), arguments, paths, settings, result)
    return Outcome.read(result)


def draft(copy: Path | None, folder: Path, *, read: Path | None = None) -> Path:
    """Make a draft with this copy; without one, with speculators as it is, on transformers 4.57."""
    result = folder / "result.json"
    arguments = ["pipeline.drafting", str(folder), str(result)]
    if read:
        arguments += ["--read", str(read)]
    python, paths = older(), [release(SPECULATORS), vllm("0.16.0"), TESTS]
    if copy:
        python, paths = interpreter(), [copy, vllm(VERSIONS[-1]), TESTS]
    _module(python, arguments, paths, {"TORCHDYNAMO_DISABLE": "1"}, result)
    return result


def _module(
    python: Path, arguments: list[str], paths: list[Path], settings: dict[str, str], result: Path
) -> None:
    path = os.pathsep.join(map(str, paths))
    log = result.with_name("log.txt")
    env = os.environ | SETTINGS | settings | {"PYTHONPATH": path}
    code = _finish([python, "-m", *arguments], env, log)
    if code or not result.is_file():
        raise RunError(log.read_text(errors="replace"))
