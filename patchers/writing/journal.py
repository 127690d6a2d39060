"""The journals of applications: what files were before, so that every one can be put back.

A journal lies outside of every consumer, private to the user: one folder per application, with the
old bytes of every file and `journal.json`. That is on the disk before the first file is changed.
Marks tell how far things have come: none yet, `written`, `undoing`, `undone`.
"""

from __future__ import annotations

import contextlib
import datetime
import enum
import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from drift_audit.auditor import __version__
from drift_audit.auditor.errors import WritingError
from drift_audit.auditor.trees import Distribution

from .disk import Disk, locked, reason
from .targets import Target

_SCHEMA = 1
_JOURNAL = "journal.json"
_OLD = "old"
_GONE = ".gone"


class State(enum.StrEnum):
    """How far an application has come; also the marks, but for the one that nothing marks."""

    CUT_SHORT = "cut short"
    WRITTEN = "written"
    UNDOING = "undoing"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One file of an application.

    `before` and `after` are SHA-256 hashes, `before` "" for a file that was not there; `mode` are
    its permissions. `old` is the name of its old bytes in the journal, `spare` that of the file
    beside it which takes its place.
    """

    path: Path
    shown: str
    before: str
    after: str
    mode: int
    old: str
    spare: str

    @property
    def beside(self) -> Path:
        """The file that takes this one's place."""
        return self.path.with_name(self.spare)


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """Patches that were written, or half written, to one consumer at one time."""

    number: int
    folder: Path
    name: str
    version: str
    root: Path
    written_at: str
    tool: str
    entries: tuple[Entry, ...]
    state: State

    def old(self, entry: Entry) -> bytes:
        """A file's old bytes. Raises WritingError when the journal is damaged."""
        data = b""
        with contextlib.suppress(OSError):
            data = (self.folder / _OLD / entry.old).read_bytes()
        if hash_of(data) != entry.before:
            raise WritingError(
                f"the old text of {entry.path} is damaged in {self.folder}", "Take it from git."
            )
        return data


def hash_of(data: bytes) -> str:
    """SHA-256 in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def usual_state() -> Path:
    """Where DRIFT_AUDIT_STATE_DIR says, else the platform's folder for what a program keeps."""
    if chosen := os.environ.get("DRIFT_AUDIT_STATE_DIR"):
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_state_path("drift-audit"))


