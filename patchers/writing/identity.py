"""What a patched copy is by its metadata: taken from an install, a build, or the declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from drift_audit.auditor.acquire.declared import Read
from drift_audit.auditor.acquire.entry_points import read_entry_points
from drift_audit.auditor.acquire.installed import read_below
from drift_audit.auditor.acquire.metadata import normalised, read_metadata
from drift_audit.auditor.acquire.originals import StoredFile
from drift_audit.auditor.trees import Distribution

UNKNOWN_VERSION = "0+unknown"
"""What a checkout is called whose version only a build would tell."""

_NOT_COPIED = frozenset({"INSTALLER", "RECORD", "REQUESTED", "direct_url.json"})
_POINTS = "entry_points.txt"
_FROM_EGG = {"PKG-INFO": "METADATA", _POINTS: _POINTS}
_PROJECT = re.compile(r"PKG-INFO|pyproject\.toml|setup\.cfg|(?:[^/]+/)?[^/]+\.egg-info/.+")


def info_name(consumer: Distribution) -> str:
    """The name of a consumer's dist-info folder."""
    name = re.sub(r"[-_.]+", "_", consumer.name)
    version = re.sub(r"[^A-Za-z0-9.!+_]+", "_", consumer.version or UNKNOWN_VERSION)
    return f"{name}-{version}.dist-info"


def is_info(path: str) -> bool:
    """Whether a path of a wheel is one of its metadata."""
    return path.split("/", maxsplit=1)[0].endswith(".dist-info")


def is_kept(path: str) -> bool:
    """Whether a metadata file, by its path below the folder, still holds for a patched copy."""
    return path not in _NOT_COPIED and not path.startswith("RECORD.")


def is_project_file(path: str) -> bool:
    """Whether a file of an sdist tells something of its metadata."""
    return _PROJECT.fullmatch(path) is not None


def metadata_on_disk(consumer: Distribution) -> Iterator[StoredFile]:
    """The metadata of a consumer on disk, by paths below the folder.

    What an earlier build left beside a checkout counts where it is of the same version. What only
    code declares is not seen.
    """
    folder = Path(consumer.metadata) if consumer.metadata else _built(consumer)
    files = tuple(_files(folder)) if folder else ()
    yield from _completed(consumer, files, partial(read_below, Path(consumer.root)))


def metadata_of_sdist(consumer: Distribution, project: Mapping[str, bytes]) -> Iterator[StoredFile]:
    """The metadata of an sdist with these project files."""
    found = (
        StoredFile(path=_FROM_EGG[path.rpartition("/")[2]], data=data)
        for path, data in project.items()
        if path == "PKG-INFO" or path.endswith(f".egg-info/{_POINTS}")
    )
    yield from _completed(consumer, tuple(found), project.get)


def _completed(
    consumer: Distribution, files: tuple[StoredFile, ...], read: Read
) -> Iterator[StoredFile]:
    """What there is, and in place of what there is not, what is declared."""
    yield from files
    there = {file.path for file in files}
    if "METADATA" not in there:
        yield StoredFile(path="METADATA", data=_declared(consumer))
    if _POINTS not in there and (points := read_entry_points(read)):
        yield StoredFile(path=_POINTS, data=points.encode())


def _declared(consumer: Distribution) -> bytes:
    """The least METADATA that tells name, version and requirements."""
    lines = ["Metadata-Version: 2.1", f"Name: {consumer.name}"]
    lines += [f"Version: {consumer.version or UNKNOWN_VERSION}"]
    lines += [f"Requires-Dist: {line}" for line in consumer.requires]
    return ("\n".join(lines) + "\n").encode()


def _built(consumer: Distribution) -> Path | None:
    """The metadata that a build or an install left beside a checkout."""
    root = Path(consumer.root)
    for folder in dict.fromkeys((root, root / consumer.prefix)):
        for path in sorted((*folder.glob("*.dist-info"), *folder.glob("*.egg-info"))):
            data = read_below(path, "METADATA") or read_below(path, "PKG-INFO")
            said = read_metadata(data or b"")
            if (normalised(said.name), said.version) == (consumer.name, consumer.version):
                return path
    return None


def _files(folder: Path) -> Iterator[StoredFile]:
    """A dist-info's files, or what an egg-info has under other names."""
    if folder.is_file():
        yield StoredFile(path="METADATA", data=folder.read_bytes())
        return
    is_egg = folder.name.endswith(".egg-info")
    for place in sorted(path for path in folder.rglob("*") if path.is_file()):
        path = place.relative_to(folder).as_posix()
        name = _FROM_EGG.get(path, "") if is_egg else path
        if name and is_kept(name):
            yield StoredFile(path=name, data=place.read_bytes())
