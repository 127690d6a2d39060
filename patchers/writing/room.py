"""Whether a folder may be written or replaced: what is not this program's own stays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from drift_audit.auditor.errors import ConflictError, WritingError
from drift_audit.auditor.trees import Distribution

from .contents import package_place
from .marker import find_marker
from .record import digest_of, read_record

_ADVICE = "Name a folder that is not there yet, or is empty."


def refuse_inside(consumer: Distribution, place: Path) -> None:
    """Raises WritingError where a copy would come to lie in what it is made from."""
    if consumer.root and place == Path(consumer.root):
        raise WritingError(f"{place} is the consumer itself", _ADVICE)
    for package in consumer.packages:
        source = package_place(consumer, package)
        if source is not None and Path(os.path.realpath(source)) in (place, *place.parents):
            raise WritingError(f"{place} lies in the package {package} itself", _ADVICE)


def refuse_foreign(name: str, place: Path, *, force: bool) -> None:
    """Raises for a folder with anything in it but this program's own copy of the same consumer.

    Raises:
        WritingError: it holds other files, or a copy of another consumer.
        ConflictError: the copy was changed by hand, and there is no `force`.
    """
    if not place.exists():
        return
    if not place.is_dir():
        raise WritingError(f"{place} is no folder", _ADVICE)
    if not any(place.iterdir()):
        return
    marker = find_marker(place)
    if marker is None:
        raise WritingError(f"{place} holds files that drift-audit did not write", _ADVICE)
    if marker.name != name:
        raise WritingError(f"{place} holds the patched copy of {marker.name}", _ADVICE)
    changed = min(_changed(place, marker.info), default="")
    if changed and not force:
        raise ConflictError(
            f"{place} was changed by hand: {changed}",
            "Name another folder, or replace it with --force.",
        )


def _changed(place: Path, info: Path) -> Iterator[str]:
    """Files that are not as the copy's RECORD has them, and those that it does not list."""
    record = info / "RECORD"
    rows = read_record(record.read_bytes()) if record.is_file() else iter(())
    listed = {row.path: row.digest for row in rows}
    for path, digest in listed.items():
        if digest and not _is(place / path, digest):
            yield path
    for folder, folders, files in os.walk(place):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in files:
            path = (Path(folder) / name).relative_to(place).as_posix()
            if path not in listed:
                yield path


def _is(path: Path, digest: str) -> bool:
    return path.is_file() and digest_of(path.read_bytes()) == digest
