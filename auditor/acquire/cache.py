"""The cache on disk: entries that carry their own checksum and are put in place in one step."""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

SEAL_SIZE = 64
"""Bytes of the hexadecimal SHA-256 that ends each entry."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cache:
    """Sealed entries below a folder, each named by a kind and a key.

    A damaged entry reads as none, so that it is made again. Writing is a rename, so that other
    processes see an entry whole or not at all. A folder that cannot be written costs a note.
    """

    folder: Path
    notes: list[str]

    def read(self, kind: str, key: str) -> memoryview | None:
        """An entry's bytes, or None when there is none that is sound."""
        path = self._path(kind, key)
        try:
            with path.open("rb") as file:
                data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except OSError:
            return None
        except ValueError:  # an empty file
            data = memoryview(b"")
        payload = data[:-SEAL_SIZE]
        if hashlib.sha256(payload).hexdigest().encode() == data[-SEAL_SIZE:]:
            return payload
        with contextlib.suppress(OSError):
            path.unlink()
        return None

    def write(self, kind: str, key: str, payload: bytes) -> None:
        """Put an entry in place. Where the folder cannot be written, that is noted once."""
        path = self._path(kind, key)
        seal = hashlib.sha256(payload).hexdigest().encode()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, payload, seal)
        except OSError as error:
            self._note(error.strerror or type(error).__name__)

    def look(self) -> None:
        """Note it where nothing can be kept here; of use where nothing had to be kept so far."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._note(error.strerror or type(error).__name__)
        else:
            if not os.access(self.folder, os.W_OK):
                self._note("Permission denied")

    def _note(self, reason: str) -> None:
        note = f"nothing was kept for later runs: the cache {self.folder} cannot be written"
        if not any(known.startswith(note) for known in self.notes):
            self.notes.append(f"{note} ({reason})")

    def read_json(self, kind: str, key: str) -> dict[str, Json] | None:
        """An entry that `write_json` made."""
        payload = self.read(kind, key)
        if payload is None:
            return None
        try:
            value = json.loads(bytes(payload))
        except ValueError:
            return None
        return value if isinstance(value, dict) else None

    def write_json(self, kind: str, key: str, value: dict[str, Json]) -> None:
        """Put an entry of plain data in place."""
        self.write(kind, key, json.dumps(value, sort_keys=True).encode())

    def _path(self, kind: str, key: str) -> Path:
        suffix = {"archives": ".zip", "originals": ".bin"}.get(kind, ".json")
        return self.folder / kind / key[:2] / f"{key}{suffix}"


def key_of(*parts: str) -> str:
    """A file name for what the parts name together."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:40]


def stamp(path: Path) -> str:
    """A file's or folder's size and time, "" when it is not there."""
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_size}-{status.st_mtime_ns}"


def texts(value: Json) -> tuple[str, ...]:
    """A list of texts that was kept as plain data."""
    return tuple(map(str, value)) if isinstance(value, list) else ()


def _replace(path: Path, payload: bytes, seal: bytes) -> None:
    import tempfile

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(payload)
            file.write(seal)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
