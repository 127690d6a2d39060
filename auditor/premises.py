"""What a verdict rests on, in a form that can be looked at again in a moment.

The consumer's files count by content, the provider's by size and time, as everywhere else here; of
an environment it counts which distributions it has.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .acquire.folders import list_package, list_project
from .acquire.reading import local_path
from .trees import Distribution, FolderTree

if TYPE_CHECKING:
    from .audit import Bench

_BESIDE = ("*.toml", "*.lock", "*.cfg", "requirements*.txt", "requirements/*.txt", "setup.py")
_OF_GIT = ("HEAD", "logs/HEAD")
_OF_DISTRIBUTIONS = (".dist-info", ".egg-info", ".egg-link", ".pth")


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """How premises stand: on this disk (`here`), and as another node may have them too."""

    here: str
    anywhere: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Premises:
    """Places on this disk, all absolute.

    `projects` are folders of the consumer, `packages` folders and modules of providers, `files`
    whatever else was read, there or not; `sites` are the folders of the environment, and `names`
    the packages that are looked for in them.
    """

    projects: tuple[str, ...]
    packages: tuple[str, ...]
    files: tuple[str, ...]
    sites: tuple[str, ...]
    names: tuple[str, ...]

    def state(self) -> State:
        """Look at all of them."""
        anywhere, here = hashlib.sha256(), hashlib.sha256()
        for project in self.projects:
            for path, file in sorted(list_project(Path(project)).items()):
                _say(anywhere.update, path, _content(file.location))
        for package in self.packages:
            for path, size, modified in _listed(package):
                _say(anywhere.update, path, size)
                _say(here.update, modified)
        for name in self.files:
            _say(here.update, name, _content(name))
        for site in self.sites:
            _say(here.update, site, *_distributions(site, self.names))
        here.update(anywhere.digest())
        return State(here=here.hexdigest(), anywhere=anywhere.hexdigest())


def premises_of(bench: Bench, files: Iterable[str]) -> Premises:
    """What a bench's verdict rests on, with more files that were read for it."""
    consumer, named = bench.consumer, Path(bench.request.consumer).expanduser()
    providers = [p for pairing in bench.pairings for p in (pairing.now, pairing.before) if p]
    packages = [place for provider in providers for place in _places(provider)]
    read = [path for provider in providers for path in _metadata(provider)]
    projects: list[str] = []
    if os.path.isdir(named):  # noqa: PTH112 - never raises
        projects.append(os.path.realpath(named))
        read += _beside(Path(projects[0]))
    else:
        packages += _places(consumer) if consumer.installed else ()
        read += _metadata(consumer)
        read += [] if consumer.installed else _locations(consumer)
    environment = bench.environment
    return Premises(
        projects=tuple(projects),
        packages=tuple(dict.fromkeys(packages)),
        files=tuple(sorted({*read, *files})),
        sites=environment.site_paths,
        names=tuple(pairing.package for pairing in bench.pairings),
    )


def _say(update: Callable[[bytes], None], *words: object) -> None:
    update("\0".join((*map(str, words), "")).encode("utf-8", "surrogateescape"))


def _content(path: str) -> str:
    """A digest of a file's bytes, its kind where it is none."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - hundreds a launch
            return hashlib.file_digest(file, "sha256").hexdigest()
    except IsADirectoryError:
        return "a folder"
    except OSError as error:
        return type(error).__name__


def _listed(place: str) -> Iterator[tuple[str, int, int]]:
    """A package's files or the one file, by path, size and time."""
    if os.path.isdir(place):  # noqa: PTH112 - never raises
        for path, file in sorted(list_package(Path(place)).items()):
            yield path, file.size, file.modified
    else:
        try:
            status = os.stat(place)  # noqa: PTH116 - likewise fast
        except OSError:
            yield place, -1, 0
        else:
            yield os.path.basename(place), status.st_size, status.st_mtime_ns  # noqa: PTH119


def _distributions(site: str, names: tuple[str, ...]) -> list[str]:
    """Which distributions a folder of the environment has, and whether it has the packages."""
    wanted = {*names, *(f"{name}.py" for name in names)}
    try:
        found = os.listdir(site)  # noqa: PTH208 - names alone
    except OSError:
        return []
    return sorted(name for name in found if name in wanted or name.endswith(_OF_DISTRIBUTIONS))


def _places(one: Distribution) -> Iterator[str]:
    """Where a distribution's packages lie on disk, or its archive."""
    if one.archive and (path := local_path(one.archive.url)):
        yield str(path)
    if isinstance(one.tree, FolderTree):
        for package in one.packages:
            starts = (f"{package}.py", f"{package}/")
            first = next((p for p in one.tree.paths() if p.startswith(starts)), "")
            if place := one.tree.location(first):
                yield str(Path(place).parents[first.count("/") - 1]) if "/" in first else place


def _locations(one: Distribution) -> Iterator[str]:
    if isinstance(one.tree, FolderTree):
        yield from map(one.tree.location, one.tree.paths())


def _metadata(one: Distribution) -> Iterator[str]:
    """The files that say what a distribution is."""
    if one.metadata:
        yield from (str(Path(one.metadata) / name) for name in ("RECORD", "METADATA"))


def _beside(project: Path) -> Iterator[str]:
    """What tells a consumer's baseline, up to the root of its repository."""
    for folder in (project, *project.parents):
        for pattern in _BESIDE:
            yield from map(str, folder.glob(pattern))
        if (folder / ".git").exists():
            yield from (str(folder / ".git" / name) for name in _OF_GIT)
            return
