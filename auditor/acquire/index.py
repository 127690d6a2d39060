"""Releases on the index: which there are, and each as a distribution."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from drift_audit.auditor.errors import (
    IndexUnreachableError,
    OfflineError,
    ProviderError,
    UnknownVersionError,
)
from drift_audit.auditor.trees import Distribution

from .acquisition import Acquisition, Release, ReleaseFile
from .cache import Json, key_of
from .metadata import normalised
from .reading import archive_distribution, cached_tree, read_archive, stamp_of
from .requirement import Named
from .settings import settings_fingerprint

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

    from .listing import Listing
    from .session import Session

_OFFERED = 2


class OpenIndex:
    """The index for the length of a `with`: one client, opened when it is first needed."""

    def __init__(self, acquisition: Acquisition) -> None:
        from .listing import Index
        from .settings import read_settings

        self._acquisition = acquisition
        self._settings = read_settings(acquisition.environment.prefix)
        self._client: Session | None = None
        self._index = Index(acquisition, self._settings, self.session)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._client is not None:
            self._client.__exit__(kind, error, trace)

    def session(self) -> Session:
        """The client."""
        if self._client is None:
            from .session import Session

            urls = (self._settings.index_url or "", *self._settings.extra_index_urls)
            links = self._settings.find_links
            self._client = Session(self._settings, [url for url in (*urls, *links) if "://" in url])
        return self._client

    def releases(
        self, name: str, *, as_of: datetime.datetime | None = None, renew: bool = False
    ) -> tuple[Release, ...]:
        """All releases of a project, oldest version first.

        Raises:
            ProviderError: no source has the project.
            IndexUnreachableError, OfflineError: and the one that may have it cannot be read.
        """
        listing = self._index.list_files(name, as_of=as_of, renew=renew)
        _speak(listing, name, self._acquisition)
        return listing.releases()

    def read(self, file: ReleaseFile) -> Distribution:
        """A file as a distribution."""
        tree = read_archive(file, self._acquisition, self.session)
        return archive_distribution(tree, file, source=f"index: {file.filename}")


def _speak(listing: Listing, name: str, acquisition: Acquisition) -> None:
    if not listing.files and listing.unread:
        raise listing.unread[0]
    if not listing.files:
        raise ProviderError(
            f"no package index that pip is set to has a project named {name}",
            "Look at the spelling and at `pip config list`.",
        )
    for error in listing.unread:
        acquisition.note(f"{error.message}; {name} was looked for elsewhere alone")


def releases(name: str, acquisition: Acquisition) -> tuple[Release, ...]:
    """All releases of a project that the index offers, oldest version first.

    Raises:
        ProviderError: no source has the project.
        IndexUnreachableError: the index does not answer, and the cache has no list of it.
        OfflineError: the cache has no list of it.
    """
    with OpenIndex(acquisition) as index:
        return index.releases(name)


def fetch_release(named: Named, acquisition: Acquisition) -> Distribution:
    """The release that is pinned, or the newest in the range.

    A pinned release that was fetched before comes from the cache, and the index is not asked. A
    file whose address no longer holds is looked up once more.

    Raises:
        UnknownVersionError: no such release; the nearest are offered.
        ArchiveError, IndexUnreachableError, OfflineError, ProviderError: as they say.
    """
    fingerprint = settings_fingerprint(acquisition.environment.prefix)
    pin = key_of(fingerprint, normalised(named.name), named.version)
    if named.version and (found := _pinned(pin, acquisition)):
        return found
    with OpenIndex(acquisition) as index:
        try:
            release = _find(named, index)
        except OfflineError as error:
            wanted = f"{named.name}{named.range()}"
            raise OfflineError(
                f"{wanted} is not in the cache: {error.message}", error.advice
            ) from None
        file = preferred(release.files)
        try:
            distribution = index.read(file)
        except IndexUnreachableError:
            known, file = file, preferred(_find(named, index, renew=True).files)
            if file.url == known.url:
                raise
            distribution = index.read(file)
    if named.version:
        acquisition.cache.write_json("pins", pin, _pin(file))
    return distribution


def newest(
    offered: Iterable[Release], wanted: SpecifierSet, *, until: datetime.datetime | None = None
) -> Release | None:
    """The newest release in a range, of those that were out by `until`.

    Yanked releases count when a single version is pinned, early ones when there is nothing else,
    and those of unknown day only without `until`.
    """
    pinned = any(part.operator in {"==", "==="} and "*" not in part.version for part in wanted)
    out = {
        release.version: release
        for release in offered
        if (pinned or not release.yanked)
        and (until is None or (release.uploaded is not None and release.uploaded <= until))
    }
    fitting = list(wanted.filter(out))
    from packaging.version import Version

    return out[max(fitting, key=Version)] if fitting else None


def preferred(files: Iterable[ReleaseFile]) -> ReleaseFile:
    """The one file of a release to read: sources differ little between them, sizes much."""
    return min(files, key=lambda file: (file.yanked, _rank(file.filename), file.filename))


def _rank(filename: str) -> int:
    if not filename.endswith(".whl"):
        return 5 if filename.endswith(".zip") else 4
    _, abi, platform = filename.removesuffix(".whl").rsplit("-", 2)
    if (abi, platform) == ("none", "any"):
        return 0
    if "manylinux" not in platform or "x86_64" not in platform:
        return 3
    return 2 if abi.endswith("t") else 1


def _find(named: Named, index: OpenIndex, *, renew: bool = False) -> Release:
    offered = index.releases(named.name, renew=renew)
    found = newest(offered, named.range())
    if found is None:
        offered = index.releases(named.name, renew=True)
        found = newest(offered, named.range())
    if found is None:
        wanted = f"=={named.version}" if named.version else named.specifiers
        raise UnknownVersionError(
            f"no release of {named.name} fits {wanted}", _nearest(named.range(), offered)
        )
    return found


def _nearest(wanted: SpecifierSet, offered: tuple[Release, ...]) -> str:
    from packaging.version import InvalidVersion, Version

    versions = [Version(release.version) for release in offered if not release.yanked]
    below, above = versions, list[Version]()
    try:
        named = [Version(part.version.removesuffix(".*")) for part in wanted]
    except InvalidVersion:
        named = []
    if named:
        below = [version for version in versions if version < named[0]]
        above = [version for version in versions if version > named[0]]
    near = [str(version) for version in (*below[-_OFFERED:], *above[:_OFFERED])]
    return f"The nearest are {', '.join(near)}; the newest is {versions[-1]}." if versions else ""


def _pin(file: ReleaseFile) -> dict[str, Json]:
    return {
        "filename": file.filename,
        "url": file.url,
        "version": file.version,
        "sha256": file.sha256,
        "uploaded": file.uploaded.isoformat() if file.uploaded else "",
        "stamp": stamp_of(file.url),
    }


def _pinned(pin: str, acquisition: Acquisition) -> Distribution | None:
    kept = acquisition.cache.read_json("pins", pin)
    if kept is None or kept["stamp"] != stamp_of(str(kept["url"])):
        return None
    when = str(kept["uploaded"])
    file = ReleaseFile(
        filename=str(kept["filename"]),
        url=str(kept["url"]),
        version=str(kept["version"]),
        sha256=str(kept["sha256"]),
        uploaded=datetime.datetime.fromisoformat(when) if when else None,
    )
    tree = cached_tree(file, acquisition)
    if tree is None:
        return None
    return archive_distribution(tree, file, source=f"index: {file.filename}")
