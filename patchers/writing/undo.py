"""`drift-audit undo`: every byte and mode as it was, wherever an application was cut short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from drift_audit.auditor.errors import ConflictError, UsageError, WritingError

from .disk import Disk, reason
from .journal import Application, Entry, State, open_journals, usual_state
from .permissions import listed
from .placing import ODD, Change, forget_compiled, put, standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """An application that was undone, and the files that were put back by their paths for people.

    None are where all were as before already.
    """

    application: Application
    files: tuple[str, ...]


def applications(state: Path | None = None) -> tuple[Application, ...]:
    """Every application that is not undone, the oldest first."""
    with open_journals(state or usual_state(), Disk()) as journals:
        return journals.all()


def undo(
    number: int | None = None,
    *,
    force: bool = False,
    state: Path | None = None,
    disk: Disk | None = None,
) -> Undone | None:
    """Put back what an application changed: the one of a number, or the last that is not undone.

    It may be called again after it was killed at any point, and ends the same.

    Args:
        number: Which one; None for the last. With none left there is nothing to do: None.
        force: Put files back that were changed since, too.
        state: Where journals are kept; None for the platform's folder.
        disk: What writes.

    Raises:
        UsageError: no application has that number.
        ConflictError: a file was changed since by somebody else; nothing is put back.
        WritingError: files cannot be written; what was put back is, and `undo` goes on from there.
    """
    disk = disk or Disk()
    with open_journals(state or usual_state(), disk) as journals:
        left = journals.all()
        if number is None and not left:
            return None
        application = _chosen(left, number)
        try:
            _refuse_changed(application, left, force=force)
            journals.mark(application, State.UNDOING)
            files = take_back(application, disk, force=force)
            journals.close(application)
        except OSError as error:
            raise WritingError(
                f"{error.filename or application.root} cannot be written: {reason(error)}",
                f"Mend that, and run `drift-audit undo {application.number}` again.",
            ) from error
    return Undone(application=application, files=files)


def forget(number: int, *, state: Path | None = None) -> Application:
    """Give an application up: files stay as they are, and its old bytes are let go.

    Raises:
        UsageError: no application has that number.
    """
    disk = Disk()
    with open_journals(state or usual_state(), disk) as journals:
        application = _chosen(journals.all(), number)
        _remove_spares(application, disk)
        journals.close(application)
    return application


def take_back(application: Application, disk: Disk, *, force: bool) -> tuple[str, ...]:
    """Put back every file that is as the application left it; with `force`, every file.

    Gives those that were put back. What was left beside them, and what Python has compiled, goes.
    """
    changes: list[tuple[Entry, Change]] = []
    for entry in application.entries:
        now = standing(entry.path)
        if now == entry.before or (now != entry.after and not force):
            continue
        disk.make_room(entry.path)
        data = application.old(entry) if entry.before else None
        change = Change(
            path=entry.path, expected=now, data=data, mode=entry.mode, beside=entry.beside
        )
        changes.append((entry, change))
    put([change for _, change in reversed(changes)], disk)
    _remove_spares(application, disk)
    for entry in application.entries:
        forget_compiled(entry.path, disk)
    return tuple(entry.shown for entry, _ in changes)


def _remove_spares(application: Application, disk: Disk) -> None:
    """Remove what a run that was cut short left beside the files."""
    for entry in application.entries:
        if entry.beside.exists():
            disk.remove(entry.beside)


def _chosen(left: Sequence[Application], number: int | None) -> Application:
    found = [one for one in left if number in (one.number, None)]
    if not found:
        raise UsageError(
            f"there is no application {number} to undo", "`drift-audit undo --list` shows them."
        )
    return found[-1]


def _refuse_changed(application: Application, left: Sequence[Application], *, force: bool) -> None:
    """Raises ConflictError for files that are neither as before nor as they were written."""
    odd = [entry.path for entry in application.entries if standing(entry.path) == ODD]
    if odd:
        raise ConflictError(f"{listed(map(str, odd))} is no file any more", "Move it away.")
    changed = [entry for entry in application.entries if _is_changed(entry)]
    if not changed or force:
        return
    names = listed(str(entry.path) for entry in changed)
    verb = "was" if len(changed) == 1 else "were"
    later = min((one.number for one in left if _is_later(one, application, changed)), default=0)
    raise ConflictError(
        f"{names} {verb} changed since application {application.number}",
        f"Undo application {later} first."
        if later
        else "Write over that with --force, or leave all as it is with --forget.",
    )


def _is_changed(entry: Entry) -> bool:
    return standing(entry.path) not in (entry.before, entry.after)


def _is_later(one: Application, than: Application, changed: Sequence[Entry]) -> bool:
    paths = {entry.path for entry in one.entries}
    return one.number > than.number and any(entry.path in paths for entry in changed)
