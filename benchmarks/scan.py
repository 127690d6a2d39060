"""What this tool, ty and pyrefly find in the same consumers, and what it costs them.

    python benchmarks/scan.py [--runs N] [--versions V …] [--no-assert] [-o FILE]

The tables go to standard output and to `docs/evidence/scan.md`. The exit code is 1 when a bound on
seconds or memory does not hold. Nothing is fetched between the first and the last measured run.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs
from measure import Cost, Patience, Sample, cost, family_peak, measure
from places import (
    ROOT,
    Releases,
    alone_in,
    clean_env,
    forget_facts,
    installed,
    installed_tool,
    linked_cache,
)
from score import loud, scored
from tables import Bound, LargePair, Row, compared, page, setting_of
from tools import RELEASES, RIVALS, Finding, Rival, about, news, scan_argv

CONSUMER = "speculators==0.3.0"
PACKAGE = "speculators"
PART = "speculators/data_generation"
BASELINE = "0.11.0"
VERSIONS = ("0.11.0", "0.12.0", "0.14.1", "0.16.0", "0.17.1", "0.20.2", "0.32.0")
LARGE = ("vllm-ascend==0.18.0", "vllm_ascend", "0.18.1")
BOUNDS = {"warm": 0.5, "cold": 1.5, "peak": 150.0, "large": 10.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What is set up once: venvs, sources, a cache, the environment of the children."""

    releases: Releases
    tool: Path
    rivals: Path
    cache: Path
    work: Path
    runs: int
    patience: Patience
    env: dict[str, str] = field(default_factory=clean_env)

    def run(self, argv: list[str]) -> Sample:
        """One run of a tool. Raises SystemExit where it did not come to an end of its own."""
        sample = measure(argv, env=self.env, cwd=self.work)
        if sample.code not in (0, 1):
            raise SystemExit(f"{' '.join(argv)}\nexit code {sample.code}\n{sample.errors}")
        return sample

    def costs(self, argv: list[str]) -> tuple[Cost, Sample]:
        """A tool's cost over all runs, and its last run."""
        samples = [self.patience.undisturbed(lambda: self.run(argv)) for _ in range(self.runs)]
        return cost(samples, self._family(argv)), samples[-1]

    def cold(self, argv: list[str]) -> tuple[Cost, Sample]:
        """The same where each run starts with no facts at hand."""

        def run() -> Sample:
            forget_facts(self.cache)
            return self.run(argv)

        samples = [self.patience.undisturbed(run) for _ in range(self.runs)]
        forget_facts(self.cache)
        return cost(samples, self._family(argv)), samples[-1]

    def _family(self, argv: list[str]) -> float:
        return family_peak(argv, env=self.env, cwd=self.work)


def main() -> int:
    """Run all, print and write the tables; the exit code says whether the bounds hold."""
    options = _options()
    with alone_in(options.folder.resolve()):
        return _measured(options)


def _measured(options: argparse.Namespace) -> int:
    bench = _set_up(options)
    versions = tuple(options.versions)
    _warm_up(bench, versions, large=not options.no_large)
    rows = [_row(bench, version) for version in versions]
    large = None if options.no_large else _large(bench)
    bounds = _bounds(rows, large)
    command = f"python benchmarks/scan.py --runs {options.runs}"
    setting = f"{setting_of(command, bench.tool, bench.patience.most)}\n{compared(RELEASES)}"
    text = page(rows, large, bounds, setting)
    print(text)
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(text, "utf-8")
    return 0 if options.no_assert or all(bound.holds for bound in bounds) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5, help="runs of each tool (median taken)")
    parser.add_argument(
        "--patience", type=float, default=600.0, help="seconds in all to take disturbed runs again"
    )
    parser.add_argument("--versions", nargs="+", default=VERSIONS, help="releases of vLLM")
    parser.add_argument("--no-large", action="store_true", help="leave vllm-ascend out")
    parser.add_argument("--no-assert", action="store_true", help="only print, exit 0")
    folder = platformdirs.user_cache_path("drift-audit-benchmarks")
    parser.add_argument("--folder", type=Path, default=folder, help="venvs, sources and caches")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "evidence" / "scan.md")
    return parser.parse_args()


