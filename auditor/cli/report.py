"""`drift-audit report`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from drift_audit.auditor.errors import UsageError

from .options import REPORT
from .output import write_report

if TYPE_CHECKING:
    from drift_audit.auditor.model import Scan

_SAVE = "Save one with `drift-audit scan -o FILE.json`."


@click.command(params=REPORT)
def report(file: str, outputs: tuple[str, ...], output_format: str, fail_on: str | None) -> int:
    """Write a saved run again, in other formats.

    FILE is a JSON report of `scan` or `fix`. Nothing is scanned, and each format comes out as it
    would have then.

    Exit codes: 0, or as a scan's where --fail-on is given; 2 usage, 3 nothing had been judged.
    """
    from drift_audit.reports import formats

    from .inquiry import exit_code, show, targets_of

    formats.load(output_format)
    targets = targets_of(outputs)
    found = _saved(Path(file))
    reports = [(target, formats.render(name, found)) for target, name in targets]
    for target, text in reports:
        write_report(target, text)
    show(found, output_format)
    return exit_code(found, fail_on or "never")


def _saved(file: Path) -> Scan:
    from drift_audit.reports.saved import read

    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}", _SAVE) from error
    except ValueError as error:
        raise UsageError(f"{file} is no JSON report: {error}", _SAVE) from error
    try:
        return read(text)
    except ValueError as error:
        raise UsageError(f"{file} is no report of a scan: {error}", _SAVE) from error
