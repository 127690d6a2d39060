"""`drift-audit scan`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import click
import platformdirs

from drift_audit.auditor.config import Settings, fail_levels, read_settings
from drift_audit.auditor.errors import ConsumerError, UsageError
from drift_audit.auditor.model import Scan, Severity

from .progress import progress_for


@click.command()
@click.argument("consumer", default=".", required=False)
@click.option(
    "--provider",
    "providers",
    multiple=True,
    metavar="REQ",
    help="The provider: `vllm` (installed), `vllm==0.17.1` (from the index), or `vllm @ PATH`. "
    "Repeatable. Default: vllm, transformers and torch as far as they are imported and installed.",
)
@click.option(
    "--baseline",
    "baselines",
    multiple=True,
    metavar="REQ",
    help="The release that the consumer was written for, named likewise. "
    "Default: what the consumer's own metadata or lock file says.",
)
@click.option("--python", metavar="EXE", help="The Python whose environment is meant.")
@click.option("--static", is_flag=True, help="Judge by sources alone; import nothing.")
@click.option("--select", multiple=True, metavar="KIND", help="Only these kinds of drift.")
@click.option("--ignore", multiple=True, metavar="KIND", help="All but these kinds of drift.")
@click.option("--exclude", multiple=True, metavar="PATTERN", help="Paths to leave out.")
@click.option(
    "--output-format", "output_format", default="text", metavar="FORMAT", show_default=True,
    help="What goes to standard output.",
)
@click.option(
    "-o", "--output", "outputs", multiple=True, metavar="FILE",
    help="Write a report, its format by its suffix. Repeatable.",
)
@click.option(
    "--fail-on", type=click.Choice(fail_levels()), help="Exit 1 from this severity on. [breaks]"
)
@click.option("--offline", is_flag=True, help="Use the cache alone; say what is missing.")
@click.option("--cache-dir", metavar="DIR", help="Where what is fetched and computed is kept.")
def scan(
    consumer: str,
    providers: tuple[str, ...],
    baselines: tuple[str, ...],
    python: str | None,
    static: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    exclude: tuple[str, ...],
    output_format: str,
    outputs: tuple[str, ...],
    fail_on: str | None,
    offline: bool,
    cache_dir: str | None,
) -> None:
    """Find what drifted between CONSUMER and its providers.

    CONSUMER is a folder or file of source, a wheel, the name of an installed distribution, or a
    requirement such as `speculators==0.3.0`. Default: the project in the current folder.

    Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 usage, 3 could not analyse.
    """
    from drift_audit.auditor.audit import Request, audit
    from drift_audit.reports import formats

    formats.load(output_format)
    targets = [(Path(name), formats.by_suffix(name)) for name in outputs]
    for target, _ in targets:
        _writable(target)
    folder = Path(consumer) if Path(consumer).is_dir() else Path.cwd()
    settings = read_settings(folder)
    with progress_for(sys.stderr) as progress:
        found = audit(
            Request(
                consumer=consumer,
                providers=providers or settings.providers,
                baselines=baselines or settings.baselines,
                python=python or settings.python or None,
                static=static,
                select=select or settings.select,
                ignore=(*settings.ignore, *ignore),
                exclude=(*settings.exclude, *exclude),
                offline=offline,
                cwd=Path.cwd(),
                cache_dir=_cache(cache_dir),
                progress=progress,
            )
        )
    for target, name in targets:
        _write(target, formats.render(name, found))
    _show(found, output_format)
    sys.exit(_exit_code(found, fail_on or settings.fail_on))


def _cache(named: str | None) -> Path:
    chosen = named or os.environ.get("DRIFT_AUDIT_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("drift-audit"))


def _show(found: Scan, output_format: str) -> None:
    from drift_audit.reports import formats

    if output_format == "text" and sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        from drift_audit.reports.formats.text import render_terminal

        click.echo(render_terminal(found), nl=False)
        return
    click.echo(formats.render(output_format, found), nl=False)


def _writable(target: Path) -> None:
    if target.is_dir():
        raise UsageError(f"{target} is a folder.", "Name a file for the report.")


def _write(target: Path, text: str) -> None:
    """Write beside the target and rename, so that a report is whole or not there."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UsageError(
            f"The report {target} cannot be written: {error.strerror or error}.",
            "Name a file in a folder that can be written.",
        ) from error


def _exit_code(found: Scan, fail_on: str) -> int:
    if fail_on != "never":
        bound = Severity(fail_on).rank
        if any(finding.severity.rank <= bound for finding in found.findings):
            return 1
    read = found.consumer.files - len(found.coverage.skipped)
    if found.coverage.skipped and not read:
        raise ConsumerError(
            f"None of the {found.consumer.files} files of {found.consumer.name} could be read.",
            f"The first: {found.coverage.skipped[0].path}: {found.coverage.skipped[0].reason}.",
        )
    return 0


__all__ = ["Settings", "scan"]
