"""`drift-audit surface`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import SCAN, Asked
from .output import aside, refuse_unwritable, say, write_report
from .progress import progress_for

if TYPE_CHECKING:
    from drift_audit.auditor.config import Settings
    from drift_audit.auditor.surface import Surface

    from .progress import Bar


@click.command(
    params=[
        *(p for p in SCAN if p.name not in ("output_format", "fail_on", "shrink_known")),
        click.Option(
            ["--output-format"],
            default="text",
            type=click.Choice(["text", "json", "markdown"]),
            show_default=True,
            help="What goes to standard output.",
        ),
    ]
)
def surface(**words: object) -> int:
    """Tell what CONSUMER couples to: every name of its providers that it leans on.

    In four parts: what breaks, what behaves differently, what both ask for of other projects, and
    what is as it was; private names and names in strings are marked.

    Exit codes: 0, 2 usage, 3 could not analyse.
    """
    from drift_audit.reports import surfaces

    from .project import understood

    asked, settings = understood(Asked, words)
    targets = [(Path(name), surfaces.by_suffix(name)) for name in asked.outputs]
    for target, _ in targets:
        refuse_unwritable(target)
    with progress_for(sys.stderr) as bar:
        found = _found(asked, settings, bar)
    for target, name in targets:
        write_report(target, surfaces.render(name, found))
    for note in found.scan.notes:
        aside(f"note: {note}")
    text = surfaces.render(asked.output_format, found)
    say(text, encoding="" if asked.output_format == "text" else "utf-8")
    return 0


def _found(asked: Asked, settings: Settings, bar: Bar | None) -> Surface:
    from dataclasses import replace

    from drift_audit.auditor.audit import at_bench
    from drift_audit.auditor.surface import surface_of
    from drift_audit.patchers.advise import advise

    from .inquiry import request_of
    from .project import held, recipes_of, selection_of

    recipes = recipes_of(settings)
    meant = selection_of(asked, settings, recipes)
    recipes = meant.left(held(asked, recipes))
    with at_bench(request_of(asked, settings, bar)) as bench:
        judgement = bench.judge()
        scan = bench.ask(meant.of(advise(judgement, recipes).scan))
        scan = replace(scan, notes=(*scan.notes, *bench.acquisition.notes))
        return surface_of(judgement, scan, bench.consumer)
