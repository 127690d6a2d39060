"""`drift-audit matrix`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drift_audit.auditor.config import fail_levels
from drift_audit.auditor.errors import UsageError

from .options import SCAN
from .output import aside, refuse_unwritable, say, write_report
from .progress import progress_for

if TYPE_CHECKING:
    from drift_audit.auditor.acquire import Acquisition
    from drift_audit.auditor.matrix import Column, Matrix, Row, Upgrade

    from .cells import Ask

_PASSED = ("baselines", "python", "model", "select", "ignore", "exclude")
_OPTIONS: list[click.Parameter] = [
    click.Argument(["consumers"], metavar="[CONSUMER]...", nargs=-1),
    click.Option(
        ["--provider"],
        required=True,
        metavar="REQ",
        help="The provider's name on the index; with a range, those releases of it.",
    ),
    click.Option(
        ["--versions"],
        metavar="RANGE|LIST|all",
        help="The provider's releases: `>=0.11,<0.34`, `0.11.0,0.17.1`, or `all`.",
    ),
    click.Option(
        ["--consumer-versions"],
        metavar="RANGE|LIST|all",
        help="Releases of the consumer, named likewise.",
    ),
    click.Option(["--pre"], is_flag=True, help="Pre-releases too."),
    click.Option(
        ["--jobs"], type=click.IntRange(1), help="Scans at a time. [one for each processor]"
    ),
    *(param for param in SCAN if param.name in (*_PASSED, "no_recipes", "offline", "cache_dir")),
    click.Option(
        ["--output-format"],
        default="text",
        type=click.Choice(["text", "json", "markdown", "html"]),
        show_default=True,
        help="What goes to standard output.",
    ),
    *(param for param in SCAN if param.name == "outputs"),
    click.Option(
        ["--fail-on"],
        type=click.Choice(fail_levels()),
        default="never",
        show_default=True,
        help="Exit 1 where the newest release has findings from this severity on.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixAsked:
    """The words of one `matrix`."""

    consumers: tuple[str, ...]
    provider: str
    versions: str | None
    consumer_versions: str | None
    pre: bool
    jobs: int | None
    baselines: tuple[str, ...]
    python: str | None
    model: str | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    exclude: tuple[str, ...]
    no_recipes: bool
    offline: bool
    cache_dir: str | None
    output_format: str
    outputs: tuple[str, ...]
    fail_on: str

    @property
    def passed(self) -> tuple[str, ...]:
        """The words that each scan is given besides."""
        words: list[str] = []
        repeated = {
            "--baseline": self.baselines,
            "--select": self.select,
            "--ignore": self.ignore,
            "--exclude": self.exclude,
            "--python": (self.python,) if self.python else (),
            "--model": (self.model,) if self.model else (),
            "--cache-dir": (self.cache_dir,) if self.cache_dir else (),
        }
        for option, values in repeated.items():
            for value in values:
                words += [option, value]
        words += ["--no-recipes"] if self.no_recipes else []
        words += ["--offline"] if self.offline else []
        return tuple(words)


@click.command(params=_OPTIONS)
def matrix(**words: object) -> int:
    """Scan each CONSUMER against many releases of a provider.

    Tells for each finding the first bad and the last good release, and suggests a pin. The
    releases are those of the index, in the order of their upload.

    Exit codes: 0, or 1 by --fail-on, 2 usage, 3 no release could be judged.
    """
    from drift_audit.reports import matrices

    asked = MatrixAsked(**words)  # type: ignore[arg-type]
    targets = [(Path(name), matrices.by_suffix(name)) for name in asked.outputs]
    for target, _ in targets:
        refuse_unwritable(target)
    found = _made(asked)
    for target, name in targets:
        write_report(target, matrices.render(name, found))
    text = matrices.render(asked.output_format, found)
    say(text, encoding="" if asked.output_format == "text" else "utf-8")
    return _exit_code(found, asked.fail_on)


def _made(asked: MatrixAsked) -> Matrix:
    from drift_audit.auditor import __version__
    from drift_audit.auditor.acquire.requirement import parse_requirement
    from drift_audit.auditor.matrix import Matrix

    from .cells import rows_of

    acquisition = _acquisition(asked)
    columns, requirements = _columns(asked, acquisition)
    groups = [_releases_of(asked, one, acquisition) for one in asked.consumers or ("",)]
    asks = [[_ask(asked, c, r) for r in requirements] for group in groups for c in group]
    with progress_for(sys.stderr) as bar:
        rows = rows_of(asks, asked.jobs, bar.watch if bar else None)
    for note in acquisition.notes:
        aside(f"note: {note}")
    name = parse_requirement(asked.provider).name
    return Matrix(
        tool_version=__version__,
        provider=name,
        columns=columns,
        rows=rows,
        upgrades=_upgrades(f"{name} {columns[-1].version}", [len(g) for g in groups], rows),
    )


def _acquisition(asked: MatrixAsked) -> Acquisition:
    from drift_audit.auditor.acquire import Acquisition, find_environment

    from .inquiry import cache_of

    cache = cache_of(asked.cache_dir)
    environment = find_environment(asked.python, Path.cwd(), cache_dir=cache)
    return Acquisition(cache_dir=cache, environment=environment, offline=asked.offline)


def _columns(
    asked: MatrixAsked, acquisition: Acquisition
) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """The provider's releases, and each as a requirement."""
    from drift_audit.auditor.acquire.requirement import parse_requirement
    from drift_audit.auditor.matrix import Column, ordered
    from drift_audit.auditor.releases import chosen

    named = parse_requirement(asked.provider)
    wanted = asked.versions or named.specifiers
    if not wanted:
        if not asked.consumer_versions:
            raise UsageError(
                "which releases of the provider are meant is not said",
                f"Add --versions '>=1.2', or write --provider '{named.name}>=1.2'.",
            )
        return (Column(version=named.version or named.place or "installed"),), (asked.provider,)
    found = chosen(named.name, wanted, acquisition, pre=asked.pre)
    columns = ordered(
        Column(version=one.version, uploaded=one.uploaded.date() if one.uploaded else None)
        for one in found
    )
    return columns, tuple(f"{named.name}=={column.version}" for column in columns)


