"""What git knows of files: whether a commit holds their text."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .disk import reason

_SECONDS = 30
_STATUS = ("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--")


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncommitted:
    """Files with changes that no commit holds, and why git could not tell ("" where it did)."""

    files: tuple[Path, ...] = ()
    silence: str = ""


def find_uncommitted(files: Iterable[Path]) -> Uncommitted:
    """Which of these files differ from the last commit; files outside of git never do."""
    by_root: dict[Path, list[Path]] = {}
    for file in files:
        root = next((above for above in file.parents if (above / ".git").exists()), None)
        if root is not None:
            by_root.setdefault(root, []).append(file)
    found: list[Path] = []
    for root, inside in by_root.items():
        try:
            found += _ask(root, inside)
        except (OSError, subprocess.SubprocessError) as error:
            return Uncommitted(silence=_reason(error))
    return Uncommitted(files=tuple(sorted(found)))


def _ask(root: Path, files: list[Path]) -> Iterator[Path]:
    """Nothing that the repository's settings name is run, and its index is not written."""
    paths = [str(file.relative_to(root)) for file in files]
    command = ["git", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-C", str(root)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    answer = subprocess.run(
        [*command, *_STATUS, *paths],
        env=kept | {"GIT_OPTIONAL_LOCKS": "0"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_SECONDS,
        check=True,
    )
    lines = answer.stdout.split(b"\0")
    return iter([root / os.fsdecode(line[3:]) for line in lines if line])


def _reason(error: OSError | subprocess.SubprocessError) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        told = error.stderr.decode("utf-8", "replace").strip().splitlines()
        return told[0] if told else f"it ended with {error.returncode}"
    return reason(error) if isinstance(error, OSError) else "it took too long"
