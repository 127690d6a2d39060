"""Slim zips: of a wheel or an sdist, the sources and the metadata, in one self-contained file.

Deflated members are carried over as they are, so that nothing is packed twice. The layout is a
plain zip without extra fields; `ZipTree` reads it without `zipfile`, whose import alone would take
a tenth of a warm scan.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from drift_audit.auditor.errors import ArchiveError
from drift_audit.auditor.trees import inflate

from .cache import SEAL_SIZE

MAX_MEMBERS = 200_000
MAX_FILE = 64 << 20
MAX_TOTAL = 512 << 20
MAX_RATIO = 200
"""Beyond 8 MiB, more than this many bytes out of one byte in is no source code."""
_RATIO_FROM = 8 << 20

_MAX_ENTRIES = 0xFFFF
_UTF8 = 0x800
_DOS_DATE = 0x21
_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s4B4HL2L5H2L")
_END = struct.Struct("<4s4H2LH")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A member as it will be stored: `raw` is deflated where `deflated` says so."""

    path: str
    raw: bytes
    size: int
    crc: int
    deflated: bool

    @classmethod
    def of(cls, path: str, data: bytes) -> Member:
        """Pack a file's bytes."""
        packer = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
        raw = packer.compress(data) + packer.flush()
        return cls(path=path, raw=raw, size=len(data), crc=zlib.crc32(data), deflated=True)

    def is_sound(self) -> bool:
        """Whether the bytes come to the size and sum that they should have."""
        data = inflate(self.raw, self.size) if self.deflated else self.raw
        return len(data) == self.size and zlib.crc32(data) == self.crc


class Allowance:
    """What an archive may come to, counted as its members are met."""

    def __init__(self, archive: str) -> None:
        self.archive = archive
        self._members = 0
        self._total = 0
        self._packed = 0

    def count(self, members: int = 1) -> None:
        """Raises ArchiveError beyond the bound on members."""
        self._members += members
        if self._members > MAX_MEMBERS:
            raise self._refusal(f"has more than {MAX_MEMBERS:,} members")

    def take(self, path: str, size: int, packed: int) -> None:
        """Count a member that will be read. Raises ArchiveError beyond any bound."""
        self._total += size
        self._packed += packed
        if size > MAX_FILE:
            raise self._refusal(f"holds {path} of {size >> 20:,} MiB")
        if self._total > MAX_TOTAL:
            raise self._refusal(f"unpacks to more than {MAX_TOTAL >> 20:,} MiB of sources")
        if self._total > _RATIO_FROM and self._total > MAX_RATIO * self._packed:
            raise self._refusal(f"unpacks to more than {MAX_RATIO} times its size")

    def refuse_path(self, path: str) -> None:
        """Raises ArchiveError for a member whose path would lead out of the archive."""
        parts = path.replace("\\", "/").split("/")
        if ".." in parts or parts[0] == "" or parts[0].endswith(":") or "\0" in path:
            raise self._refusal(f"has a member whose path leads out of it: {path!r}")

    def _refusal(self, what: str) -> ArchiveError:
        advice = "It was not read further. If you trust it, unpack it and name the folder."
        return ArchiveError(f"{self.archive} {what}", advice)


def write_slim(members: Iterable[Member]) -> bytes:
    """The zip of these members, sorted by path; equal members give equal bytes.

    Its comment is left out: the cache's seal takes that place, and the file on disk is a whole zip.
    """
    chunks: list[bytes] = []
    table: list[bytes] = []
    at = 0
    for member in sorted(members, key=lambda member: member.path):
        name = member.path.encode()
        method = zlib.DEFLATED if member.deflated else 0
        sizes = (member.crc, len(member.raw), member.size)
        header = _LOCAL.pack(b"PK\3\4", 20, _UTF8, method, 0, _DOS_DATE, *sizes, len(name), 0)
        entry = (20, 3, 20, 0, _UTF8, method, 0, _DOS_DATE, *sizes, len(name), 0, 0, 0, 0)
        table.append(_CENTRAL.pack(b"PK\1\2", *entry, 0o100644 << 16, at) + name)
        chunks += (header, name, member.raw)
        at += len(header) + len(name) + len(member.raw)
    if len(table) > _MAX_ENTRIES:
        raise ArchiveError(f"{len(table):,} source files are more than a scan can hold")
    length = sum(map(len, table))
    end = _END.pack(b"PK\5\6", 0, 0, len(table), len(table), length, at, SEAL_SIZE)
    return b"".join([*chunks, *table, end])
