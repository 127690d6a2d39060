"""Run the child process, and read what it could say before it ended."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias, TypedDict

import msgspec

from .kept import Kept, bind_key

Bind: TypeAlias = tuple[str, int, tuple[str, ...], bool]

_STARTS = 5
"""So many times the child is started anew after something in it ended the process."""

_NO_GPU = ("CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES")


class _Asked(TypedDict):
    """What the child reads."""

    symbols: Sequence[str]
    binds: Sequence[Bind]
    refused: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One line of the child's answers."""

    symbol: str = ""
    bind: Bind | None = None
    begin: str | Bind | None = None
    importing: str | None = None
    done: bool = False


@dataclass(slots=True)
class _Run:
    """One life of the child: what it answered, and what it was at when it ended."""

    answers: dict[str, Kept] = field(default_factory=dict)
    at: str = ""
    importing: str = ""
    done: bool = False


def ask(
    python: str,
    symbols: tuple[str, ...],
    binds: tuple[Bind, ...],
    *,
    timeout_s: float,
    refused: tuple[str, ...] = (),
) -> dict[str, Kept]:
    """An answer for each symbol and each call, keyed by the symbol or by `bind_key`.

    One module that hangs leaves the others a second life of the child, as long as the first;
    files that are `refused` cannot be imported.
    """
    owners = {name: name for name in symbols} | {bind_key(*one): one[0] for one in binds}
    answers: dict[str, Kept] = {}
    ends, hangs = time.monotonic() + timeout_s, 0
    for _ in range(_STARTS):
        left = [one for one in symbols if one not in answers]
        left_binds = [one for one in binds if bind_key(*one) not in answers]
        if not left and not left_binds:
            return answers
        asked: _Asked = {"symbols": left, "binds": left_binds, "refused": refused}
        run, ended = _once(python, asked, ends - time.monotonic())
        answers |= run.answers
        if ended is None:
            continue
        waited = 0.0
        if not ended:
            ended, waited = f"did not answer within {timeout_s:g} s", timeout_s
            ends, hangs = time.monotonic() + timeout_s, hangs + 1
        for key in _blamed(run, owners, answers, all_left=not run.at or hangs > 1):
            place = f" while importing {run.importing}" if run.importing else ""
            answers[key] = Kept(not_imported=f"{ended}{place}", waited=waited)
    for key in owners:
        answers.setdefault(key, Kept(not_imported="ended the process too often to go on"))
    return answers


def _blamed(
    run: _Run, owners: dict[str, str], answers: dict[str, Kept], *, all_left: bool
) -> Iterator[str]:
    """The requests that a run's end leaves without an answer for good."""
    for key, symbol in owners.items():
        if key in answers:
            continue
        below = run.importing and f"{symbol}.".startswith(f"{run.importing}.")
        if all_left or key == run.at or below:
            yield key


def _once(python: str, asked: _Asked, seconds: float) -> tuple[_Run, str | None]:
    """Run the child once; why it ended early ("" when time was up), None when it was done."""
    with tempfile.TemporaryDirectory(prefix="drift-audit-") as folder:
        request, answer = Path(folder, "request.json"), Path(folder, "answer.jsonl")
        request.write_text(json.dumps(asked), encoding="utf-8")
        script = Path(__file__).with_name("probe.py")
        ended = _life([python, str(script), str(request), str(answer)], folder, seconds)
        run = _read(answer)
    if run.done:
        return run, None
    return run, ended


def _life(command: list[str], folder: str, seconds: float) -> str:
    """From start to end of the child; how it ended, "" when it had to be killed."""
    environment = os.environ | dict.fromkeys(_NO_GPU, "") | {"PYTHONDONTWRITEBYTECODE": "1"}
    quiet = subprocess.DEVNULL
    if seconds <= 0:
        return ""
    try:
        child = subprocess.Popen(
            command,
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            env=environment,
            cwd=folder,
            start_new_session=True,
        )
    except OSError as error:
        return f"{command[0]} cannot be started: {error.strerror}"
    try:
        code = child.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return ""
    finally:
        _kill(child)
    return _ending(code)


def _kill(child: subprocess.Popen[bytes]) -> None:
    """End the child and all that it started."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            child.kill()
        else:
            os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _ending(code: int) -> str:
    if code < 0:
        try:
            return f"ended the process by {signal.Signals(-code).name}"
        except ValueError:
            return f"ended the process by signal {-code}"
    return f"ended the process with exit code {code}"


def _read(answer: Path) -> _Run:
    """What stands in the answers; a last line that was cut off is left out."""
    run = _Run()
    with contextlib.suppress(OSError):
        for line in answer.read_bytes().split(b"\n")[:-1]:
            try:
                _take(run, line)
            except msgspec.DecodeError:
                break
    return run


def _take(run: _Run, line: bytes) -> None:
    said = msgspec.json.decode(line, type=_Line)
    if said.done:
        run.done = True
    elif said.begin is not None:
        run.at = said.begin if isinstance(said.begin, str) else bind_key(*said.begin)
        run.importing = ""
    elif said.symbol or said.bind is not None:
        key = said.symbol if said.bind is None else bind_key(*said.bind)
        run.answers[key] = msgspec.json.decode(line, type=Kept)
        run.at = ""
    else:
        run.importing = said.importing or ""