def _releases_of(asked: MatrixAsked, consumer: str, acquisition: Acquisition) -> tuple[str, ...]:
    """The consumer itself, or its releases from the one at hand on."""
    if not asked.consumer_versions:
        return (consumer,)
    from packaging.version import Version

    from drift_audit.auditor.acquire.requirement import parse_requirement
    from drift_audit.auditor.releases import chosen

    named = parse_requirement(consumer)
    if named.place:
        raise UsageError(
            f"`{consumer}` is no project on the index, whose releases could be taken",
            f"Write `{named.name}`, or `{named.name}==1.2` for the release at hand.",
        )
    found = chosen(named.name, asked.consumer_versions, acquisition, pre=asked.pre)
    versions = sorted({Version(one.version) for one in found})
    at_hand = Version(named.version) if named.version else versions[0]
    others = [version for version in versions if version != at_hand]
    newer = [version for version in others if version > at_hand]
    older = [version for version in others if version < at_hand]
    return tuple(f"{named.name}=={version}" for version in (at_hand, *newer, *older))


def _ask(asked: MatrixAsked, consumer: str, provider: str) -> Ask:
    from .cells import Ask

    return Ask(consumer=consumer, provider=provider, words=asked.passed)


def _upgrades(on: str, sizes: list[int], rows: tuple[Row, ...]) -> tuple[Upgrade, ...]:
    """What the newest release of each consumer settles, on the last column."""
    from drift_audit.auditor.matrix import upgrade

    found: list[Upgrade] = []
    start = 0
    for size in sizes:
        group = rows[start : start + size]
        start += size
        better = upgrade(on, len(group[0].cells) - 1, group)
        found += [better] if better else []
    return tuple(found)


def _exit_code(found: Matrix, fail_on: str) -> int:
    from drift_audit.auditor.errors import ProviderError
    from drift_audit.auditor.model import Severity

    cells = [cell for row in found.rows for cell in row.cells]
    if all(cell.failure for cell in cells):
        raise ProviderError("no release could be judged", f"The first: {cells[0].failure}")
    if fail_on == "never":
        return 0
    levels = [severity for severity in Severity if severity.rank <= Severity(fail_on).rank]
    newest = [row.cells[-1] for row in found.rows]
    return int(any(cell.failure or cell.count(*levels) for cell in newest))
