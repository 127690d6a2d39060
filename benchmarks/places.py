"""What all tools are given: releases unpacked from the cache, caches of their own, two venvs."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from drift_audit.auditor.acquire import (
    Acquisition,
    find_consumer,
    find_environment,
    find_provider,
)
from drift_audit.auditor.trees import Distribution

ROOT = Path(__file__).resolve().parent.parent
AT_HAND = ("archives", "listings", "pins")
"""What a cold cache still holds: the wheels, and which wheel a version is."""


def clean_env() -> dict[str, str]:
    """The environment as a user has it: bytecode is kept, no folder is put on the path."""
    dropped = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "VIRTUAL_ENV", "DRIFT_AUDIT_CACHE_DIR")
    return {name: value for name, value in os.environ.items() if name not in dropped}


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep a second benchmark out: the two would time each other, and share caches and venvs."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit(f"A benchmark is running in {folder}: wait until it ends.") from None
        yield


class Releases:
    """Consumers and providers from the tool's own cache, unpacked once below `folder`."""

    def __init__(self, cache_dir: Path, folder: Path) -> None:
        environment = find_environment(None, folder)
        self._acquisition = Acquisition(cache_dir=cache_dir, environment=environment)
        self._folder = folder

    def consumer(self, requirement: str) -> Path:
        """The folder that holds the consumer's packages."""
        return self._unpacked(find_consumer(requirement, self._acquisition))

    def provider(self, requirement: str) -> Path:
        """The folder that holds the provider's packages."""
        return self._unpacked(find_provider(requirement, self._acquisition))

    def _unpacked(self, found: Distribution) -> Path:
        target = self._folder / f"{found.name}-{found.version}-{found.digest[:12]}"
        if target.is_dir():
            return target
        part = target.with_name(f"{target.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        for path in found.tree.paths():
            file = part / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(found.tree.read(path))
        part.rename(target)
        return target


def linked_cache(source: Path, target: Path) -> Path:
    """A cache of the benchmark's own that shares the wheels of another."""
    shutil.rmtree(target, ignore_errors=True)
    for name in AT_HAND:
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name, copy_function=_link)
    return target


def forget_facts(cache: Path) -> None:
    """Make a cache cold: only what `AT_HAND` names stays."""
    for folder in cache.iterdir():
        if folder.name not in AT_HAND:
            shutil.rmtree(folder)


def installed(folder: Path, requirements: tuple[str, ...]) -> Path:
    """A venv that holds these releases; made once for each set of them."""
    key = hashlib.sha256(" ".join(requirements).encode()).hexdigest()[:12]
    venv = folder / f"rivals-{key}"
    mark = venv / "complete"
    if not mark.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=True)
        _pip(venv, *requirements)
        mark.touch()
    return venv


def installed_tool(folder: Path) -> Path:
    """A venv with this working tree, packed and installed as a user gets it."""
    venv = folder / "tool"
    if not (venv / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    _pip(venv, str(ROOT))
    _pip(venv, "--no-deps", "--force-reinstall", str(ROOT))
    return venv


def _pip(venv: Path, *arguments: str) -> None:
    pip = [str(venv / "bin" / "python"), "-m", "pip", "install", "-qq"]
    subprocess.run(
        [*pip, "--disable-pip-version-check", *arguments], check=True, env=clean_env(), cwd=venv
    )


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
