"""The project's file of known findings: where it lies, and when it is written."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from drift_audit.auditor.config import Settings
from drift_audit.auditor.known import NAME, Known, known_of, read_known
from drift_audit.auditor.model import Scan

from .options import Asked
from .output import write_report
from .project import home_of


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFile:
    """A file of known findings, there or not yet, for one consumer; `holds` is None without one."""

    path: Path
    consumer: str
    holds: Known | None

    def apart(self, scan: Scan) -> Scan:
        """The scan with what is known set aside."""
        return self.holds.apart(scan) if self.holds else scan

    def write(self, scan: Scan) -> Known:
        """Let all that a scan finds be known."""
        known = known_of(scan, self.consumer)
        write_report(self.path, known.text(), "file of known findings")
        return known

    def shrink(self, scan: Scan) -> int:
        """Take out what a scan does not find any more; gives how many. Nothing is ever added."""
        gone = self.holds.gone(scan, self.consumer) if self.holds else ()
        if self.holds and gone:
            write_report(self.path, self.holds.without(gone).text(), "file of known findings")
        return len(gone)

    def noted(self, scan: Scan) -> Scan:
        """The scan, with a note of what is known and not there any more."""
        gone = self.holds.gone(scan, self.consumer) if self.holds else ()
        if not gone:
            return scan
        what = "1 known finding is" if len(gone) == 1 else f"{len(gone)} known findings are"
        note = f"{what} gone: --shrink-known takes them out of {self.path.name}"
        return replace(scan, notes=(*scan.notes, note))


def known_file(asked: Asked, settings: Settings) -> KnownFile:
    """The file that the settings name, else the one beside them, or else at the consumer.

    Raises:
        ConfigurationError: it is not one that this program wrote.
    """
    home = home_of(asked.consumer)
    beside = Path(settings.file).parent if settings.file else home
    path = Path(settings.known) if settings.known else beside / NAME
    place = os.path.realpath(Path(asked.consumer).expanduser())
    named = os.path.relpath(place, path.parent) if os.path.lexists(place) else asked.consumer
    return KnownFile(path=path, consumer=named.replace(os.sep, "/"), holds=read_known(path))


def is_whole(asked: Asked) -> bool:
    """Whether a command line leaves nothing of the consumer and the kinds out."""
    narrowed = (asked.select, asked.ignore, asked.exclude, asked.no_recipes, asked.changed_since)
    return not any(narrowed)
