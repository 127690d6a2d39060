"""`drift-audit guard`."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drift_audit.auditor import __version__
from drift_audit.auditor.acquire.cache import key_of, stamp
from drift_audit.auditor.acquire.requirement import parse_requirement

from .launch import Launch, become, launch_of
from .options import GUARD, GuardAsked
from .output import aside, fail
from .program import NOT_RUN
from .project import understood
from .verdicts import Verdict, settle, verdicts_below

if TYPE_CHECKING:
    from drift_audit.auditor.audit import Bench
    from drift_audit.auditor.config import Settings

_SHAPED_BY = ("CONDA_", "DRIFT_AUDIT_", "HF_", "LD_LIBRARY_PATH", "PIP_", "PYTHON", "VIRTUAL_ENV")


class _Guard(click.Command):
    """Whatever comes after `--` is the command, and none of our words."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse what comes before `--`."""
        at = args.index("--") if "--" in args else len(args)
        rest = super().parse_args(ctx, args[:at])
        ctx.params["command"] = tuple(args[at + 1 :])
        if not ctx.params["command"]:
            raise click.UsageError("there is no command to guard: write it after `--`", ctx)
        return rest

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """As the words are given."""
        return [*super().collect_usage_pieces(ctx), "-- COMMAND..."]


@click.command(cls=_Guard, params=GUARD)
def guard(**words: object) -> int:
    """Audit CONSUMER, and run COMMAND in place of this process if nothing has drifted.

    All else is as for a scan. A verdict is made once a node, whatever the number of ranks, and
    kept until the consumer, a provider, the environment or a word changes.

    Exit codes: those of COMMAND; 78 where it was not run, 126 and 127 where it cannot be.
    """
    from .inquiry import cache_of

    asked, settings = understood(GuardAsked, words)
    launch = launch_of(os.environ)
    verdicts = verdicts_below(cache_of(asked.cache_dir))
    question = _question(asked, settings)
    written = [Path(name) for name in asked.outputs]
    verdict = settle(
        verdicts,
        question,
        launch.node,
        holds=lambda: all(report.exists() for report in written),
        make=lambda: _made(asked, settings),
    )
    other = ""
    if launch.name and verdict.green:
        other = verdicts.other_node(launch.name, question, launch.node, verdict.state)
    if not verdict.green or other:
        _refuse(asked, launch, verdict, other)
        return NOT_RUN
    if launch.speaks:
        aside(f"drift-audit: {verdict.sentence}")
    return become(asked.command)


def _refuse(asked: GuardAsked, launch: Launch, verdict: Verdict, other: str) -> None:
    if other:
        fail(
            f"{asked.command[0]} is not run on {launch.node}: its environment or its sources are "
            f"not those of {other}",
            "Make both alike; `drift-audit scan` on each shows its releases.",
        )
        return
    if launch.speaks:
        click.echo(verdict.report, err=True, nl=False)
    fail(f"{asked.command[0]} is not run: {verdict.sentence}", "`drift-audit fix` shows patches.")


def _question(asked: GuardAsked, settings: Settings) -> str:
    """What is asked, as the name that its verdict is kept by; the command is no part of it."""
    shaping = (name for name in os.environ if name.startswith(_SHAPED_BY))
    variables = (f"{name}={os.environ[name]}" for name in sorted(shaping))
    cards = (card for folder in settings.recipes for card in Path(folder).rglob("*.toml"))
    said = (repr(replace(asked, command=())), repr(settings), str(Path.cwd()))
    stamps = (f"{card} {stamp(card)}" for card in sorted(cards))
    return key_of(__version__, sys.executable, *said, *variables, *stamps)


def _made(asked: GuardAsked, settings: Settings) -> Verdict:
    """Audit, write the reports that are asked for, and say what it comes to."""
    from drift_audit.auditor.premises import premises_of
    from drift_audit.reports import formats
    from drift_audit.reports.verdict import verdict

    from .acquainted import known_file
    from .inquiry import exit_code, inquire, targets_of
    from .output import write_report
    from .progress import progress_for

    formats.load(asked.output_format)
    targets = targets_of(asked.outputs)
    file = known_file(asked, settings)
    seen = []

    def before(bench: Bench) -> None:
        model = Path(asked.model or settings.model).expanduser() / "config.json"
        premises = premises_of(bench, (str(file.path), str(model)))
        seen.append((premises, premises.state()))

    with progress_for(sys.stderr) as bar:
        found = file.apart(inquire(asked, settings, bar, before))
    for target, name in targets:
        write_report(target, formats.render(name, found))
    ((premises, state),) = seen
    return Verdict(
        green=not exit_code(found, asked.fail_on or settings.fail_on),
        sentence=verdict(found).sentence,
        report=formats.render(asked.output_format, found),
        premises=premises,
        state=state,
        lasting=not any(map(_is_open, _requirements(asked, settings))),
    )


def _requirements(asked: GuardAsked, settings: Settings) -> tuple[str, ...]:
    consumer = () if os.path.lexists(Path(asked.consumer).expanduser()) else (asked.consumer,)
    providers = asked.providers or settings.providers
    return (*consumer, *providers, *asked.baselines, *settings.baselines)


def _is_open(requirement: str) -> bool:
    """Whether a newer release could answer it tomorrow, or another file at its address."""
    named = parse_requirement(requirement)
    return bool(named.specifiers) or "://" in named.place
