"""Precision and recall of this tool, ty and pyrefly, on all that is known to be true.

    PYTHONPATH=. python benchmarks/accuracy.py [--no-clean-pairs] [-o FILE]

Writes `docs/evidence/accuracy.md`, whose first table the README shows. The exit code is 1 where
this tool falls short of what it aims at.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs
from exams import Exam, emptied, of_clean_pairs, of_kinds, of_the_field, told
from grades import Grade, Mark, graded, page, short_of
from places import ROOT, Releases, alone_in, clean_env, installed
from score import scored
from tools import RELEASES, RIVALS, Finding, Rival, about, news

from tests import releases

VERSIONS = ("0.12.0", "0.14.1", "0.16.0", "0.17.1", "0.20.2", "0.32.0")
SPECULATORS, BASELINE, PART = "speculators==0.3.0", "0.11.0", "speculators/data_generation"


class Rivals:
    """The type checkers, each asked about a consumer on two releases of a provider."""

    def __init__(self, venv: Path, work: Path) -> None:
        self._venv = venv
        self._work = work

    def difference(self, rival: Rival, exam: Exam, target: Path) -> list[Finding]:
        """What is said of the provider now, and not of the baseline."""
        both = (self._said(rival, exam.consumer, at, target) for at in (exam.now, exam.before))
        now, before = (about(exam.package, exam.consumer, said, self._work) for said in both)
        return news(now, before)

    @functools.cache  # noqa: B019 - one object, for as long as the program runs
    def _said(self, rival: Rival, consumer: Path, provider: Path, target: Path) -> list[Finding]:
        argv = rival.argv(self._venv, consumer, provider, target)
        done = subprocess.run(
            argv, env=clean_env(), cwd=self._work, capture_output=True, text=True, check=False
        )
        if done.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(argv)}\nexit code {done.returncode}\n{done.stderr}")
        return rival.read(done.stdout)


def main() -> int:
    options = _options()
    sys.setrecursionlimit(5_000)
    gc.disable()
    with alone_in(options.folder.resolve()):
        grades = list(_grades(options))
    text = page(grades)
    print(text)
    options.output.write_text(text, "utf-8")
    short = short_of(grades)
    print("\n".join(short))
    return bool(short)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--no-clean-pairs", action="store_true", help="leave the large ones out")
    folder = platformdirs.user_cache_path("drift-audit-benchmarks")
    parser.add_argument("--folder", type=Path, default=folder, help="venvs, sources and caches")
    output = ROOT / "docs" / "evidence" / "accuracy.md"
    parser.add_argument("-o", "--output", type=Path, default=output)
    return parser.parse_args()


def _grades(options: argparse.Namespace) -> Iterator[Grade]:
    folder = options.folder.resolve()
    work = emptied(folder / "exams")
    sources = Releases(platformdirs.user_cache_path("drift-audit"), folder)
    rivals = Rivals(installed(folder, RELEASES), work)
    for exam in _exams(work, sources, clean_pairs=not options.no_clean_pairs):
        print(exam.part, exam.consumer.name, exam.now.name, file=sys.stderr)
        yield graded("drift-audit", exam, exam.said)
        yield graded("its contracts alone", exam, exam.alone)
        for rival in RIVALS:
            said = rivals.difference(rival, exam, exam.consumer)
            yield graded(rival.name, exam, tuple(said))
        gc.collect()
    for version in VERSIONS:
        yield from _speculators(version, sources, rivals)


def _exams(work: Path, sources: Releases, *, clean_pairs: bool) -> Iterator[Exam]:
    yield from of_kinds(work)
    yield from of_the_field(work, sources)
    if clean_pairs:
        yield from of_clean_pairs(sources)


def _speculators(version: str, sources: Releases, rivals: Rivals) -> Iterator[Grade]:
    """speculators 0.3.0 on one release, by the measure of its own truth."""
    code = releases.consumer(SPECULATORS)
    said = [
        told(
            releases.loud(
                releases.scanned(code, "vllm", worked=BASELINE, now=version, recipes=recipes)
            )
        )
        for recipes in (True, False)
    ]
    exam = Exam(
        part="speculators 0.3.0",
        package="vllm",
        consumer=sources.consumer(SPECULATORS),
        before=sources.provider(f"vllm=={BASELINE}"),
        now=sources.provider(f"vllm=={version}"),
        drifts=(),
        said=said[0],
        alone=said[1],
    )
    tools = {"drift-audit": said[0], "its contracts alone": said[1]} | {
        rival.name: tuple(rivals.difference(rival, exam, exam.consumer / PART)) for rival in RIVALS
    }
    for name, found in tools.items():
        yield _by_its_truth(name, exam, found, version)


def _by_its_truth(tool: str, exam: Exam, found: tuple[Finding, ...], version: str) -> Grade:
    whole = scored(list(found), version)
    wrong = [one for one in found if not scored([one], version).found]
    return Grade(
        tool=tool,
        part=exam.part,
        marks=(
            *(Mark(kind="", severity=_severity(name), found=True) for name in whole.found),
            *(Mark(kind="", severity=_severity(name), found=False) for name in whole.missed),
        ),
        right=tuple(one for one in found if one not in wrong),
        wrong=tuple(wrong),
    )


def _severity(name: str) -> str:
    """`risk` for what the truth calls latent."""
    rows = json.loads((releases.TRUTH / "speculators-0.3.0.json").read_text("utf-8"))
    latent = {row["id"] for row in rows if row["severity"] == "latent"}
    return "risk" if name in latent else "breaks"


if __name__ == "__main__":
    sys.exit(main())
