"""`drift-audit fix`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.model import FixStanding

from .options import FIX, FixAsked
from .output import aside, say, write_report
from .progress import progress_for

if TYPE_CHECKING:
    from drift_audit.auditor.audit import Bench, Request
    from drift_audit.auditor.config import Settings
    from drift_audit.auditor.model import Finding
    from drift_audit.patchers.mend import Mending
    from drift_audit.patchers.model import Fix, Recipe
    from drift_audit.patchers.selection import Selection

_REJECTED = 4


@click.command(params=FIX)
def fix(**words: object) -> int:
    """Patch what drifted between CONSUMER and its providers.

    Without --apply or --into nothing is written. Every patch is proven first: the file parses, the
    finding is gone, none is new, comments are kept, and a second run changes nothing.

    Exit codes: 0 nothing left at or above --fail-on, 1 findings left or (dry) a patch is pending,
    2 usage, 3 could not analyse, 4 a fix was rejected.
    """
    from drift_audit.reports import formats

    from .inquiry import request_of, targets_of
    from .project import held, recipes_of, selection_of, understood

    asked, settings = understood(FixAsked, words)
    _refuse_contradictions(asked)
    formats.load(asked.output_format)
    targets = targets_of(asked.outputs)
    recipes = recipes_of(settings)
    meant = selection_of(asked, settings, recipes)
    recipes = meant.left(held(asked, recipes))
    with progress_for(sys.stderr) as bar:
        mending, notes = _mended(asked, recipes, meant, request_of(asked, settings, bar))
        told = mending.told
        reports = [(target, formats.render(name, told)) for target, name in targets]
    for target, report in reports:
        write_report(target, report)
    left = _left(asked, settings, mending)
    _show(asked, mending, notes)
    return _exit_code(asked, mending, left, asked.fail_on or settings.fail_on)


def _left(asked: FixAsked, settings: Settings, mending: Mending) -> tuple[Finding, ...]:
    """What is left of what the project does not know of; what is mended is known no more."""
    from .acquainted import is_whole, known_file

    file = known_file(asked, settings)
    written = asked.write and (asked.allow_silent or not mending.unveiled)
    if written and is_whole(asked) and (gone := file.shrink(mending.after)):
        aside(f"{gone} known finding{'s' * (gone != 1)} gone, taken out of {file.path}")
    return file.apart(mending.after).findings


def _refuse_contradictions(asked: FixAsked) -> None:
    if asked.write and asked.into:
        raise UsageError("--apply and --into exclude each other", "Give one of them.")
    if asked.bare and asked.output_format != "text":
        raise UsageError("--diff has a format of its own", "Leave --output-format out.")
    if asked.interactive and not sys.stdin.isatty():
        raise UsageError("--interactive needs a terminal to ask at", "Leave it out, or select.")


def _mended(
    asked: FixAsked, recipes: tuple[Recipe, ...], meant: Selection, request: Request
) -> tuple[Mending, tuple[str, ...]]:
    """Mend, and write where that is asked for; what there is to say of the writing comes too."""
    from drift_audit.auditor.audit import at_bench
    from drift_audit.patchers.mend import Style, mend

    style = Style(asked.style)

    def wants(fix: Fix) -> bool:
        return fix.is_asked_for(unsafe=asked.unsafe_fixes) and meant.takes(fix.finding)

    with at_bench(request) as bench:
        if style is Style.COMPATIBLE:
            _refuse_without_baseline(bench)
        mending = mend(bench, recipes, wants, style)
        if asked.interactive:
            chosen = _chosen(mending)
            mending = mend(bench, recipes, lambda fix: wants(fix) and fix.key in chosen, style)
        notes = _written(asked, bench, mending) if mending.patches else ()
    return mending, (*notes, *bench.acquisition.notes)


def _refuse_without_baseline(bench: Bench) -> None:
    if all(pairing.before is None for pairing in bench.pairings):
        raise UsageError(
            "--style compatible needs a baseline to stay compatible with",
            "Name it, as in --baseline vllm==0.11.0.",
        )


def _chosen(mending: Mending) -> frozenset[tuple[str, str]]:
    """The keys of the fixes that the user says yes to."""
    from drift_audit.reports.inert import kept, one_line

    chosen: set[tuple[str, str]] = set()
    for repair in mending.repairs:
        if repair.standing is FixStanding.REPAIRED:
            shown = (
                *repair.diff.split("\n")[:-1],
                f"{repair.fix.applicability}: {repair.fix.safety}",
            )
            click.echo("\n".join(map(kept, shown)), err=True)
            question = f"{one_line(repair.finding.message)}. Take this fix?"
            if click.confirm(question, default=True, err=True):
                chosen.add(repair.fix.key)
    return frozenset(chosen)


def _written(asked: FixAsked, bench: Bench, mending: Mending) -> tuple[str, ...]:
    if mending.unveiled and not asked.allow_silent:
        return ()
    providers = tuple(f"{p.package} {p.now.version}".strip() for p in bench.pairings)
    if asked.into:
        from drift_audit.patchers.writing import write_overlay

        overlay = write_overlay(
            bench.consumer,
            mending.patches,
            Path(asked.into),
            acquisition=bench.acquisition,
            providers=providers,
            force=asked.force,
        )
        return (f"written to {asked.into}, to come first on PYTHONPATH", *overlay.notes)
    if asked.write:
        from drift_audit.patchers.writing import apply, plan_writing

        plan = plan_writing(bench.consumer, mending.patches, providers=providers)
        plan.check(force=asked.force)
        for word in (*plan.warnings, *plan.notes):
            aside(f"note: {word}")
        aside(f"writing {len(plan.targets)} files below {plan.root}")
        done = apply(bench.consumer, mending.patches, force=asked.force, providers=providers)
        return (f"`drift-audit undo {done.number}` puts them back",)
    return ()


def _show(asked: FixAsked, mending: Mending, notes: tuple[str, ...]) -> None:
    from .inquiry import show

    if asked.bare:
        say(mending.diff(), errors="surrogateescape")
    else:
        show(mending.told, asked.output_format)
    for note in notes:
        aside(f"note: {note}")
    if mending.unveiled and not asked.allow_silent:
        first = mending.unveiled[0]
        aside(
            "refused: with these patches what raised would run, and "
            f"{len(mending.unveiled)} would be silently wrong; the first: "
            f"{first.span.path}:{first.span.line} {first.message}. "
            "Mend these too, or say --allow-silent."
        )


def _exit_code(asked: FixAsked, mending: Mending, left: tuple[Finding, ...], fail_on: str) -> int:
    from .inquiry import reaches

    standings = {r.standing for r in mending.repairs if not r.finding.is_advisory}
    if FixStanding.REJECTED in standings or (mending.unveiled and not asked.allow_silent):
        return _REJECTED
    if not (asked.write or asked.into) and FixStanding.REPAIRED in standings:
        return 1
    return int(reaches(left, fail_on))
