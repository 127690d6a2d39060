"""A package's files, wherever they lie: read by relative POSIX path, never imported."""

from __future__ import annotations

import datetime
import hashlib
import posixpath
import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from .errors import ArchiveError


class Tree(Protocol):
    """Read-only files below an import root (`vllm/config/__init__.py`)."""

    def paths(self) -> tuple[str, ...]:
        """All `.py` paths, sorted, relative to the import root, in POSIX form."""

    def read(self, path: str) -> bytes:
        """A file's bytes. Raises KeyError for a path that is not there."""

    def digest(self, path: str) -> str:
        """A content fingerprint of one file, cheap (a zip's CRC and size do)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """The wheel or sdist that a distribution was read from; `sha256` is "" where none is known."""

    filename: str
    url: str
    sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """A distribution that was found: its files and what its metadata says.

    `name` is the project's normalised name, `version` "" where unknown. `packages` are its
    import packages. `source` says in words where it was read from. `requires` are the
    `Requires-Dist` lines. `installed` tells that it lies in the environment of `--python`.
    `uploaded` is the release's upload time, None where unknown. `prefix` leads from the
    consumer's root to the import root ("src/"), "" where they are one; files beside the import
    root have paths that start with "../". `root` is the consumer's root on disk, "" for an
    archive. `metadata` is the folder of an installed one's metadata, "" for others; `archive` is
    what it was read from, None for what lies on disk. `scripts` are the shell scripts, container
    files and the like below `root`, as paths from there.
    """

    name: str
    version: str
    tree: Tree = field(compare=False)
    packages: tuple[str, ...]
    source: str
    digest: str
    requires: tuple[str, ...] = ()
    installed: bool = False
    uploaded: datetime.datetime | None = None
    prefix: str = ""
    root: str = field(default="", compare=False)
    metadata: str = field(default="", compare=False)
    archive: Archive | None = field(default=None, compare=False)
    scripts: tuple[str, ...] = ()

    def reported(self, path: str) -> str:
        """A path of the tree, relative to the consumer's root."""
        return posixpath.normpath(self.prefix + path) if self.prefix else path


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOnDisk:
    """A file as a folder's listing gives it: where it lies, its bytes, its time in nanoseconds."""

    location: str
    size: int
    modified: int


class FolderTree:
    """Files on disk, by their paths below an import root."""

    __slots__ = ("_files", "_paths")

    def __init__(self, files: Mapping[str, FileOnDisk]) -> None:
        self._files = dict(files)
        self._paths = tuple(sorted(path for path in files if path.endswith(".py")))

    def paths(self) -> tuple[str, ...]:
        """All `.py` paths, sorted."""
        return self._paths

    def read(self, path: str) -> bytes:
        """A file's bytes. Raises KeyError when it is not there, OSError when it is shut."""
        try:
            return Path(self._files[path].location).read_bytes()
        except FileNotFoundError:
            raise KeyError(path) from None

    def location(self, path: str) -> str:
        """Where a file lies on disk, "" when it is not there."""
        file = self._files.get(path)
        return file.location if file else ""

    def digest(self, path: str) -> str:
        """A fingerprint of the file's bytes, so that neither a copied nor a set-back time fools."""
        return hashlib.sha256(self.read(path)).hexdigest()[:32]

    def listing_digest(self) -> str:
        """A fingerprint of all files by path, size and time; nothing is opened."""
        digest = hashlib.sha256()
        for path, file in sorted(self._files.items()):
            line = f"{path}\0{file.size}\0{file.modified}\n"
            digest.update(line.encode("utf-8", "surrogateescape"))
        return digest.hexdigest()


class ZipEntry(NamedTuple):
    """Where a member's bytes stand in a zip and what they must come to."""

    start: int
    stored: int
    size: int
    crc: int
    method: int


