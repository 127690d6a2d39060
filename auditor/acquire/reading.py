"""From an archive, near or far, to a distribution: through the cache, so that each is read once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from drift_audit.auditor.errors import ArchiveError, IndexUnreachableError, OfflineError
from drift_audit.auditor.trees import Archive, Distribution, TreeView, ZipTree

from .acquisition import Acquisition, ReleaseFile
from .cache import key_of, stamp
from .metadata import Metadata, is_wheel, normalised, read_metadata, top_levels

if TYPE_CHECKING:
    from .declared import Declared
    from .session import Session

_BLOCK = 1 << 18


def archive_key(file: ReleaseFile) -> str:
    """What names a file's content: its hash, else where and when it was."""
    return key_of(file.sha256) if file.sha256 else key_of(file.url, stamp_of(file.url))


def stamp_of(url: str) -> str:
    """Size and time of a file on this disk, "" for one elsewhere or gone."""
    path = local_path(url)
    return stamp(path) if path else ""


def local_path(url: str) -> Path | None:
    """The path that a file URL means, None for any other URL."""
    if not url.startswith("file:"):
        return None
    from urllib.parse import unquote, urlsplit

    return Path(unquote(urlsplit(url).path))


def cached_tree(file: ReleaseFile, acquisition: Acquisition) -> ZipTree | None:
    """What the cache holds of a file."""
    payload = acquisition.cache.read("archives", archive_key(file))
    return ZipTree(payload) if payload is not None else None


def read_archive(
    file: ReleaseFile, acquisition: Acquisition, session: Callable[[], Session]
) -> ZipTree:
    """A file's sources and metadata, from the cache or from where it lies.

    Raises:
        ArchiveError: the file is damaged, is no archive, or unpacks to an unreasonable size.
        IndexUnreachableError: it cannot be fetched.
    """
    tree = cached_tree(file, acquisition)
    if tree is not None:
        return tree
    path = local_path(file.url)
    if path is not None:
        data = _read_local(path, file.filename)
    elif acquisition.offline:
        raise OfflineError(f"{file.filename} is not in the cache", "Scan once without --offline.")
    else:
        data = _read_remote(file, acquisition, session())
    acquisition.cache.write("archives", archive_key(file), data)
    return ZipTree(data)


def archive_distribution(tree: ZipTree, file: ReleaseFile, *, source: str) -> Distribution:
    """The distribution that a slim zip holds. Raises ArchiveError when there is no source in it."""
    filename = file.filename
    archive = Archive(filename=filename, url=file.url, sha256=file.sha256)
    if not tree.paths():
        raise ArchiveError(
            f"{filename} holds no Python source", "Name another release or a folder."
        )
    if is_wheel(filename):
        said = _wheel_metadata(tree)
        name, _, rest = filename.removesuffix(".whl").partition("-")
        version = rest.partition("-")[0]
        return Distribution(
            name=normalised(said.name or name),
            version=said.version or version,
            tree=tree,
            packages=top_levels(tree.paths()),
            source=source,
            digest=tree.content_digest,
            requires=said.requires,
            uploaded=file.uploaded,
            archive=archive,
        )
    from .declared import read_declared

    declared = read_declared(lambda path: tree.read(path) if path in tree.members() else None)
    found = _sdist_distribution(tree, declared, source=source)
    return replace(found, uploaded=file.uploaded, archive=archive)


def only_packages(found: Distribution) -> Distribution:
    """Without what a project has beside its import packages: tests, scripts, examples."""
    paths = found.tree.paths()
    kept = [p for p in paths if p.split("/")[0].removesuffix(".py") in found.packages]
    if len(kept) == len(paths):
        return found
    tree = TreeView(found.tree, dict(zip(kept, kept, strict=True)))
    return replace(found, tree=tree, prefix="")


def _sdist_distribution(tree: ZipTree, declared: Declared, *, source: str) -> Distribution:
    from .layout import lay_out

    layout = lay_out(tree.paths(), declared)
    return Distribution(
        name=normalised(declared.name),
        version=declared.version,
        tree=TreeView(tree, layout.names(tree.paths())),
        packages=layout.packages,
        source=source,
        digest=tree.content_digest,
        requires=declared.requires,
        prefix=layout.prefix,
    )


def _wheel_metadata(tree: ZipTree) -> Metadata:
    paths = (path for path in tree.members() if path.endswith(".dist-info/METADATA"))
    path = next(paths, None)
    return read_metadata(tree.read(path)) if path else Metadata()


def _read_local(path: Path, filename: str) -> bytes:
    from .archives import slim_sdist, slim_wheel

    try:
        with path.open("rb") as file:
            return (slim_wheel if is_wheel(filename) else slim_sdist)(file, filename)
    except OSError as error:
        raise ArchiveError(f"{path} cannot be read: {error.strerror}") from error


def _read_remote(file: ReleaseFile, acquisition: Acquisition, session: Session) -> bytes:
    from .archives import slim_sdist, slim_wheel
    from .remote import NoRanges, RemoteFile

    if not is_wheel(file.filename):
        with fetch_whole(file, acquisition, session) as whole:
            return slim_sdist(whole, file.filename)
    if acquisition.progress:
        acquisition.progress.start(0, file.filename)
    try:
        remote = RemoteFile(session, file.url)
        return slim_wheel(
            cast("IO[bytes]", remote),
            file.filename,
            prepare=lambda parts: remote.fetch(parts, acquisition.progress, file.filename),
        )
    except NoRanges:
        with fetch_whole(file, acquisition, session) as whole:
            return slim_wheel(whole, file.filename)


@contextmanager
def fetch_whole(
    file: ReleaseFile, acquisition: Acquisition, session: Session
) -> Iterator[IO[bytes]]:
    """The whole file, in a temporary one; its hash is that which the index gives."""
    import tempfile

    with tempfile.TemporaryFile(prefix="drift-audit-") as target:
        digest = _copy(file, acquisition, session, target)
        if file.sha256 and digest != file.sha256:
            raise ArchiveError(
                f"{file.filename} is not the file that the index speaks of: its hash is {digest}",
                "Run again; if it stays so, look at the index.",
            )
        target.seek(0)
        yield target


def _copy(file: ReleaseFile, acquisition: Acquisition, session: Session, target: IO[bytes]) -> str:
    digest = hashlib.sha256()
    progress = acquisition.progress
    with session.get_stream(file.url) as response:
        if not response.is_success:
            raise IndexUnreachableError(
                f"{file.filename} cannot be fetched: status {response.status_code}",
                "Look at `pip config list`.",
            )
        if progress:
            progress.start(int(response.headers.get("content-length", "0")), file.filename)
        try:
            for block in response.iter_bytes(_BLOCK):
                digest.update(block)
                target.write(block)
                if progress:
                    progress.advance(len(block))
        finally:
            if progress:
                progress.finish()
    return digest.hexdigest()
