"""The command line: it alone prints and exits."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import click

from drift_audit.auditor import __version__
from drift_audit.auditor.errors import DriftAuditError

_COMMANDS: Mapping[str, str] = {
    "scan": "Find what drifted between a consumer and its providers.",
    "kind": "Explain a kind of drift, or list them all.",
}


class _Lazy(click.Group):
    """Each subcommand's module is imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all subcommands."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name."""
        if cmd_name not in _COMMANDS:
            return None
        import importlib

        command = getattr(importlib.import_module(f"{__name__}.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="drift-audit")
def cli() -> None:
    """Find what drifted between your code and the packages it leans on, before the run."""


def main() -> None:
    """Run; what a user can mend is told in one sentence with advice, and its own exit code."""
    try:
        cli(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo("Interrupted.", err=True)
        sys.exit(130)
    except DriftAuditError as error:
        click.echo(f"{click.style('error', fg='red', bold=True)}: {error.message}", err=True)
        if error.advice:
            click.echo(f"  {error.advice}", err=True)
        sys.exit(error.exit_code)
