"""The files of a consumer's import packages, all of them: sources, data, `py.typed`, libraries."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from drift_audit.auditor.acquire import Acquisition
from drift_audit.auditor.acquire.originals import StoredFile, original_files
from drift_audit.auditor.errors import WritingError
from drift_audit.auditor.trees import Distribution, location

from .disk import reason
from .identity import (
    info_name,
    is_info,
    is_kept,
    is_project_file,
    metadata_of_sdist,
    metadata_on_disk,
)
from .record import place_of, read_record

_LEFT_OUT = frozenset({
    ".git", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".svn",
    "__pycache__",
})  # fmt: skip


def copied_files(
    consumer: Distribution, acquisition: Acquisition
) -> Generator[StoredFile, None, None]:
    """All that a patched copy takes over, by paths below the import root, each once.

    These are the import packages, what an installed distribution has beside them, and the
    metadata below its dist-info folder, as far as it holds for a copy.

    Raises:
        WritingError: a file cannot be read.
        ArchiveError, IndexUnreachableError, OfflineError: as `original_files` does.
    """
    if consumer.archive is None:
        yield from _on_disk(consumer)
        yield from map(partial(_below_info, consumer), metadata_on_disk(consumer))
    elif consumer.archive.filename.endswith(".whl"):
        yield from _of_wheel(consumer, acquisition)
    else:
        yield from _of_sdist(consumer, acquisition)


def _of_wheel(consumer: Distribution, acquisition: Acquisition) -> Iterator[StoredFile]:
    for file in original_files(consumer, acquisition):
        if not is_info(file.path):
            yield file
        elif is_kept(path := file.path.partition("/")[2]):
            yield _below_info(consumer, replace(file, path=path))


def _of_sdist(consumer: Distribution, acquisition: Acquisition) -> Iterator[StoredFile]:
    project: dict[str, bytes] = {}
    for file in original_files(consumer, acquisition):
        path = file.path.removeprefix(consumer.prefix)
        if file.path.startswith(consumer.prefix) and is_in_package(consumer, path):
            yield replace(file, path=path)
        elif is_project_file(file.path):
            project[file.path] = file.data
    yield from map(partial(_below_info, consumer), metadata_of_sdist(consumer, project))


def _below_info(consumer: Distribution, file: StoredFile) -> StoredFile:
    return replace(file, path=f"{info_name(consumer)}/{file.path}")


def package_place(consumer: Distribution, package: str) -> Path | None:
    """The folder or the module that an import package is on disk, None where no file tells it."""
    for path in consumer.tree.paths():
        if _top(path) == package and (place := location(consumer.tree, path)):
            inside = path.partition("/")[2]
            return Path(place.removesuffix(f"/{inside}") if inside else place)
    return None


def is_in_package(consumer: Distribution, path: str) -> bool:
    """Whether a path below the import root is one of an import package."""
    return _top(path) in consumer.packages


def _on_disk(consumer: Distribution) -> Iterator[StoredFile]:
    recorded = _recorded(consumer)
    found = dict(recorded)
    for package in consumer.packages:
        place = package_place(consumer, package)
        if place is not None and place.is_file():
            found[f"{package}.py"] = place
        elif place is not None and not (recorded and _is_shared(place, consumer)):
            found |= _walk(place, package)
    for path, place in sorted(found.items()):
        yield _read(path, place)


def _is_shared(place: Path, consumer: Distribution) -> bool:
    """Whether a package's folder may hold files of other distributions: their copies come later."""
    is_installed = place.parent == Path(consumer.metadata).parent
    return is_installed and not (place / "__init__.py").is_file()


def _recorded(consumer: Distribution) -> dict[str, Path]:
    """What the RECORD of an installed distribution lists beside its packages."""
    info = Path(consumer.metadata)
    record = info / "RECORD"
    if not consumer.metadata or not record.is_file():
        return {}
    places = {row.path: place_of(row.path, info.parent) for row in read_record(record.read_bytes())}
    return {
        path: place
        for path, place in places.items()
        if place is not None and _is_copied(path, info.name) and place.is_file()
    }


def _is_copied(path: str, info: str) -> bool:
    folders = path.split("/")[:-1]
    is_hook = not folders and (path.endswith((".pth", "_editable.py")))
    is_hook = is_hook or path.startswith("__editable__")
    return not is_hook and info not in folders[:1] and "__pycache__" not in folders


def _walk(place: Path, package: str) -> dict[str, Path]:
    """All files below a folder; one that is reached through links is entered once."""
    found: dict[str, Path] = {}
    entered: set[str] = set()
    for folder, folders, files in os.walk(place, followlinks=True, onerror=_refuse):
        real = os.path.realpath(folder)
        if real in entered:
            folders.clear()
            continue
        entered.add(real)
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT)
        inside = Path(folder).relative_to(place).as_posix()
        for name in files:
            path = f"{package}/{name}" if inside == "." else f"{package}/{inside}/{name}"
            if (Path(folder) / name).is_file():
                found[path] = Path(folder) / name
    return found


def _refuse(error: OSError) -> None:
    raise WritingError(f"{error.filename} cannot be read: {reason(error)}") from error


def _read(path: str, place: Path) -> StoredFile:
    try:
        is_run = bool(place.stat().st_mode & 0o111)
        return StoredFile(path=path, data=place.read_bytes(), executable=is_run)
    except OSError as error:
        raise WritingError(
            f"{place} cannot be read: {reason(error)}", "Look at its permissions."
        ) from error


def _top(path: str) -> str:
    return path.split("/", maxsplit=1)[0].removesuffix(".py")
