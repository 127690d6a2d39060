"""`fix --into DIR`: a patched copy that comes first on PYTHONPATH; the consumer is left alone."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from drift_audit.auditor.acquire import Acquisition
from drift_audit.auditor.acquire.originals import StoredFile
from drift_audit.auditor.errors import ConflictError, WritingError
from drift_audit.auditor.trees import Distribution
from drift_audit.patchers.model import Patch, VerifiedPatch

from .contents import copied_files, is_in_package
from .disk import Disk, locked, reason
from .identity import UNKNOWN_VERSION, info_name
from .marker import MARKER, marker_text
from .permissions import listed
from .record import Row, row_of, write_record
from .room import refuse_foreign, refuse_inside


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """A patched copy that was written.

    `files` are the patched files, relative to `folder`; `left_out` are patches of files that are
    in no import package, by their paths in the consumer.
    """

    folder: Path
    files: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """What is to be written: the consumer, its patches by path in the copy, for which providers."""

    consumer: Distribution
    patches: dict[str, Patch]
    providers: tuple[str, ...]
    force: bool


def write_overlay(
    consumer: Distribution,
    patches: Sequence[VerifiedPatch],
    folder: Path,
    *,
    acquisition: Acquisition,
    providers: Sequence[str] = (),
    force: bool = False,
    disk: Disk | None = None,
) -> Overlay:
    """Write all import packages of a consumer, patched, and its metadata, into a folder.

    The folder is whole or as it was. A copy that this program wrote there before is replaced.

    Args:
        consumer: What was patched; nothing of it is written.
        patches: All of one consumer.
        folder: A folder that is not there, is empty, or holds an earlier copy of this consumer.
        acquisition: How the consumer was found: of an archive, the data files are still to come.
        providers: What it was judged against, as "vllm 0.17.1", for the copy's own record.
        force: Replace an earlier copy that was changed by hand.
        disk: What writes.

    Raises:
        ConflictError: a file is not the one that a patch was made from; a copy was changed by hand.
        WritingError: the folder holds something else, or cannot be written.
        ArchiveError, IndexUnreachableError, OfflineError: the data files cannot be had.
    """
    place = Path(os.path.realpath(folder))
    refuse_inside(consumer, place)
    inside, left_out = _sorted_out(consumer, patches)
    order = _Order(consumer=consumer, patches=inside, providers=tuple(providers), force=force)
    _write_alone(order, place, acquisition, disk or Disk())
    notes = tuple(_notes(consumer, left_out))
    return Overlay(folder=place, files=tuple(sorted(inside)), left_out=left_out, notes=notes)


def _sorted_out(
    consumer: Distribution, patches: Sequence[VerifiedPatch]
) -> tuple[dict[str, Patch], tuple[str, ...]]:
    """Patches by path in the copy, and the files that are in no import package."""
    paths = {consumer.reported(path): path for path in consumer.tree.paths()}
    inside: dict[str, Patch] = {}
    left_out: list[str] = []
    for patch in (verified.patch for verified in patches):
        path = paths.get(patch.path, "")
        if is_in_package(consumer, path):
            inside[path] = patch
        else:
            left_out.append(patch.path)
    return inside, tuple(sorted(left_out))


def _write_alone(order: _Order, place: Path, acquisition: Acquisition, disk: Disk) -> None:
    """Write while no other run writes there."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with locked(place.parent) as alone:
            if not alone:
                raise WritingError(f"{place.parent} is being written to", "Wait for the other run.")
            refuse_foreign(order.consumer.name, place, force=order.force)
            _put(order, place, acquisition, disk)
    except OSError as error:
        raise WritingError(
            f"{place} cannot be made: {error.filename or place}: {reason(error)}",
            "Look at that file or folder, or name another one to write.",
        ) from error


def _put(order: _Order, place: Path, acquisition: Acquisition, disk: Disk) -> None:
    """Write beside, then put in place; what an earlier run left beside is removed."""
    beside = place.with_name(f".{place.name}.drift-audit")
    disk.remove_folder(beside)
    disk.remove_folder(beside.with_name(f"{beside.name}-aside"))
    try:
        disk.make_folder(beside)
        _fill(order, beside, acquisition, disk)
        if place.exists() and any(place.iterdir()):
            disk.swap_folders(beside, place)
        else:
            disk.rename(beside, place)
    finally:
        disk.remove_folder(beside)
    disk.settle(place.parent)


def _fill(order: _Order, folder: Path, acquisition: Acquisition, disk: Disk) -> None:
    info = info_name(order.consumer)
    missing = dict(order.patches)
    rows: list[Row] = []
    made: set[Path] = {folder}
    earlier = b""
    with closing(_patched(order, missing, acquisition)) as files:
        for file in files:
            if file.path == f"{info}/{MARKER}":
                earlier = file.data
            else:
                rows.append(_write(file, folder, made, disk))
    if missing:
        raise ConflictError(f"{min(missing)} is not there any more", "Scan again.")
    marker = marker_text(
        order.consumer, tuple(order.patches.items()), order.providers, earlier=earlier
    )
    for name, data in (("INSTALLER", b"drift-audit\n"), (MARKER, marker)):
        rows.append(_write(StoredFile(path=f"{info}/{name}", data=data), folder, made, disk))
    own = f"{info}/RECORD"
    _write(StoredFile(path=own, data=write_record(rows, own)), folder, made, disk)
    for one in sorted(made):
        disk.settle(one)


def _patched(
    order: _Order, missing: dict[str, Patch], acquisition: Acquisition
) -> Generator[StoredFile, None, None]:
    """All files of the copy; patches that have found theirs are taken out of `missing`."""
    with closing(copied_files(order.consumer, acquisition)) as files:
        for file in files:
            patch = missing.pop(file.path, None)
            if patch is not None and file.data != patch.before:
                raise ConflictError(
                    f"{patch.path} is not the file that was scanned", "Scan again, then fix."
                )
            data = patch.after if patch else file.data
            yield StoredFile(path=file.path, data=data, executable=file.executable)


def _write(file: StoredFile, folder: Path, made: set[Path], disk: Disk) -> Row:
    place = folder / file.path
    for above in reversed(place.parents[: len(Path(file.path).parts) - 1]):
        if above not in made:
            disk.make_folder(above)
            made.add(above)
    disk.write_new(place, file.data, 0o777 if file.executable else 0o666)
    return row_of(file.path, file.data)


def _notes(consumer: Distribution, left_out: tuple[str, ...]) -> Iterator[str]:
    if left_out:
        verb = "is" if len(left_out) == 1 else "are"
        yield f"{listed(left_out)} {verb} in no import package: the patch is not in the copy"
    if not consumer.version:
        yield f"the version of {consumer.name} is not declared: the copy calls it {UNKNOWN_VERSION}"
    if consumer.root and not consumer.prefix and not consumer.installed:
        yield f"a program that is started in {consumer.root} finds the files there first"
    hook = f"_{consumer.name.replace('-', '_')}_editable.py"
    if consumer.metadata and (Path(consumer.metadata).parent / hook).is_file():
        yield f"{consumer.name} is installed by an import hook, which goes before PYTHONPATH"
