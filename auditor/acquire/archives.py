"""From a wheel or an sdist to its slim zip: sources and metadata, every member accounted for."""

from __future__ import annotations

import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import IO

from drift_audit.auditor.errors import ArchiveError

from .metadata import is_wheel
from .slim import Allowance, Member, write_slim

Extents = list[tuple[int, int]]

_METADATA = re.compile(r"[^/]+\.dist-info/(METADATA|top_level\.txt|entry_points\.txt)")
_DATA = re.compile(r"[^/]+\.data/(?:purelib|platlib)/(.+)")
_PROJECT = frozenset({"PKG-INFO", "pyproject.toml", "setup.cfg"})
_ENCRYPTED = 0x1
_LOCAL_SIZE = 30
_MAX_STREAM = 2 << 30


def slim_wheel(
    file: IO[bytes], filename: str, *, prepare: Callable[[Extents], None] | None = None
) -> bytes:
    """The slim zip of a wheel: paths as they will be installed.

    `prepare` is told beforehand which parts of the file will be read.

    Raises:
        ArchiveError: the file is no zip, is damaged, or unpacks to an unreasonable size.
    """
    return _slim_zip(file, filename, _wheel_path, prepare)


def slim_sdist(file: IO[bytes], filename: str) -> bytes:
    """The slim zip of an sdist: paths below its one top folder, as they are.

    Raises:
        ArchiveError: as for a wheel.
    """
    if filename.endswith(".zip"):
        return _slim_zip(file, filename, _sdist_path, None)
    try:
        with tarfile.open(fileobj=file, mode="r:*") as archive:
            return write_slim(_from_tar(archive, Allowance(filename)))
    except (tarfile.TarError, OSError, EOFError, zlib.error) as error:
        raise _damaged(filename, error) from error


def _slim_zip(
    file: IO[bytes],
    filename: str,
    path_of: Callable[[str], str | None],
    prepare: Callable[[Extents], None] | None,
) -> bytes:
    try:
        with zipfile.ZipFile(file) as archive:
            chosen = _choose(archive, filename, path_of)
            if prepare:
                prepare(_extents(archive, chosen.values()))
            return write_slim(_from_zip(file, archive, chosen, filename))
    except (zipfile.BadZipFile, NotImplementedError, EOFError, zlib.error) as error:
        raise _damaged(filename, error) from error


def _choose(
    archive: zipfile.ZipFile, filename: str, path_of: Callable[[str], str | None]
) -> dict[str, zipfile.ZipInfo]:
    allowance = Allowance(filename)
    allowance.count(len(archive.infolist()))
    chosen: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        allowance.refuse_path(info.filename)
        path = path_of(info.filename)
        if path is not None:
            chosen[path] = info
    for path, info in chosen.items():
        allowance.take(path, info.file_size, info.compress_size)
        if info.flag_bits & _ENCRYPTED:
            raise ArchiveError(f"{filename} is encrypted ({path})")
    return chosen


def _extents(archive: zipfile.ZipFile, chosen: Iterable[zipfile.ZipInfo]) -> Extents:
    """Where members stand: each from its header to the next member's, whatever lies between."""
    starts = sorted({info.header_offset for info in archive.infolist()})
    following = dict(zip(starts, [*starts[1:], archive.start_dir], strict=True))
    extents = []
    for info in chosen:
        most = info.header_offset + _LOCAL_SIZE + 2 * 0xFFFF + info.compress_size
        extents.append((info.header_offset, min(following[info.header_offset], most)))
    return extents


def _from_zip(
    file: IO[bytes], archive: zipfile.ZipFile, chosen: dict[str, zipfile.ZipInfo], filename: str
) -> Iterator[Member]:
    in_file_order = sorted(chosen.items(), key=lambda item: item[1].header_offset)
    for path, info in in_file_order:
        if info.compress_type in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            member = _raw(file, path, info)
        else:
            member = Member.of(path, archive.read(info))
        if not member.is_sound():
            raise _damaged(filename, f"{info.filename} does not come to what it should")
        yield member


def _raw(file: IO[bytes], path: str, info: zipfile.ZipInfo) -> Member:
    """A member's packed bytes, as they stand in the file."""
    file.seek(info.header_offset)
    header = file.read(_LOCAL_SIZE)
    if header[:4] != b"PK\3\4" or len(header) < _LOCAL_SIZE:
        raise zipfile.BadZipFile(f"{info.filename} has no header")
    between = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    file.seek(info.header_offset + _LOCAL_SIZE + between)
    raw = bytearray()
    while len(raw) < info.compress_size:
        block = file.read(info.compress_size - len(raw))
        if not block:
            raise EOFError(f"{info.filename} ends early")
        raw += block
    return Member(
        path=path,
        raw=bytes(raw),
        size=info.file_size,
        crc=info.CRC,
        deflated=info.compress_type == zipfile.ZIP_DEFLATED,
    )


def _from_tar(archive: tarfile.TarFile, allowance: Allowance) -> Iterator[Member]:
    """Members of the one pass over a tar; links are passed over, they add no source."""
    stream = 0
    members: dict[str, Member] = {}
    for info in archive:
        allowance.count()
        allowance.refuse_path(info.name)
        stream += info.size
        if stream > _MAX_STREAM:
            raise ArchiveError(f"{allowance.archive} unpacks to more than {_MAX_STREAM >> 30} GiB")
        path = _sdist_path(info.name)
        file = archive.extractfile(info) if path is not None and info.isreg() else None
        if path is not None and file is not None:
            allowance.take(path, info.size, info.size)
            members[path] = Member.of(path, file.read())
    return iter(members.values())


def installed_path(name: str) -> str | None:
    """Where a wheel's member goes beside the packages, None for scripts, headers and the like."""
    if moved := _DATA.fullmatch(name):
        return moved.group(1)
    return None if name.split("/", maxsplit=1)[0].endswith(".data") else name


def _wheel_path(name: str) -> str | None:
    """The path that a wheel's member is installed to, None when it is not read."""
    path = installed_path(name)
    is_read = path is not None and (path.endswith(".py") or _METADATA.fullmatch(path))
    return path if is_read else None


def _sdist_path(name: str) -> str | None:
    """The path below the top folder, None when the member is not read."""
    path = name.partition("/")[2]
    return path if path.endswith(".py") or path in _PROJECT else None


def _damaged(filename: str, error: object) -> ArchiveError:
    kind = "wheel" if is_wheel(filename) else "source archive"
    return ArchiveError(f"{filename} is no {kind} that can be read: {error}", "Fetch it anew.")
