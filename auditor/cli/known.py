"""`drift-audit known`."""

from __future__ import annotations

import sys

import click

from drift_audit.auditor.errors import UsageError

from .options import KNOWN, Asked
from .output import aside
from .progress import progress_for


@click.group()
def known() -> None:
    """Let be what is there already, so that later runs tell what is new."""


@known.command("write", params=KNOWN)
def write(**words: object) -> int:
    """Scan CONSUMER, and write all that is found into the project's file of known findings.

    Later scans set these apart, whatever lines they move to. Exit codes: 0 written, 2 usage, 3
    could not analyse.
    """
    from .acquainted import is_whole, known_file
    from .inquiry import exit_code, inquire
    from .project import understood

    asked, settings = understood(Asked, words)
    if not is_whole(asked):
        raise UsageError(
            "known findings are of all that is found",
            "Leave --select, --ignore, --exclude and --no-recipes to the settings.",
        )
    file = known_file(asked, settings)
    with progress_for(sys.stderr) as bar:
        found = inquire(asked, settings, bar)
    exit_code(found, "never")
    count = len(file.write(found).findings)
    aside(f"{count} known finding{'s' * (count != 1)} written to {file.path}")
    return 0
