"""What `drift-audit scan` can be told."""

from __future__ import annotations

from dataclasses import dataclass

import click

from drift_audit.auditor.config import fail_levels


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The words of one command line; empty or None where nothing was said."""

    consumer: str
    providers: tuple[str, ...]
    baselines: tuple[str, ...]
    python: str | None
    static: bool
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    exclude: tuple[str, ...]
    offline: bool
    cache_dir: str | None
    model: str | None
    advisories: bool
    no_recipes: bool = False
    output_format: str = "text"
    outputs: tuple[str, ...] = ()
    fail_on: str | None = None
    shrink_known: bool = False
    changed_since: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FixAsked(Asked):
    """The words of a `fix`."""

    write: bool
    into: str | None
    bare: bool
    style: str
    unsafe_fixes: bool
    interactive: bool
    allow_silent: bool
    force: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardAsked(Asked):
    """The words of a `guard`: those of a scan, and the command that waits."""

    command: tuple[str, ...]


def _repeatable(names: list[str], metavar: str, words: str) -> click.Option:
    return click.Option(names, multiple=True, metavar=metavar, help=words)


_JUDGED: list[click.Parameter] = [
    click.Argument(["consumer"], default=None, required=False),
    _repeatable(
        ["--provider", "providers"],
        "REQ",
        "The provider: `vllm` (installed), `vllm==0.17.1` (from the index), or `vllm @ PATH`. "
        "Repeatable. Default: vllm, transformers and torch as far as they are imported and "
        "installed.",
    ),
    _repeatable(
        ["--baseline", "baselines"],
        "REQ",
        "The release that the consumer was written for, named likewise. "
        "Default: what the consumer's own metadata or lock file says.",
    ),
    click.Option(["--python"], metavar="EXE", help="The Python whose environment is meant."),
    click.Option(
        ["--model"],
        metavar="DIR|ID",
        help="The model that will be run: a folder with its config.json, or a Hugging Face id.",
    ),
    click.Option(["--static"], is_flag=True, help="Judge by sources alone; import nothing."),
    _repeatable(["--select"], "KIND", "Only these kinds of drift or recipes."),
    _repeatable(["--ignore"], "KIND", "All but these kinds of drift or recipes."),
    _repeatable(["--exclude"], "PATTERN", "Paths to leave out."),
    click.Option(
        ["--advisories"],
        is_flag=True,
        help="Also tell known faults of the code itself, which no release brought; never counted.",
    ),
    click.Option(["--offline"], is_flag=True, help="Use the cache alone; say what is missing."),
    click.Option(
        ["--cache-dir"], metavar="DIR", help="Where what is fetched and computed is kept."
    ),
]

_COMMON: list[click.Parameter] = [
    *_JUDGED,
    click.Option(
        ["--output-format"],
        default="text",
        metavar="FORMAT",
        show_default=True,
        help="What goes to standard output.",
    ),
    _repeatable(
        ["-o", "--output", "outputs"],
        "FILE",
        "Write a report, its format by its suffix. Repeatable.",
    ),
    click.Option(
        ["--fail-on"],
        type=click.Choice(fail_levels()),
        help="Exit 1 from this severity on. [breaks, which includes silent]",
    ),
]

FIX: list[click.Parameter] = [
    *_COMMON,
    click.Option(["--apply", "write"], is_flag=True, help="Write the patches in place."),
    click.Option(
        ["--into"], metavar="DIR", help="Write a patched copy, to come first on PYTHONPATH."
    ),
    click.Option(["--diff", "bare"], is_flag=True, help="Print the bare unified diff."),
    click.Option(
        ["--style"],
        type=click.Choice(["plain", "compatible"]),
        default="plain",
        show_default=True,
        help="For the provider at hand alone, or so that the baseline works as well.",
    ),
    click.Option(["--unsafe-fixes"], is_flag=True, help="Include fixes that may change a meaning."),
    click.Option(["--interactive"], is_flag=True, help="Ask about each fix."),
    click.Option(["--allow-silent"], is_flag=True, help="Even where a crash becomes wrong data."),
    click.Option(["--force"], is_flag=True, help="Write over uncommitted or hand-made changes."),
]

_NO_RECIPES = click.Option(["--no-recipes"], is_flag=True, help="Judge by contracts alone.")

GUARD: list[click.Parameter] = [*_COMMON, _NO_RECIPES]

SCAN: list[click.Parameter] = [
    *GUARD,
    click.Option(
        ["--shrink-known"],
        is_flag=True,
        help="Take known findings that are gone out of the project's file of them.",
    ),
    click.Option(
        ["--changed-since"],
        metavar="REF",
        help="Only what stands in files that changed since that commit of git.",
    ),
]

REPORT: list[click.Parameter] = [
    click.Argument(["file"], metavar="FILE.json"),
    *(param for param in _COMMON if param.name in ("output_format", "outputs")),
    click.Option(
        ["--fail-on"],
        type=click.Choice(fail_levels()),
        help="Exit 1 from this severity on. [never]",
    ),
]

KNOWN: list[click.Parameter] = [*_JUDGED, _NO_RECIPES]
