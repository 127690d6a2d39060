"""Consumers on the release that they were shipped for: what is said of them, and is it true?

    PYTHONPATH=. python benchmarks/clean_pairs.py

Writes `docs/evidence/clean_pairs.md`. The exit code is 1 where something is said that no trial
bears out.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from dataclasses import dataclass

import platformdirs
from places import ROOT, Releases
from witnesses import KEPT

from drift_audit.auditor.model import Finding, Scan
from tests.releases import consumer, loud, scanned
from tests.test_clean_pairs import OLDER, pairs

FILE = ROOT / "docs" / "evidence" / "clean_pairs.md"
HEAD = """\
# Consumers on the release that they were shipped for

- Command: `make bench-clean`; it fetches the releases that are not in the cache

All of `tests/truth/clean_pairs.yaml`, with recipes. "Bare": without a baseline, so that the
contracts of today judge alone. "Older": with a baseline three minor releases older. The cells are
findings by severity: silent / breaks / risk.
"""
TRIED = """\
## What is said, tried at run time

Each finding of severity `silent` or `breaks`, and the risk that a recipe tells, with what happened
when it was tried (`benchmarks/witnesses.py`). The read in vllm-ascend stands in a `try` whose
handler takes every exception: it raises each time, and what it should decide is never decided.
"""
RISKS = """\
## Risks

A flipped default is a `risk` to look at, whether it matters or not: with a baseline that is three
minor releases too old these come out, on {uses} uses: {count}, or {rate:.2f} per 1,000 uses;
without a baseline {bare}, all of them the recipe's above.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One pair, scanned in both ways."""

    consumer: str
    vllm: str
    bare: Scan
    older: Scan


def row(requirement: str, version: str) -> Row:
    code = consumer(requirement)
    found = Row(
        consumer=requirement,
        vllm=version,
        bare=scanned(code, "vllm", worked=None, now=version),
        older=scanned(code, "vllm", worked=OLDER[version], now=version),
    )
    gc.collect()
    return found


def counts(scan: Scan) -> str:
    told = Counter(str(finding.severity) for finding in loud(scan))
    return " / ".join(str(told[name]) for name in ("silent", "breaks", "risk"))


def place(finding: Finding) -> tuple[str, str]:
    return f"{finding.span.path}:{finding.span.line}", finding.kind


def unproven(rows: list[Row]) -> list[str]:
    tried = {(kept.consumer, kept.vllm, kept.place, kept.kind) for kept in KEPT}
    return sorted(
        f"{each.consumer} on {each.vllm}: {' '.join(place(finding))}"
        for each in rows
        for scan in (each.bare, each.older)
        for finding in loud(scan)
        if (finding.severity != "risk" or scan is each.bare)
        and (each.consumer, each.vllm, *place(finding)) not in tried
    )


def page(rows: list[Row], releases: Releases) -> str:
    lines = [
        HEAD,
        "| consumer | vLLM | uses | judged | bare | baseline | older |",
        "|---" * 7 + "|",
    ]
    for each in rows:
        cover = each.bare.coverage
        lines.append(
            f"| {each.consumer} | {each.vllm} | {cover.uses} | {cover.judged / cover.uses:.1%} | "
            f"{counts(each.bare)} | {OLDER[each.vllm]} | {counts(each.older)} |"
        )
    lines += [
        "",
        TRIED,
        "| consumer | vLLM | place and kind | tried | what happened |",
        "|---" * 5 + "|",
    ]
    for kept in KEPT:
        happened = kept.trial(releases.provider(f"vllm=={kept.vllm}"))
        lines.append(
            f"| {kept.consumer} | {kept.vllm} | `{kept.place}` {kept.kind} | {kept.tried} | "
            f"{happened} |"
        )
    uses = sum(each.bare.coverage.uses for each in rows)
    risks = [f for each in rows for f in loud(each.older) if f.severity == "risk"]
    bare = [f for each in rows for f in loud(each.bare) if f.severity == "risk"]
    told = {"uses": uses, "count": len(risks), "rate": 1000 * len(risks) / uses, "bare": len(bare)}
    return "\n".join([*lines, "", RISKS.format(**told)])


def main() -> int:
    sys.setrecursionlimit(5_000)
    gc.disable()
    folder = platformdirs.user_cache_path("drift-audit-benchmarks")
    folder.mkdir(parents=True, exist_ok=True)
    rows = [row(requirement, version) for requirement, version in pairs()]
    text = page(rows, Releases(platformdirs.user_cache_path("drift-audit"), folder))
    FILE.write_text(text, "utf-8")
    print(text)
    stray = unproven(rows)
    print("\n".join(stray))
    return bool(stray)


if __name__ == "__main__":
    sys.exit(main())
