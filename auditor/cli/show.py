"""`drift-audit show`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drift_audit.auditor.errors import UsageError

from .options import SCAN
from .output import aside, say
from .progress import progress_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from drift_audit.auditor.acquire import Acquisition
    from drift_audit.auditor.history import Named

    from .progress import Bar


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowAsked:
    """The words of one `show`."""

    name: str
    provider: str | None
    across: str | None
    pre: bool
    python: str | None
    offline: bool
    cache_dir: str | None
    output_format: str


@click.command(
    params=[
        click.Argument(["name"], metavar="DOTTED.NAME"),
        click.Option(
            ["--provider"],
            metavar="REQ",
            help="The package that has it. [the name's first part, as it is installed]",
        ),
        click.Option(
            ["--across"],
            metavar="RANGE|LIST|all",
            help="In these releases of the index, with what changed from each to the next.",
        ),
        click.Option(["--pre"], is_flag=True, help="Pre-releases too."),
        *(param for param in SCAN if param.name in ("python", "offline", "cache_dir")),
        click.Option(
            ["--output-format"],
            default="text",
            type=click.Choice(["text", "json"]),
            show_default=True,
            help="What goes to standard output.",
        ),
    ]
)
def show(**words: object) -> int:
    """Show what DOTTED.NAME promises: a module, class, function, or member of a provider.

    Exit codes: 0, 1 when it is nowhere, 2 usage, 3 a release could not be read.
    """
    from drift_audit.auditor.acquire import Acquisition, find_environment
    from drift_audit.auditor.history import history_of
    from drift_audit.reports import portraits

    from .inquiry import cache_of

    asked = ShowAsked(**words)  # type: ignore[arg-type]
    if not all(part.isidentifier() for part in asked.name.split(".")):
        advice = "Write one like `vllm.v1.request.Request`."
        raise UsageError(f"`{asked.name}` is no dotted name", advice)
    cache = cache_of(asked.cache_dir)
    environment = find_environment(asked.python, Path.cwd(), cache_dir=cache)
    with progress_for(sys.stderr) as bar:
        acquisition = Acquisition(
            cache_dir=cache, environment=environment, offline=asked.offline, progress=bar
        )
        releases = tuple(_named(asked, acquisition))
        history = history_of(asked.name, _watched(releases, bar), acquisition)
    for note in acquisition.notes:
        aside(f"note: {note}")
    as_json = asked.output_format == "json"
    say((portraits.document if as_json else portraits.text)(history), encoding="utf-8" * as_json)
    return int(history.is_nowhere)


def _named(asked: ShowAsked, acquisition: Acquisition) -> Iterator[Named]:
    from drift_audit.auditor.acquire.requirement import parse_requirement
    from drift_audit.auditor.history import Named
    from drift_audit.auditor.matrix import Column, ordered
    from drift_audit.auditor.releases import chosen

    provider = asked.provider or asked.name.partition(".")[0]
    named = parse_requirement(provider)
    if asked.across is None:
        yield Named(requirement=provider)
        return
    found = chosen(named.name, asked.across, acquisition, pre=asked.pre)
    columns = ordered(
        Column(version=one.version, uploaded=one.uploaded.date() if one.uploaded else None)
        for one in found
    )
    for column in columns:
        yield Named(requirement=f"{named.name}=={column.version}", uploaded=column.uploaded)


def _watched(releases: tuple[Named, ...], bar: Bar | None) -> Iterator[Named]:
    for done, named in enumerate(releases):
        if bar and len(releases) > 1:
            bar.watch("reading", done, len(releases))
        yield named
