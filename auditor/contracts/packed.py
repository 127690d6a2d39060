"""One cache file: named entries with fingerprints and checksums, replaced as a whole.

    magic (8) · length of the index (4) · its checksum (4) · index (msgpack) · entries

Readers keep reading the file that they opened, writers put a new one in its place, so that
processes do not disturb each other; of two that write at once, one's new entries are lost and
made again another day.  Whatever does not match its checksum counts as absent.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

_MAGIC = b"DRIFTFX1"
_HEAD = struct.Struct("<8sII")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """Where an entry's bytes stand behind the index, and what they must come to."""

    fingerprint: str
    start: int
    size: int
    checksum: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Index:
    """The table of contents."""

    entries: dict[str, _Entry] = field(default_factory=dict)


class PackedFile:
    """Named bytes in one file on disk; a file that is absent, damaged or shut is empty."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._data: mmap.mmap | None = None
        self._entries: Mapping[str, _Entry] = {}
        self._base = 0
        self._open()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is kept."""
        return not self._entries

    def get(self, name: str, fingerprint: str) -> bytes | None:
        """The bytes kept under a name, None unless fingerprint and checksum both match."""
        entry = self._entries.get(name)
        if entry is None or entry.fingerprint != fingerprint:
            return None
        return self._bytes(entry)

    def replace(self, fresh: Mapping[str, tuple[str, bytes]]) -> None:
        """Write a new file with what is kept now and the `fresh` (fingerprint, bytes).

        Does nothing where the folder cannot be written.
        """
        if self._path is None or not fresh:
            return
        self.close()
        self._open()
        kept = {name: (e.fingerprint, self._bytes(e)) for name, e in self._entries.items()}
        parts = {name: (mark, data) for name, (mark, data) in kept.items() if data is not None}
        self.close()
        with contextlib.suppress(OSError):
            _write(self._path, parts | dict(fresh))

    def close(self) -> None:
        """Let go of the file."""
        if self._data is not None:
            self._data.close()
        self._data, self._entries = None, {}

    def _open(self) -> None:
        if self._path is None:
            return
        try:
            with self._path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):  # absent or shut; an empty file cannot be mapped
            return
        self._entries, self._base = _read_index(self._data)

    def _bytes(self, entry: _Entry) -> bytes | None:
        assert self._data is not None
        start = self._base + entry.start
        data = self._data[start : start + entry.size]
        return data if zlib.crc32(data) == entry.checksum and len(data) == entry.size else None


def _read_index(file: mmap.mmap) -> tuple[Mapping[str, _Entry], int]:
    """The table of contents and where the entries start; empty for anything that does not fit."""
    if len(file) < _HEAD.size:
        return {}, 0
    magic, size, checksum = _HEAD.unpack(file[: _HEAD.size])
    data = file[_HEAD.size : _HEAD.size + size]
    if magic != _MAGIC or len(data) != size or zlib.crc32(data) != checksum:
        return {}, 0
    try:
        return msgspec.msgpack.decode(data, type=_Index).entries, _HEAD.size + size
    except msgspec.DecodeError:
        return {}, 0


def _write(path: Path, parts: Mapping[str, tuple[str, bytes]]) -> None:
    import tempfile

    entries: dict[str, _Entry] = {}
    start = 0
    for name, (fingerprint, data) in sorted(parts.items()):
        entries[name] = _Entry(
            fingerprint=fingerprint, start=start, size=len(data), checksum=zlib.crc32(data)
        )
        start += len(data)
    index = msgspec.msgpack.encode(_Index(entries=entries))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_HEAD.pack(_MAGIC, len(index), zlib.crc32(index)))
            file.write(index)
            for name in entries:
                file.write(parts[name][1])
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
