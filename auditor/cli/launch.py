"""How a command is launched: which rank this is, on which node, and how the command takes over."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from .output import fail

_LOCAL_RANKS = ("LOCAL_RANK", "SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_RANK")
_LAUNCHERS = (
    ("SLURM_JOB_ID", ("SLURM_STEP_ID", "SLURM_RESTART_COUNT"), ("SLURM_NNODES",)),
    (
        "TORCHELASTIC_RUN_ID",
        ("MASTER_ADDR", "MASTER_PORT", "TORCHELASTIC_RESTART_COUNT"),
        ("GROUP_WORLD_SIZE",),
    ),
)
_NO_RUN_ID = "none"
_MISSING, _SHUT = 127, 126
_IGNORED_BY_PYTHON = ("SIGPIPE", "SIGXFZ", "SIGXFSZ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """Where this process stands among those of its launch.

    `speaks` tells the one of a node that reports. `name` is the same in all processes of a launch
    over several nodes, "" where there is but one node or nobody tells.
    """

    node: str
    speaks: bool
    name: str


def launch_of(environ: Mapping[str, str]) -> Launch:
    """What torchrun, Slurm or mpirun say in the environment."""
    rank = next((environ[name] for name in _LOCAL_RANKS if environ.get(name)), "0")
    name = ""
    for key, more, nodes in _LAUNCHERS:
        several = any(environ.get(count, "1") != "1" for count in nodes)
        if several and environ.get(key, _NO_RUN_ID) != _NO_RUN_ID:
            name = "\0".join((key, environ[key], *(environ.get(each, "") for each in more)))
            break
    node = environ.get("SLURMD_NODENAME") or os.uname().nodename
    return Launch(node=node, speaks=rank == "0", name=name)


def become(command: tuple[str, ...]) -> int:
    """Let a command take this process over; gives an exit code where it cannot be run.

    It gets the process as it was: its number, its files, its environment and its signals, of which
    Python ignores some for itself.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    for name in _IGNORED_BY_PYTHON:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        os.execvp(command[0], command)  # noqa: S606 - an argument list, as it was given
    except FileNotFoundError:
        fail(f"{command[0]}: there is no such command", "Look at its spelling and at PATH.")
        return _MISSING
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        fail(f"{command[0]} cannot be run: {reason}", "Name a file that can be executed.")
        return _SHUT
