"""The figures as a Markdown page."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from measure import Cost
from places import ROOT
from score import Score
from tools import RIVALS

_NAMES = tuple(rival.name for rival in RIVALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """All tools on one release of the provider; the rivals' figures by their names.

    `alone` is what this tool finds by contracts alone, without its recipes.

    `part` is the cost of the one folder that uses the provider, `whole` that of the package.
    """

    version: str
    cold: Cost
    warm: Cost
    score: Score
    alone: Score
    part: dict[str, Cost]
    whole: dict[str, Cost]
    scores: dict[str, Score]
    differences: dict[str, Score]


@dataclass(frozen=True, slots=True, kw_only=True)
class LargePair:
    """All tools on a large consumer; `counts` are findings, this tool's above `note`."""

    name: str
    cold: Cost
    warm: Cost
    costs: dict[str, Cost]
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Bound:
    """A figure that must stay at or below a bound."""

    name: str
    figure: float
    bound: float
    unit: str

    @property
    def holds(self) -> bool:
        """Whether it does."""
        return self.figure <= self.bound


def page(rows: list[Row], large: LargePair | None, bounds: list[Bound], setting: str) -> str:
    """The whole page."""
    parts = [
        "# What a scan finds and costs",
        setting,
        "## Bounds",
        bounds_table(bounds),
        "## Findings about vLLM in speculators 0.3.0",
        _FINDINGS,
        _findings(rows),
        "## Seconds and memory, speculators 0.3.0",
        _COSTS,
        _costs(rows),
    ]
    if large:
        parts += [f"## {large.name}", _LARGE, _large(large)]
    parts += ["## Which drifts", _drifts(rows), _false(rows)]
    return "\n\n".join(part for part in parts if part) + "\n"


_FINDINGS = """\
Each cell is true / false / missed. A finding is true when it stands within three lines of a drift
of `tests/truth/speculators-0.3.0.json` and its message names what drifted; missed are all drifts
of that release that no finding answers, those included that no signature shows. A type checker's
finding counts when it stands in a file that imports vLLM and does not say that another package is
absent. "minus 0.11.0" leaves out what the checker says on the baseline too. "flips" are defaults
that flipped and are not among the known drifts: this tool ranks them as `risk`. "contracts alone"
is this tool with `--no-recipes`: what it finds in a consumer that nobody has written cards for."""

_COSTS = """\
Wall seconds, processor seconds in brackets (medians), and the peak memory in MB of all processes
together. Cold: no facts at hand, the wheels are; warm: the run after it. This tool reads the whole
package and two releases of vLLM each time; the type checkers keep no cache, and are timed on the
folder `data_generation` and on the whole package, on one release."""

_LARGE = "The release it was shipped for, without a baseline. Findings are not judged here."


def setting_of(command: str, tool: Path, disturbed: float) -> str:
    """What was run, when and where; `disturbed` is how many processors others used at most."""
    machine = f"{os.cpu_count()} cores, {_processor()}, {platform.system()}"
    return f"""\
- Command: `{command}`
- Date: {datetime.datetime.now(datetime.UTC):%Y-%m-%d}, commit {commit()}
- Machine: {machine}, other processes used at most {disturbed:.0%} of a core
- Python {platform.python_version()}; {_versions(tool)}"""


def compared(rivals: tuple[str, ...]) -> str:
    """What stands beside it."""
    names = ", ".join(name.replace("==", " ") for name in rivals)
    return (
        f"- Compared: {names}; pyrefly with `--preset default`, neither with torch nor transformers"
    )


def bounds_table(bounds: list[Bound]) -> str:
    head = ("bound", "worst figure", "at most", "holds")
    body = [
        (b.name, f"{b.figure:.2f} {b.unit}", f"{b.bound:g} {b.unit}", "yes" if b.holds else "NO")
        for b in bounds
    ]
    return table(head, body)


def _findings(rows: list[Row]) -> str:
    names = [text for name in _NAMES for text in (name, f"{name} minus 0.11.0")]
    head = ("vLLM", "drifts", "drift-audit", "flips", "contracts alone", *names)
    body = []
    for row in rows:
        pairs = [(row.scores[name], row.differences[name]) for name in _NAMES]
        cells = [score.figures() for pair in pairs for score in pair]
        drifts = len(row.score.found) + len(row.score.missed)
        figures = (f"**{row.score.figures()}**", str(row.score.flips), row.alone.figures())
        body.append((row.version, str(drifts), *figures, *cells))
    return table(head, body)


def _costs(rows: list[Row]) -> str:
    names = [text for name in _NAMES for text in (f"{name}, folder", f"{name}, package")]
    head = ("vLLM", "drift-audit, cold", "drift-audit, warm", *names)
    body = []
    for row in rows:
        rivals = [c for name in _NAMES for c in (row.part[name], row.whole[name])]
        body.append((row.version, *(_cost(one) for one in (row.cold, row.warm, *rivals))))
    return table(head, body)


def _large(large: LargePair) -> str:
    head = ("tool", "s", "processor s", "MB", "findings")
    own = str(large.counts["drift-audit"])
    body = [
        ("drift-audit, cold", *_parts(large.cold), own),
        ("drift-audit, warm", *_parts(large.warm), own),
        *((name, *_parts(large.costs[name]), str(large.counts[name])) for name in _NAMES),
    ]
    return table(head, body)


def _drifts(rows: list[Row]) -> str:
    head = ("vLLM", "drift-audit finds", "and misses", *(f"{name} finds" for name in _NAMES))
    body = [
        (
            row.version,
            " ".join(row.score.found) or "-",
            " ".join(row.score.missed) or "-",
            *(" ".join(row.scores[name].found) or "-" for name in _NAMES),
        )
        for row in rows
    ]
    return table(head, body)


def _false(rows: list[Row]) -> str:
    """Every false finding, told once, with the releases that it comes up on."""
    seen: dict[str, list[str]] = {}
    for row in rows:
        for name, score in (("drift-audit", row.score), *row.scores.items()):
            for told in score.false:
                seen.setdefault(f"{name}: {told}", []).append(row.version)
    lines = [f"- {told} ({', '.join(versions)})" for told, versions in sorted(seen.items())]
    return "\n".join(["False findings:", "", *lines]) if lines else ""


def _cost(one: Cost) -> str:
    return f"{one.wall:.2f} ({one.cpu:.2f}) s, {one.peak:.0f} MB"


def _parts(one: Cost) -> tuple[str, str, str]:
    return f"{one.wall:.2f}", f"{one.cpu:.2f}", f"{one.peak:.0f}"


def table(head: tuple[str, ...], body: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *body]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def commit() -> str:
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return told.stdout.strip() or "unknown"


def _processor() -> str:
    places = Path("/proc/cpuinfo")
    if places.exists():
        for line in places.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _versions(tool: Path) -> str:
    code = (
        "from importlib.metadata import version as v\n"
        "print(', '.join(f'{n} {v(n)}' for n in ('drift-audit', 'griffelib', 'msgspec')))"
    )
    told = subprocess.run(
        [str(tool / "bin" / "python"), "-c", code], capture_output=True, text=True, check=True
    )
    return told.stdout.strip()
