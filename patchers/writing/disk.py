"""The one module that writes a consumer's files: each step is whole, or leaves a spare file."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_HERE = -100
"""`AT_FDCWD`: paths are relative to the current folder."""
_SWAP = 2
"""`RENAME_EXCHANGE` on Linux, `RENAME_SWAP` on macOS."""


class Disk:
    """What is done to files, step by step.

    `reached` is told of each step before it is taken: tests end the process there.
    """

    def reached(self, step: str) -> None:
        """A step is about to be taken."""

    def make_folder(self, path: Path, mode: int = 0o777) -> None:
        """Make a folder that is not there yet."""
        self.reached(f"mkdir {path.name}")
        path.mkdir(mode=mode)

    def make_room(self, path: Path) -> None:
        """Make the folders that a file lies in, where they are gone."""
        self.reached(f"mkdir {path.parent.name}")
        path.parent.mkdir(parents=True, exist_ok=True)

    def write_new(self, path: Path, data: bytes, mode: int) -> None:
        """Write a file that is not there yet, down to the disk."""
        self.reached(f"open {path.name}")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(path, flags, mode)
        try:
            self.reached(f"write {path.name}")
            self.pour(handle, data)
            self.reached(f"fsync {path.name}")
            os.fsync(handle)
        finally:
            os.close(handle)

    def pour(self, handle: int, data: bytes) -> None:
        """Write all bytes."""
        left = memoryview(data)
        while left:
            left = left[os.write(handle, left) :]

    def stage(self, path: Path, data: bytes, mode: int, like: Path) -> None:
        """Write a file that will take another's place: with its owner and attributes, its own mode.

        One that was left here by an application that was cut short is written over.
        """
        self.remove(path)
        self.write_new(path, data, 0o600)
        self.reached(f"chmod {path.name}")
        _take_after(path, like)
        path.chmod(mode)

    def rename(self, old: Path, new: Path) -> None:
        """Put a file or a folder in place, in one step."""
        self.reached(f"rename {new.name}")
        old.rename(new)

    def remove(self, path: Path) -> None:
        """Remove a file; nothing where there is none."""
        self.reached(f"unlink {path.name}")
        path.unlink(missing_ok=True)

    def remove_folder(self, path: Path) -> None:
        """Remove a folder with all that is in it, one by one; nothing where there is none."""
        for folder, folders, files in os.walk(path, topdown=False):
            here = Path(folder)
            links = [name for name in folders if (here / name).is_symlink()]
            for name in (*files, *links):
                self.remove(here / name)
            self.reached(f"rmdir {here.name}")
            here.rmdir()

    def settle(self, folder: Path) -> None:
        """Bring a folder's list of names down to the disk."""
        self.reached(f"fsync {folder.name}")
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def swap_folders(self, new: Path, old: Path) -> None:
        """Put `new` where `old` is, and `old` where `new` was.

        In one step where the system can do that; else there is a moment between two renames.
        """
        self.reached(f"swap {old.name}")
        if not _exchange(new, old):
            aside = new.with_name(f"{new.name}-aside")
            self.rename(old, aside)
            self.rename(new, old)
            self.rename(aside, new)


@contextmanager
def locked(folder: Path) -> Iterator[bool]:
    """Keep other processes of this program out for the length of a `with`.

    Gives False, and keeps nobody out, where another one is inside. The lock goes with the process.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield True
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(handle)


def reason(error: OSError) -> str:
    """Why a file cannot be had, in words."""
    return error.strerror or str(error) or type(error).__name__


def _take_after(path: Path, like: Path) -> None:
    """Give a file the owner and the attributes of another, or a new one the owner of its folder.

    Its time stays new: a compiled module is taken for current by its source's time, so an old one
    must not come back.
    """
    model, own = (like if like.exists() else path.parent).stat(), path.stat()
    if (model.st_uid, model.st_gid) != (own.st_uid, own.st_gid):
        with contextlib.suppress(PermissionError):
            os.chown(path, model.st_uid, model.st_gid)
    if like.exists():
        shutil.copystat(like, path)
        os.utime(path)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two names in one step; False where the system or its disk cannot."""
    first, second = os.fsencode(one), os.fsencode(other)
    library = ctypes.CDLL(None, use_errno=True)
    call: Callable[..., int] | None
    if sys.platform == "darwin":
        call = getattr(library, "renamex_np", None)
        return call is not None and call(first, second, _SWAP) == 0
    call = getattr(library, "renameat2", None)
    return call is not None and call(_HERE, first, _HERE, second, _SWAP) == 0
