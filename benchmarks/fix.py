"""What `fix` leaves of the drifts of speculators 0.3.0, release by release, and how long it takes.

    python benchmarks/fix.py [--runs N] [--versions V …] [--no-assert] [-o FILE]

Each run plans, composes and verifies all patches, unsafe ones included, and writes the patched
copy; the facts of both releases are in the cache. The copy is then compiled and scanned by itself.
The table goes to standard output and to `docs/evidence/fix.md`. The exit code is 1 when a bound on
seconds does not hold, or when a copy does not compile or scans as anything but what `fix` said.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from measure import Cost, Patience, Sample, cost, family_peak, measure
from places import ROOT, alone_in, clean_env, installed_tool
from tables import Bound, bounds_table, setting_of, table

CONSUMER = "speculators==0.3.0"
VERSIONS = ("0.12.0", "0.14.1", "0.16.0", "0.17.1", "0.20.2", "0.28.0", "0.32.0", "0.34.0")
BOUND = 3.0
LEVELS = ("silent", "breaks", "risk", "note")
ABOUT = """\
Findings are silent / breaks / risk / note; `again` is a scan of the patched copy, by a process that
knows nothing of the patches. Seconds are wall time (processor time in brackets), medians, and MB
the peak memory of all processes together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One release: counts by severity before, after and in the copy, and what is left."""

    version: str
    before: Counter[str]
    after: Counter[str]
    again: Counter[str]
    standing: Counter[str]
    left: tuple[str, ...]
    compiles: bool
    cost: Cost

    @property
    def is_sound(self) -> bool:
        """Whether the copy compiles and is what was said of it."""
        return self.compiles and self.again == self.after

    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        told = (self.before, self.after, self.again)
        counts = (" / ".join(str(one[level]) for level in LEVELS) for one in told)
        standing = ", ".join(f"{count} {name}" for name, count in sorted(self.standing.items()))
        cost = self.cost
        return (
            self.version,
            *counts,
            standing,
            ", ".join(self.left) or "-",
            "yes" if self.compiles else "NO",
            f"{cost.wall:.2f} ({cost.cpu:.2f}) s, {cost.peak:.0f} MB",
        )


HEAD = ("vLLM", "before", "after", "again", "fixes", "still silent or breaks", "compiles", "cost")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """The program as a user installs it, and where it works."""

    tool: Path
    folder: Path
    runs: int
    patience: Patience

    def row(self, version: str) -> Row:
        """Patch for one release; the first run warms the cache and is not counted."""
        copy = self.folder / "copy"
        request = [CONSUMER, "--provider", f"vllm=={version}", "--static", "--fail-on", "never"]
        fix = ["fix", *request, "--output-format", "json", "--unsafe-fixes", "--into", str(copy)]

        def run() -> Sample:
            shutil.rmtree(copy, ignore_errors=True)
            return self._run(fix)

        run()
        samples = [self.patience.undisturbed(run) for _ in range(self.runs)]
        said = json.loads(samples[-1].output)
        compiled = [sys.executable, "-m", "compileall", "-q", str(copy)]
        compiles = subprocess.run(compiled, env=clean_env(), check=False).returncode == 0
        request[0] = str(copy / "speculators")
        again = json.loads(
            self._run(
                ["scan", *request, "--baseline", "vllm==0.11.0", "--output-format", "json"]
            ).output
        )
        shutil.rmtree(copy)
        peak = family_peak(self._argv(fix), env=clean_env(), cwd=self.folder)
        return Row(
            version=version,
            before=_levels(said["findings"]),
            after=Counter(said["after"]),
            again=_levels(again["findings"]),
            standing=Counter(f["fix"]["standing"] for f in said["findings"] if f["fix"]),
            left=tuple(f"{f['kind']} {f['symbol']}" for f in again["findings"] if _is_loud(f)),
            compiles=compiles,
            cost=cost(samples, peak),
        )

    def _argv(self, arguments: list[str]) -> list[str]:
        return [str(self.tool / "bin" / "drift-audit"), *arguments]

    def _run(self, arguments: list[str]) -> Sample:
        sample = measure(self._argv(arguments), env=clean_env(), cwd=self.folder)
        if sample.code != 0:
            raise SystemExit(f"{' '.join(arguments)}\nexit code {sample.code}\n{sample.errors}")
        return sample


def _levels(findings: list[dict[str, str]]) -> Counter[str]:
    return Counter(finding["severity"] for finding in findings)


def _is_loud(finding: dict[str, str]) -> bool:
    return finding["severity"] in ("silent", "breaks")


def main() -> int:
    """Patch for each release, print and write the table."""
    options = _options()
    folder: Path = options.folder.resolve()
    with alone_in(folder):
        work = folder / "work"
        work.mkdir(parents=True, exist_ok=True)
        bench = Bench(
            tool=installed_tool(folder), folder=work, runs=options.runs, patience=Patience(300.0)
        )
        rows = [bench.row(version) for version in options.versions]
        command = f"python benchmarks/fix.py --runs {options.runs}"
        setting = setting_of(command, bench.tool, bench.patience.most)
    bound = Bound("all fixes, warm", max(row.cost.wall for row in rows), BOUND, "s")
    cells = [row.cells() for row in rows]
    parts = (
        "# What fix leaves and costs",
        setting,
        bounds_table([bound]),
        ABOUT,
        table(HEAD, cells),
    )
    text = "\n\n".join(parts) + "\n"
    print(text)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(text, "utf-8")
    holds = bound.holds and all(row.is_sound for row in rows)
    return 0 if options.no_assert or holds else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5, help="runs on each release (median taken)")
    parser.add_argument("--versions", nargs="+", default=VERSIONS, help="releases of vLLM")
    parser.add_argument("--no-assert", action="store_true", help="only print, exit 0")
    folder = platformdirs.user_cache_path("drift-audit-benchmarks")
    parser.add_argument("--folder", type=Path, default=folder, help="the venv and the copies")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "evidence" / "fix.md")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