class ZipTree:
    """The members of a zip that was written by `acquire.slim`, held in memory."""

    __slots__ = ("_data", "_entries", "_paths", "content_digest")

    def __init__(self, data: bytes | memoryview) -> None:
        """Read the table of contents. Raises ArchiveError for anything but such a zip."""
        self._data = memoryview(data)
        self._entries, self.content_digest = _table_of_contents(self._data)
        self._paths = tuple(sorted(path for path in self._entries if path.endswith(".py")))

    def paths(self) -> tuple[str, ...]:
        """All `.py` paths, sorted."""
        return self._paths

    def members(self) -> tuple[str, ...]:
        """All paths, metadata included."""
        return tuple(self._entries)

    def read(self, path: str) -> bytes:
        """A member's bytes. Raises KeyError, or ArchiveError when they are not what was stored."""
        entry = self._entries[path]
        raw = self._data[entry.start : entry.start + entry.stored]
        data = inflate(raw, entry.size) if entry.method else bytes(raw)
        if len(data) != entry.size or zlib.crc32(data) != entry.crc:
            raise ArchiveError(f"{path} is damaged in its archive", "Run again to fetch it anew.")
        return data

    def digest(self, path: str) -> str:
        """The member's CRC and size."""
        entry = self._entries[path]
        return f"{entry.crc:08x}{entry.size:x}"


class TreeView:
    """Some files of a tree under other paths."""

    __slots__ = ("_names", "_paths", "_tree")

    def __init__(self, tree: Tree, names: Mapping[str, str]) -> None:
        """`names` maps each path shown to the path in `tree`."""
        self._tree = tree
        self._names = dict(names)
        self._paths = tuple(sorted(path for path in self._names if path.endswith(".py")))

    def paths(self) -> tuple[str, ...]:
        """All `.py` paths, sorted."""
        return self._paths

    def read(self, path: str) -> bytes:
        """As the tree behind it does."""
        return self._tree.read(self._names[path])

    def location(self, path: str) -> str:
        """As the tree behind it does."""
        return location(self._tree, self._names[path]) if path in self._names else ""

    def digest(self, path: str) -> str:
        """As the tree behind it does."""
        return self._tree.digest(self._names[path])


def location(tree: Tree, path: str) -> str:
    """Where a file of a tree lies on disk, "" for one that lies on none."""
    return tree.location(path) if isinstance(tree, FolderTree | TreeView) else ""


def inflate(raw: bytes | memoryview, size: int) -> bytes:
    """Undo deflate, at most one byte beyond `size`; damaged input gives fewer or other bytes."""
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(raw, size + 1)
    except zlib.error:
        return b""


_END = struct.Struct("<4s4H2LH")
_CENTRAL = struct.Struct("<10xH4x3LH12xL")
_LOCAL_SIZE = 30


def _table_of_contents(data: memoryview) -> tuple[dict[str, ZipEntry], str]:
    """All entries of a zip without extra fields, and a fingerprint of their table."""
    entries: dict[str, ZipEntry] = {}
    try:
        mark, *_, count, length, start, _ = _END.unpack_from(data, len(data) - _END.size)
        table = bytes(data[start : start + length])
        at = 0
        for _ in range(count):
            method, crc, stored, size, name_size, offset = _CENTRAL.unpack_from(table, at)
            name_at = at + _CENTRAL.size
            at = name_at + name_size
            place = offset + _LOCAL_SIZE + name_size
            entries[table[name_at:at].decode()] = ZipEntry(place, stored, size, crc, method)
    except (struct.error, ValueError) as error:
        raise ArchiveError(f"the archive's table of contents is damaged: {error}") from error
    if mark != b"PK\5\6" or len(entries) != count:
        raise ArchiveError("the archive has no table of contents")
    return entries, hashlib.sha256(table).hexdigest()


def module_paths(paths: Iterable[str]) -> dict[str, str]:
    """Map each module's dotted name to its path; a package wins over a module of its name."""
    found: dict[str, str] = {}
    for path in sorted(paths):
        parts = path.removesuffix(".py").split("/")
        if parts[-1] == "__init__":
            found[".".join(parts[:-1])] = path
        else:
            found.setdefault(".".join(parts), path)
    return found
