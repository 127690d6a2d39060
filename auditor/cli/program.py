"""The program as a whole: its subcommands, and how it ends."""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping, Sequence

import click

from drift_audit.auditor import __version__
from drift_audit.auditor.errors import DriftAuditError

from . import INTERRUPTED
from .output import fail, let_go

_COMMANDS: Mapping[str, str] = {
    "scan": "Find what drifted between a consumer and its providers.",
    "guard": "Audit, and run a command only if nothing has drifted.",
    "fix": "Patch a consumer, each patch proven before it is written.",
    "report": "Write a saved run again, in other formats.",
    "undo": "Put back what fix --apply changed.",
    "known": "Let be what is there already, so that later runs tell what is new.",
    "recipes": "List what is known beyond contracts, and how it is mended.",
    "explain": "Explain a kind of drift or a recipe.",
    "kind": "Explain a kind of drift, or list them all.",
    "surface": "Tell what a consumer couples to.",
    "show": "Show what a name of a provider promises, and how that changed.",
    "matrix": "Scan consumers against many releases of a provider.",
}
_UNANALYSED = 3
_OWN = range(1, 5)
"""Exit codes that say how an audit ended; a command that was guarded has them for its own."""
NOT_RUN = 78


class _Lazy(click.Group):
    """Each subcommand's module is imported when it is asked for."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The names of all subcommands."""
        return list(_COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name."""
        if cmd_name not in _COMMANDS:
            return None
        import importlib

        command = getattr(importlib.import_module(f"{__package__}.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="drift-audit")
def cli() -> None:
    """Find what drifted between your code and the packages it leans on, before the run."""


def run(words: Sequence[str]) -> int:
    """Run a command line; gives the exit code.

    What a user can mend is told in one sentence with advice. A fault of the program itself must
    not look like findings, whose exit code Python would give it; and an exit code of ours not like
    one of a command that is guarded.
    """
    code = _ended(words)
    return NOT_RUN if code in _OWN and list(words[:1]) == ["guard"] else code


def _ended(words: Sequence[str]) -> int:
    try:
        return _run(words)
    except (click.Abort, KeyboardInterrupt):
        return _interrupted()
    except MemoryError:
        fail("there is not enough memory", "Leave large generated files out, with --exclude.")
    except BrokenPipeError:
        let_go(sys.stdout)
        return 0
    except OSError as error:
        place = f"{str(error.filename)[:200]}: " if error.filename else ""
        fail(f"{place}{error.strerror or error}", "Look at that file or folder.")
    except Exception as error:  # noqa: BLE001 - told whole, with an exit code of its own
        if _is_interrupt(error):
            return _interrupted()
        import traceback

        traceback.print_exc()
        fail("drift-audit itself is at fault", "Please report the lines above to its authors.")
    return _UNANALYSED


def _interrupted() -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    fail("interrupted", "Nothing is half-written.")
    return INTERRUPTED


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether an interrupt is behind it: Python 3.11 wraps one that a class's making meets."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _run(words: Sequence[str]) -> int:
    try:
        code = cli.main(list(words), prog_name="drift-audit", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        path = context.command_path if context else "drift-audit"
        fail(error.format_message(), f"`{path} --help` shows what can be said.")
        return error.exit_code
    except DriftAuditError as error:
        fail(error.message, error.advice)
        return error.exit_code
    return code if isinstance(code, int) else 0
