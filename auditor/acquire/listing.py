"""What the index offers of a project: read through `unearth`, kept for later and for offline."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from drift_audit.auditor.errors import DriftAuditError, IndexUnreachableError, OfflineError

from .acquisition import Acquisition, Release, ReleaseFile
from .cache import Json, key_of, stamp
from .metadata import normalised
from .settings import IndexSettings, settings_fingerprint

if TYPE_CHECKING:
    from unearth import Package

    from .session import Session

_FRESH_SECONDS = 600
_DAY_SECONDS = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """An index, or a place of links to files."""

    url: str
    is_index: bool

    def words(self) -> str:
        """Its URL without what nobody else should see."""
        scheme, mark, rest = self.url.partition("://")
        host, slash, path = rest.partition("/")
        shown = f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"
        return shown if self.url else "the default index"

    def folder(self) -> Path | None:
        """Where it lies, if on this disk."""
        if self.url.startswith("file:"):
            return Path(unquote(urlsplit(self.url).path))
        if not self.url:
            return None
        return None if "://" in self.url else Path(self.url).expanduser()


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The files found, and why some source could not be read (nothing in words for none)."""

    files: tuple[ReleaseFile, ...]
    unread: tuple[DriftAuditError, ...] = ()

    def releases(self) -> tuple[Release, ...]:
        """The files by version, oldest version first."""
        from packaging.version import Version

        by_version: dict[str, list[ReleaseFile]] = {}
        for file in self.files:
            by_version.setdefault(file.version, []).append(file)
        return tuple(
            Release(
                version=version,
                uploaded=min((f.uploaded for f in files if f.uploaded), default=None),
                yanked=all(file.yanked for file in files),
                files=tuple(files),
            )
            for version, files in sorted(by_version.items(), key=lambda item: Version(item[0]))
        )


class Index:
    """One project's files, from all sources that pip is set to."""

    def __init__(
        self,
        acquisition: Acquisition,
        settings: IndexSettings,
        session: Callable[[], Session],
    ) -> None:
        self._acquisition = acquisition
        self._session = session
        self._sources = sources_of(settings)
        self._fingerprint = settings_fingerprint(acquisition.environment.prefix)

    def list_files(
        self, name: str, *, as_of: datetime.datetime | None = None, renew: bool = False
    ) -> Listing:
        """All files of a project.

        A kept listing does when it is fresh by the index's own word, or was made after `as_of`;
        never with `renew`. A source that does not have the project adds nothing; one that cannot
        be read is told in `unread`.
        """
        files: dict[str, ReleaseFile] = {}
        unread: list[DriftAuditError] = []
        for source in self._sources:
            try:
                for file in self._read(source, normalised(name), as_of=as_of, renew=renew):
                    files.setdefault(file.filename, file)
            except DriftAuditError as error:
                unread.append(error)
        return Listing(files=tuple(files.values()), unread=tuple(unread))

    def _read(
        self, source: Source, name: str, *, as_of: datetime.datetime | None, renew: bool
    ) -> Iterable[ReleaseFile]:
        folder = source.folder()
        if folder is not None:
            return self._read_folder(source, folder, name)
        key = key_of(self._fingerprint, source.url, name)
        kept = self._acquisition.cache.read_json("listings", key)
        if kept and (self._acquisition.offline or (not renew and _serves(kept, as_of))):
            return _files(kept)
        if self._acquisition.offline:
            raise OfflineError(
                f"the list of {name}'s releases at {source.words()} is not in the cache",
                "Scan once without --offline.",
            )
        return self._fetch(source, name, key, kept)

    def _read_folder(self, source: Source, folder: Path, name: str) -> Iterable[ReleaseFile]:
        """Most folders do not have the project, and what they have is kept until they change."""
        if source.is_index and not folder.is_dir():
            raise IndexUnreachableError(
                f"{source.words()} is neither an index's URL nor a folder",
                "Look at `pip config list`.",
            )
        place = folder / name / "index.html" if source.is_index else folder
        children = [] if source.is_index or not folder.is_dir() else sorted(folder.iterdir())
        pages = [child for child in children if child.suffix in {".html", ".htm"}]
        named = (normalised(child.name).startswith(f"{name}-") for child in children)
        if not (place.is_file() or pages or any(named)):
            return ()
        key = key_of(self._fingerprint, source.url, name, *map(stamp, (place, *pages)))
        kept = self._acquisition.cache.read_json("listings", key)
        if kept:
            return _files(kept)
        files = self._ask(source, name)
        self._acquisition.cache.write_json("listings", key, _entry(files, {}))
        return files

    def _fetch(
        self, source: Source, name: str, key: str, kept: Mapping[str, Json] | None
    ) -> Iterable[ReleaseFile]:
        from .session import NotModified

        session = self._session()
        session.tag = str(kept["tag"]) if kept else ""
        progress = self._acquisition.progress
        if progress:
            progress.start(0, f"the list of {name}'s releases")
        try:
            files = self._ask(source, name)
        except NotModified:
            files = _files(kept or {})
        except IndexUnreachableError as error:
            if not kept:
                raise
            self._acquisition.note(f"{error.message}; its list of {name}'s releases may be old")
            return _files(kept)
        finally:
            session.tag = ""
            if progress:
                progress.finish()
        self._acquisition.cache.write_json("listings", key, _entry(files, session.page_headers))
        return files

    def _ask(self, source: Source, name: str) -> list[ReleaseFile]:
        from unearth import PackageFinder

        session = self._session()
        finder = PackageFinder(
            session=session.fetcher(),
            index_urls=[source.url] if source.is_index and source.url else [],
            find_links=[] if source.is_index else [source.url],
            ignore_compatibility=True,
        )
        session.refuse_insecure(finder.sources[0]["url"])
        try:
            found = finder.find_all_packages(name, allow_yanked=True)
            return [_release_file(package) for package in found]
        except (ValueError, TypeError, AttributeError) as error:
            raise IndexUnreachableError(
                f"{source.words()} gives a list of {name} that cannot be read: {error}",
                "Look at `pip config list`.",
            ) from error


