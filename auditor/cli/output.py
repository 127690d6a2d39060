"""What leaves the program: standard output, errors, and report files, whole or not there."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TextIO

import click

from drift_audit.auditor.errors import UsageError

_ODD = "backslashreplace"
"""Characters that an encoding lacks, and bytes of file names that are no text."""


def is_coloured(stream: TextIO) -> bool:
    """Whether a person watches who has nothing against colour."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and stream.isatty()


def fail(message: str, advice: str) -> None:
    """One sentence on standard error, and what to do next."""
    if sys.stderr is None:
        return
    mark = click.style("error", fg="red", bold=True) if is_coloured(sys.stderr) else "error"
    lines = [f"{mark}: {_sentence(message)}", *([f"  {_sentence(advice)}"] if advice else [])]
    with contextlib.suppress(OSError):
        sys.stderr.write("\n".join(lines) + "\n")
        sys.stderr.flush()


def _sentence(text: str) -> str:
    from drift_audit.reports.inert import one_line

    line = one_line(text)
    return line if line.endswith((".", "?", "!")) else f"{line}."


def aside(text: str) -> None:
    """One line on standard error; names of files in it are not trusted to be printable."""
    from drift_audit.reports.inert import one_line

    click.echo(one_line(text), err=True)


def say(text: str, *, encoding: str = "", errors: str = _ODD) -> None:
    """Write to standard output, in its own encoding unless another is named.

    A reader that has gone away takes no more, and nothing is wrong with that.

    Raises:
        UsageError: it cannot be written for another reason.
    """
    if sys.stdout is None:
        return
    data = text.encode(encoding or sys.stdout.encoding or "utf-8", errors)
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        let_go(sys.stdout)
    except OSError as error:
        let_go(sys.stdout)
        raise UsageError(
            f"standard output cannot be written: {error.strerror}",
            "Write to a file with -o, or free some space.",
        ) from error


def let_go(stream: TextIO) -> None:
    """Let what is still to be flushed go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def refuse_unwritable(target: Path) -> None:
    """Raises UsageError for a report that could not be written, before there is one to write."""
    if target.exists() and not target.is_file():
        what = "folder" if target.is_dir() else "device or pipe"
        raise UsageError(f"the report {target} is a {what}", "Name a file for the report.")
    above = next((folder for folder in target.absolute().parents if folder.exists()), None)
    if above is None or not above.is_dir():
        raise _unwritable(target, f"{above} is no folder")
    if not os.access(above, os.W_OK):
        raise _unwritable(target, f"{above} is write-protected")


def write_report(target: Path, text: str, what: str = "report") -> None:
    """Write beside the target and rename, so that the report is whole or not there."""
    import tempfile

    place = Path(os.path.realpath(target))
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=".drift-audit-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode("utf-8", _ODD))
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            Path(name).replace(place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _unwritable(target, error.strerror or str(error), what) from error


def _unwritable(target: Path, reason: str, what: str = "report") -> UsageError:
    return UsageError(
        f"the {what} {target} cannot be written: {reason}",
        "Name a file in a folder that can be written.",
    )
