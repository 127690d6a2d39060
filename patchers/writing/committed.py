"""What git knows of files: whether a commit holds their text."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .disk import reason

_SECONDS = 30
_UNKNOWN = b"??"
_STATUS = ("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--")


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncommitted:
    """Files that differ from the last commit, files that git was never told of.

    `silence` says why git could not tell, "" where it did.
    """

    changed: frozenset[Path] = frozenset()
    unknown: frozenset[Path] = frozenset()
    silence: str = ""


def find_uncommitted(files: Iterable[Path]) -> Uncommitted:
    """Which of these files no commit holds as they are; those outside of git are none of them."""
    by_root: dict[Path, list[Path]] = {}
    for file in files:
        root = next((above for above in file.parents if (above / ".git").exists()), None)
        if root is not None:
            by_root.setdefault(root, []).append(file)
    found: list[tuple[bytes, Path]] = []
    for root, inside in by_root.items():
        try:
            found += _ask(root, inside)
        except (OSError, subprocess.SubprocessError) as error:
            return Uncommitted(silence=_reason(error))
    unknown = frozenset(path for mark, path in found if mark == _UNKNOWN)
    return Uncommitted(changed=frozenset(path for _, path in found) - unknown, unknown=unknown)


def _ask(root: Path, files: list[Path]) -> Iterator[tuple[bytes, Path]]:
    """Git's marks. Nothing that the repository's settings name is run, its index is not written."""
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
    return iter([(line[:2], root / os.fsdecode(line[3:])) for line in lines if line])


def _reason(error: OSError | subprocess.SubprocessError) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        told = error.stderr.decode("utf-8", "replace").strip().splitlines()
        return told[0] if told else f"it ended with {error.returncode}"
    return reason(error) if isinstance(error, OSError) else "it took too long"