def sources_of(settings: IndexSettings) -> tuple[Source, ...]:
    """The index and its extras, then the places of links; the default index has no URL here."""
    sources = []
    if not settings.no_index:
        urls = (settings.index_url or "", *settings.extra_index_urls)
        sources += [Source(url=url, is_index=True) for url in urls]
    sources += [Source(url=url, is_index=False) for url in settings.find_links]
    return tuple(dict.fromkeys(sources))


def _serves(kept: Mapping[str, Json], as_of: datetime.datetime | None) -> bool:
    fetched, fresh = (float(str(kept[name])) for name in ("fetched", "fresh_seconds"))
    if as_of is not None and fetched > as_of.timestamp() + _DAY_SECONDS:
        return True
    return 0 <= time.time() - fetched < fresh


def _entry(files: Iterable[ReleaseFile], headers: Mapping[str, str]) -> dict[str, Json]:
    return {
        "fetched": time.time(),
        "fresh_seconds": _fresh_seconds(headers.get("cache-control", "")),
        "tag": headers.get("etag", ""),
        "files": [
            [
                file.filename,
                file.url,
                file.version,
                file.sha256,
                file.uploaded.isoformat() if file.uploaded else "",
                file.yanked,
            ]
            for file in files
        ],
    }


def _files(kept: Mapping[str, Json]) -> list[ReleaseFile]:
    rows = kept["files"]
    return [
        ReleaseFile(
            filename=str(row[0]),
            url=str(row[1]),
            version=str(row[2]),
            sha256=str(row[3]),
            uploaded=datetime.datetime.fromisoformat(str(row[4])) if row[4] else None,
            yanked=bool(row[5]),
        )
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, list)
    ]


def _fresh_seconds(cache_control: str) -> int:
    words = cache_control.lower().replace(" ", "").split(",")
    if "no-cache" in words or "no-store" in words:
        return 0
    ages = [word.removeprefix("max-age=") for word in words if word.startswith("max-age=")]
    return int(ages[0]) if ages and ages[0].isdigit() else _FRESH_SECONDS


def _release_file(package: Package) -> ReleaseFile:
    from packaging.version import Version

    link = package.link
    hashes = link.hash_option or {}
    _, url = link.split_auth()
    return ReleaseFile(
        filename=link.filename,
        url=url.partition("#")[0],
        version=str(Version(package.version or "0")),
        sha256=hashes.get("sha256", [""])[0].lower(),
        uploaded=_in_utc(link.upload_time),
        yanked=link.is_yanked,
    )


def _in_utc(when: datetime.datetime | None) -> datetime.datetime | None:
    """A time that names no zone is meant in UTC."""
    if when is None or when.tzinfo is not None:
        return when
    return when.replace(tzinfo=datetime.UTC)