class Journals:
    """All applications that are kept below a folder; nobody else writes while one is open."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._folder = folder
        self._disk = disk

    def all(self) -> tuple[Application, ...]:
        """Every application that is not undone, the oldest first."""
        read = (_read(folder) for folder in _numbered(self._folder))
        return tuple(one for one in read if one is not None and one.state is not State.UNDONE)

    def begin(self, consumer: Distribution, targets: Sequence[Target]) -> Application:
        """Keep what these files are, down to the disk, before any is written."""
        self._sweep()
        number = max((int(folder.name) for folder in _numbered(self._folder)), default=0) + 1
        folder = self._folder / f"{number:06}"
        application = Application(
            number=number,
            folder=folder,
            name=consumer.name,
            version=consumer.version,
            root=Path(consumer.root),
            written_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            tool=f"drift-audit {__version__}",
            entries=tuple(_entry(number, at, target) for at, target in enumerate(targets)),
            state=State.CUT_SHORT,
        )
        try:
            self._write(application, targets)
        except BaseException:
            self._drop(folder)
            raise
        return application

    def _write(self, application: Application, targets: Sequence[Target]) -> None:
        disk, folder = self._disk, application.folder
        disk.make_folder(folder, 0o700)
        disk.make_folder(folder / _OLD, 0o700)
        for entry, target in zip(application.entries, targets, strict=True):
            if target.before is not None:
                disk.write_new(folder / _OLD / entry.old, target.before, 0o600)
        disk.settle(folder / _OLD)
        disk.write_new(folder / f"{_JOURNAL}.new", _written(application), 0o600)
        disk.rename(folder / f"{_JOURNAL}.new", folder / _JOURNAL)
        disk.settle(folder)
        disk.settle(self._folder)

    def mark(self, application: Application, state: State) -> Application:
        """Note how far it has come, down to the disk."""
        mark = application.folder / state
        if not mark.exists():
            self._disk.write_new(mark, b"", 0o600)
            self._disk.settle(application.folder)
        return replace(application, state=state)

    def close(self, application: Application) -> None:
        """It is undone: its old bytes are needed no more."""
        self.mark(application, State.UNDONE)
        self._disk.remove_folder(application.folder / _OLD)

    def _sweep(self) -> None:
        """Remove what was never begun, and what is undone but for the last, which keeps count."""
        for folder in sorted(self._folder.glob(f"*{_GONE}")):
            self._disk.remove_folder(folder)
        for folder in _numbered(self._folder)[:-1]:
            if not (folder / _JOURNAL).exists() or (folder / State.UNDONE).exists():
                self._drop(folder)

    def _drop(self, folder: Path) -> None:
        """Remove a journal: it is none any more before its first file goes.

        Without its mark, one that is undone would pass for one that is not.
        """
        if folder.exists():
            gone = folder.with_name(f"{folder.name}{_GONE}")
            self._disk.rename(folder, gone)
            self._disk.remove_folder(gone)


@contextmanager
def open_journals(state: Path, disk: Disk) -> Iterator[Journals]:
    """The journals below a folder, for this process alone.

    Raises:
        WritingError: another process has them, or they cannot be kept there.
    """
    folder = state / "applications"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise WritingError(
            f"no journal can be kept in {folder}: {reason(error)}",
            "Name a folder that can be written with DRIFT_AUDIT_STATE_DIR.",
        ) from error
    with locked(folder) as alone:
        if not alone:
            raise WritingError("another run of drift-audit is writing", "Wait for it to end.")
        yield Journals(folder, disk)


def _numbered(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name.isdecimal())


def _entry(number: int, at: int, target: Target) -> Entry:
    return Entry(
        path=target.path,
        shown=target.shown,
        before="" if target.before is None else hash_of(target.before),
        after=hash_of(target.after),
        mode=target.mode,
        old=f"{at:06}",
        spare=f".drift-audit-{number}-{at}",
    )


def _written(application: Application) -> bytes:
    rows = [
        [str(e.path), e.shown, e.before, e.after, e.mode, e.old, e.spare]
        for e in application.entries
    ]
    whole = {
        "schema_version": _SCHEMA,
        "name": application.name,
        "version": application.version,
        "root": str(application.root),
        "written_at": application.written_at,
        "tool": application.tool,
        "entries": rows,
    }
    return json.dumps(whole, indent=1).encode()


def _read(folder: Path) -> Application | None:
    """An application by its journal, None where it was cut short before there was one."""
    try:
        said = json.loads((folder / _JOURNAL).read_bytes())
        if said["schema_version"] != _SCHEMA:
            raise WritingError(
                f"the journal {folder} is of another release: {said['tool']}", "Use that release."
            )
        return Application(
            number=int(folder.name),
            folder=folder,
            name=said["name"],
            version=said["version"],
            root=Path(said["root"]),
            written_at=said["written_at"],
            tool=said["tool"],
            entries=tuple(_read_entry(*row) for row in said["entries"]),
            state=_state(folder),
        )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WritingError(
            f"the journal {folder} cannot be read: {error}", "Mend it, or move it away."
        ) from error


def _read_entry(
    path: str, shown: str, before: str, after: str, mode: int, old: str, spare: str
) -> Entry:
    return Entry(
        path=Path(path), shown=shown, before=before, after=after, mode=mode, old=old, spare=spare
    )


def _state(folder: Path) -> State:
    if (folder / State.UNDONE).exists():
        return State.UNDONE
    is_whole = (folder / State.WRITTEN).exists() and not (folder / State.UNDOING).exists()
    return State.WRITTEN if is_whole else State.CUT_SHORT
