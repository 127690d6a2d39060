"""What every search is told: where the cache lies, whether the network may be asked, for whom."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from .cache import Cache
from .environment import Environment


class Progress(Protocol):
    """Something that shows how far a long fetch has come."""

    def start(self, total_bytes: int, label: str) -> None:
        """A fetch begins; `total_bytes` is 0 where the length is unknown."""

    def advance(self, count: int) -> None:
        """So many bytes more have come."""

    def finish(self) -> None:
        """The fetch has ended, well or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquisition:
    """The options of a search.

    `offline` keeps to the cache and to what lies on disk. `notes` gathers what the report should
    say (a cache that cannot be written, a listing that could not be renewed).
    """

    cache_dir: Path
    environment: Environment
    offline: bool = False
    progress: Progress | None = None
    notes: list[str] = field(default_factory=list, compare=False)

    @property
    def cache(self) -> Cache:
        """The cache below `cache_dir`."""
        return Cache(folder=self.cache_dir, notes=self.notes)

    def note(self, text: str) -> None:
        """Say something in the report, once."""
        if text not in self.notes:
            self.notes.append(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseFile:
    """One file of a release, as an index lists it. `sha256` is "" where the index gives none."""

    filename: str
    url: str
    version: str
    sha256: str = ""
    uploaded: datetime.datetime | None = None
    yanked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """A version that an index offers; `uploaded` is its first file's time, None where unknown.

    A release is `yanked` when all its files are.
    """

    version: str
    uploaded: datetime.datetime | None
    yanked: bool
    files: tuple[ReleaseFile, ...] = field(repr=False)
