"""What an installed distribution keeps of its own files, and what a patch has to change there."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from drift_audit.auditor.trees import Distribution

from .marker import MARKER, marker_text
from .record import amended, extended, row_of
from .targets import Found, Target, site_of


def find_record(consumer: Distribution, found: Found) -> Path | None:
    """The RECORD that lists a file, None where there is none: in a checkout, say."""
    site = site_of(found)
    if site is None:
        return None
    own = Path(consumer.metadata or site) / "RECORD"
    others = sorted(site.glob("*.dist-info/RECORD"))
    for record in dict.fromkeys((own, *others)):
        if record.parent.parent == site and _lists(record, found.inside):
            return record
    return None


def listing_targets(
    consumer: Distribution, by_record: dict[Path, list[Found]], providers: Sequence[str]
) -> Iterator[Target]:
    """For each RECORD that lists patched files: the marker of what was done, then the RECORD."""
    for record, found in by_record.items():
        patched = [(one.inside, one.patch) for one in found]
        place = record.parent / MARKER
        there = place.read_bytes() if place.is_file() else None
        marker = marker_text(consumer, patched, providers, earlier=there or b"")
        name = f"{record.parent.name}/{MARKER}"
        status = record.stat()
        mode = stat.S_IMODE(status.st_mode)
        yield Target(shown=name, path=place, before=there, after=marker, mode=mode)
        changed = {path: patch.after for path, patch in patched} | {name: marker}
        before = record.read_bytes()
        after = amended(before, changed)
        if not _lists(record, name):
            after = extended(after, row_of(name, marker))
        shown = f"{record.parent.name}/RECORD"
        yield Target(shown=shown, path=record.resolve(), before=before, after=after, mode=mode)


def _lists(record: Path, path: str) -> bool:
    from .record import read_record

    if not record.is_file():
        return False
    data = record.read_bytes()
    return path.encode("utf-8", "surrogateescape") in data and any(
        row.path == path for row in read_record(data)
    )
