"""Archives as they are, data files and all: a scan reads the sources alone, a copy needs the rest.

The archive is fetched through the session that found it, and kept in the cache beside its slim zip.
"""

from __future__ import annotations

import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from drift_audit.auditor.errors import ArchiveError, IndexUnreachableError, OfflineError
from drift_audit.auditor.trees import Archive, Distribution

from .acquisition import Acquisition, ReleaseFile
from .archives import installed_path
from .index import OpenIndex
from .metadata import is_wheel
from .reading import archive_key, fetch_whole, local_path
from .slim import Allowance

_KEPT = 64 << 20
"""Bytes of the largest archive that is kept in the cache."""
_UNREADABLE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,
    EOFError,
    OSError,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFile:
    """A file of a distribution: its path below the import root, its bytes, whether it is run."""

    path: str
    data: bytes
    executable: bool = False


def original_files(consumer: Distribution, acquisition: Acquisition) -> Iterator[StoredFile]:
    """Every file of the archive that a distribution was read from, one at a time.

    Paths are those that a wheel's members are installed to (what goes elsewhere, as scripts do,
    is left out), or those below the one top folder of an sdist.

    Raises:
        ArchiveError: it is damaged, is not the file that was read before, or is unreasonably large.
        IndexUnreachableError: it cannot be fetched.
        OfflineError: it would have to be.
    """
    assert consumer.archive is not None
    filename = consumer.archive.filename
    read = _from_zip if filename.endswith((".whl", ".zip")) else _from_tar
    with _open(consumer.archive, consumer.name, acquisition) as file:
        try:
            yield from read(file, filename)
        except _UNREADABLE as error:
            raise ArchiveError(f"{filename} cannot be read: {error}", "Fetch it anew.") from error


@contextmanager
def _open(archive: Archive, project: str, acquisition: Acquisition) -> Iterator[IO[bytes]]:
    file = ReleaseFile(
        filename=archive.filename, url=archive.url, version="", sha256=archive.sha256
    )
    with ExitStack() as stack:
        path = local_path(archive.url)
        if path is not None:
            whole: IO[bytes] = stack.enter_context(_on_disk(path))
        elif (kept := acquisition.cache.read("originals", archive_key(file))) is not None:
            whole = io.BytesIO(kept)
        else:
            whole = _fetch(file, project, acquisition, stack)
        yield whole


def _on_disk(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise ArchiveError(f"{path} cannot be read: {error.strerror}") from error


def _fetch(
    file: ReleaseFile, project: str, acquisition: Acquisition, stack: ExitStack
) -> IO[bytes]:
    """The whole file; where its address no longer holds, it is looked up once more."""
    if acquisition.offline:
        raise OfflineError(
            f"the data files of {file.filename} are not in the cache",
            "Run once without --offline, or name a wheel on disk.",
        )
    index = stack.enter_context(OpenIndex(acquisition))
    try:
        whole = stack.enter_context(fetch_whole(file, acquisition, index.session()))
    except IndexUnreachableError:
        moved = _moved(file, project, index)
        if moved is None:
            raise
        whole = stack.enter_context(fetch_whole(moved, acquisition, index.session()))
    if whole.seek(0, io.SEEK_END) <= _KEPT:
        whole.seek(0)
        acquisition.cache.write("originals", archive_key(file), whole.read())
    whole.seek(0)
    return whole


def _moved(file: ReleaseFile, project: str, index: OpenIndex) -> ReleaseFile | None:
    """The same file under another address."""
    offered = (one for release in index.releases(project, renew=True) for one in release.files)
    same = (o for o in offered if (o.filename, o.sha256) == (file.filename, file.sha256))
    return next((one for one in same if one.url != file.url), None)


def _from_zip(file: IO[bytes], filename: str) -> Iterator[StoredFile]:
    allowance = Allowance(filename)
    with zipfile.ZipFile(file) as archive:
        allowance.count(len(archive.infolist()))
        chosen: dict[str, zipfile.ZipInfo] = {}
        for info in archive.infolist():
            allowance.refuse_path(info.filename)
            path = installed_path(info.filename) if is_wheel(filename) else _below(info.filename)
            if path and not info.is_dir():
                chosen[path] = info
        for path, info in chosen.items():
            allowance.take(path, info.file_size, info.compress_size)
            is_run = bool((info.external_attr >> 16) & 0o111)
            yield StoredFile(path=path, data=archive.read(info), executable=is_run)


def _from_tar(file: IO[bytes], filename: str) -> Iterator[StoredFile]:
    """A link is given as the file that it leads to; one that leads out of the archive is none."""
    allowance = Allowance(filename)
    with tarfile.open(fileobj=file, mode="r:*") as archive:
        for info in archive:
            allowance.count()
            allowance.refuse_path(info.name)
            path = _below(info.name)
            try:
                member = archive.extractfile(info) if path else None
            except KeyError:
                continue
            if member is None:
                continue
            allowance.take(path, info.size, info.size)
            data = member.read()
            allowance.take(path, len(data) - info.size, len(data) - info.size)
            yield StoredFile(path=path, data=data, executable=bool(info.mode & 0o111))


def _below(name: str) -> str:
    """A path below the one top folder, "" for what lies beside it."""
    return name.partition("/")[2]
