"""`drift-audit undo`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from drift_audit.auditor.errors import UsageError

from .output import say

if TYPE_CHECKING:
    from drift_audit.patchers.writing import Application

_NOTHING = "There is nothing to undo."


@click.command()
@click.argument("application", required=False, type=click.IntRange(min=1))
@click.option("--list", "listing", is_flag=True, help="Show what can be undone; change nothing.")
@click.option("--force", is_flag=True, help="Put files back that were changed since, too.")
@click.option("--forget", "giving_up", is_flag=True, help="Leave the files, drop what they were.")
def undo(application: int | None, *, listing: bool, force: bool, giving_up: bool) -> None:
    """Put back what `drift-audit fix --apply` changed.

    Without APPLICATION, a number that --list shows, the last one that is not undone is meant. It
    may be run again after it was stopped at any point.

    Exit codes: 0 all is as it was, 2 usage, 4 nothing was put back, since a file was changed.
    """
    if listing + force + giving_up > 1:
        raise UsageError("--list, --force and --forget exclude each other", "Give one of them.")
    if listing:
        _list()
    elif giving_up:
        _forget(application)
    else:
        _undo(application, force=force)


def _list() -> None:
    from drift_audit.patchers.writing import applications

    _say([f"{_told(one)}  {one.root}" for one in applications()] or [_NOTHING])


def _forget(number: int | None) -> None:
    from drift_audit.patchers.writing import forget

    if number is None:
        raise UsageError("--forget needs a number", "`drift-audit undo --list` shows them.")
    _say([f"forgotten: {_told(forget(number))}"])


def _undo(number: int | None, *, force: bool) -> None:
    from drift_audit.patchers.writing import undo

    done = undo(number, force=force)
    if done is None:
        _say([_NOTHING])
        return
    files = done.files or ("every file was as before already",)
    told = f"undone: {_told(done.application)}  {done.application.root}"
    _say([told, *(f"  {file}" for file in files)])


def _say(lines: Iterable[str]) -> None:
    """Names of files are not trusted to be printable."""
    from drift_audit.reports.inert import kept

    say("".join(f"{kept(line)}\n" for line in lines))


def _told(one: Application) -> str:
    """An application in a line: its number, when, what, how many files."""
    what = f"{one.name} {one.version}".strip()
    count = len(one.entries)
    files = f"{count} file" if count == 1 else f"{count} files"
    return f"{one.number}  {one.written_at}  {what}  {files}  {one.state}"
