"""Files put in the place of others: all written beside first, then each in one step."""

from __future__ import annotations

import contextlib
import glob
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from drift_audit.auditor.errors import ConflictError

from .disk import Disk
from .journal import hash_of

NOTHING = ""
"""The hash of a file that is not there."""
ODD = "?"
"""The hash of what is no file: a folder, a link that nobody had put there before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A file that is to become other bytes, None for none.

    `expected` is the hash of what has to be there until then; `beside` the file that takes its
    place.
    """

    path: Path
    expected: str
    data: bytes | None
    mode: int
    beside: Path


def standing(path: Path) -> str:
    """The hash of what is at a place now."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return ODD
        return hash_of(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return NOTHING


def put(changes: Sequence[Change], disk: Disk) -> None:
    """Write all, then put each in place; a full disk shows before the first is changed.

    Raises:
        ConflictError: a file was changed in the meantime; those before it are changed.
        OSError: likewise.
    """
    for change in changes:
        if change.data is not None:
            disk.stage(change.beside, change.data, change.mode, change.path)
    for change in changes:
        if standing(change.path) != change.expected:
            raise ConflictError(
                f"{change.path} was changed in the meantime", "Scan again, then fix."
            )
        if change.data is None:
            disk.remove(change.path)
        else:
            disk.rename(change.beside, change.path)
        forget_compiled(change.path, disk)
    for folder in sorted({change.path.parent for change in changes}):
        disk.settle(folder)


def forget_compiled(path: Path, disk: Disk) -> None:
    """Remove what Python has compiled of a module: by time and size alone it might pass for new."""
    if path.suffix == ".py":
        pattern = f"{glob.escape(path.stem)}.*.pyc"
        for compiled in sorted((path.parent / "__pycache__").glob(pattern)):
            with contextlib.suppress(OSError):
                disk.remove(compiled)