def _set_up(options: argparse.Namespace) -> Bench:
    folder = options.folder.resolve()
    work = folder / "work"
    work.mkdir(parents=True, exist_ok=True)
    shared = platformdirs.user_cache_path("drift-audit")
    releases = Releases(shared, folder)
    wanted = [f"vllm=={version}" for version in {*options.versions, BASELINE}]
    wanted += [] if options.no_large else [f"vllm=={LARGE[2]}"]
    for requirement in wanted:
        releases.provider(requirement)
    releases.consumer(CONSUMER)
    if not options.no_large:
        releases.consumer(LARGE[0])
    return Bench(
        releases=releases,
        tool=installed_tool(folder),
        rivals=installed(folder, RELEASES),
        cache=linked_cache(shared, folder / "cache"),
        work=work,
        runs=options.runs,
        patience=Patience(options.patience),
    )


def _warm_up(bench: Bench, versions: tuple[str, ...], *, large: bool) -> None:
    """One run of each tool on each release: files are read once, what is missing is fetched."""
    for version in versions:
        bench.run(scan_argv(bench.tool, bench.cache, CONSUMER, f"vllm=={version}"))
        for rival in RIVALS:
            bench.run(_argv(bench, rival, version, PACKAGE))
    if large:
        bench.run(scan_argv(bench.tool, bench.cache, LARGE[0], f"vllm=={LARGE[2]}"))
        for rival in RIVALS:
            bench.run(_large_argv(bench, rival))


def _argv(bench: Bench, rival: Rival, version: str, target: str) -> list[str]:
    consumer = bench.releases.consumer(CONSUMER)
    provider = bench.releases.provider(f"vllm=={version}")
    return rival.argv(bench.rivals, consumer, provider, consumer / target)


def _row(bench: Bench, version: str) -> Row:
    """All tools on one release."""
    argv = scan_argv(bench.tool, bench.cache, CONSUMER, f"vllm=={version}")
    cold, _ = bench.cold(argv)
    warm, last = bench.costs(argv)
    alone = bench.run([*argv, "--no-recipes"])
    part, whole, scores, differences = {}, {}, {}, {}
    for rival in RIVALS:
        part[rival.name], sample = bench.costs(_argv(bench, rival, version, PART))
        whole[rival.name], _ = bench.costs(_argv(bench, rival, version, PACKAGE))
        found = _about_vllm(bench, rival, sample)
        before = _about_vllm(bench, rival, bench.run(_argv(bench, rival, BASELINE, PART)))
        scores[rival.name] = scored(found, version)
        differences[rival.name] = scored(news(found, before), version)
    return Row(
        version=version,
        cold=cold,
        warm=warm,
        score=scored(loud(last.output), version),
        alone=scored(loud(alone.output), version),
        part=part,
        whole=whole,
        scores=scores,
        differences=differences,
    )


def _about_vllm(bench: Bench, rival: Rival, sample: Sample) -> list[Finding]:
    consumer = bench.releases.consumer(CONSUMER)
    return about("vllm", consumer, rival.read(sample.output), bench.work)


def _large(bench: Bench) -> LargePair:
    """A large consumer on the release that it was shipped for."""
    requirement, _, version = LARGE
    argv = scan_argv(bench.tool, bench.cache, requirement, f"vllm=={version}")
    cold, _ = bench.cold(argv)
    warm, last = bench.costs(argv)
    costs, counts = {}, {"drift-audit": len(loud(last.output))}
    for rival in RIVALS:
        costs[rival.name], sample = bench.costs(_large_argv(bench, rival))
        counts[rival.name] = len(rival.read(sample.output))
    return LargePair(
        name=f"{requirement.replace('==', ' ')} on vLLM {version}",
        cold=cold,
        warm=warm,
        costs=costs,
        counts=counts,
    )


def _large_argv(bench: Bench, rival: Rival) -> list[str]:
    requirement, package, version = LARGE
    consumer = bench.releases.consumer(requirement)
    provider = bench.releases.provider(f"vllm=={version}")
    return rival.argv(bench.rivals, consumer, provider, consumer / package)


def _bounds(rows: list[Row], large: LargePair | None) -> list[Bound]:
    """The bounds, each held against the worst release."""
    peak = max(max(row.cold.peak, row.warm.peak) for row in rows)
    found = [
        Bound("speculators, warm cache", max(r.warm.wall for r in rows), BOUNDS["warm"], "s"),
        Bound("speculators, cold cache", max(r.cold.wall for r in rows), BOUNDS["cold"], "s"),
        Bound("speculators, peak memory", peak, BOUNDS["peak"], "MB"),
    ]
    if large:
        worst = max(large.cold.wall, large.warm.wall)
        found.append(Bound("vllm-ascend, cold cache", worst, BOUNDS["large"], "s"))
    return found


if __name__ == "__main__":
    sys.exit(main())
