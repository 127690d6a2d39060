"""The truth as exams: a consumer, two releases of a provider, and the drifts that are known.

What a tool says is true where it stands at the place of a known drift. In the cases of the kinds
the marks tell the places. In the snippets and in what is believed true of clean pairs, they are
where a finding tells the word, or is of the kind, that the truth lists.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from places import Releases
from tools import Finding

from drift_audit.auditor.kinds import kinds
from drift_audit.auditor.model import Finding as Told
from drift_audit.auditor.model import Severity
from drift_audit.patchers.cards import own_recipes
from tests import releases, test_kinds, test_truth
from tests.test_clean_pairs import KEPT, OLDER, pairs

LEVELS = {kind.id: kind.severity for kind in kinds()} | {
    card.id: card.severity for card in own_recipes()
}
"""The severity of each kind of drift, and of each recipe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """A known drift: its kind (or the recipe that alone sees it), and the lines where it shows."""

    kind: str
    path: str
    lines: frozenset[int]

    @property
    def severity(self) -> Severity:
        """That of its kind."""
        return LEVELS[self.kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exam:
    """One consumer, what is known of it, and what this tool says, with and without recipes."""

    part: str
    package: str
    consumer: Path
    before: Path
    now: Path
    drifts: tuple[Drift, ...]
    said: tuple[Finding, ...]
    alone: tuple[Finding, ...]

    def answers(self, one: Finding, drift: Drift) -> bool:
        """Whether a finding stands where a drift shows."""
        path = str(one["path"])
        return path.endswith(drift.path) and one["line"] in drift.lines


def told(found: list[Told]) -> tuple[Finding, ...]:
    """Findings of this tool above `note`, in the words that all tools have."""
    return tuple(
        {
            "path": one.span.path,
            "line": one.span.line,
            "kind": one.kind,
            "severity": str(one.severity),
            "message": one.message,
        }
        for one in found
        if one.severity is not Severity.NOTE
    )


def of_kinds(work: Path) -> Iterator[Exam]:
    """The cases of the kinds: a small provider each, marked line by line."""
    for name, case in test_kinds.CASES.items():
        code = (case / "consumer.py").read_bytes()
        folder = work / "kinds" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "consumer.py").write_bytes(code)
        said = told(test_kinds.findings(case, before="old", now="new"))
        places = {(m.kind, m.line) for m in test_kinds.marks(code) if m.form != "-ok"}
        yield Exam(
            part="cases of the kinds",
            package="prov",
            consumer=folder,
            before=case / "provider_old",
            now=case / "provider_new",
            drifts=tuple(
                Drift(kind=kind, path="consumer.py", lines=frozenset([line]))
                for kind, line in sorted(places)
                if LEVELS[kind] is not Severity.NOTE
            ),
            said=said,
            alone=said,
        )


def of_the_field(work: Path, sources: Releases) -> Iterator[Exam]:
    """The snippets: drifts that people met, and traps, on real releases."""
    for name, row in test_truth.SNIPPETS.items():
        code = releases.module(test_truth.source(name))
        folder = work / "field" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "consumer.py").write_bytes(test_truth.source(name))
        scans = [
            releases.loud(
                releases.scanned(
                    code, row.provider, worked=row.worked, now=row.now, recipes=recipes
                )
            )
            for recipes in (True, False)
        ]
        yield Exam(
            part="from the field",
            package=row.provider,
            consumer=folder,
            before=sources.provider(f"{row.provider}=={row.worked}"),
            now=sources.provider(f"{row.provider}=={row.now}"),
            drifts=tuple(_known(row, scans[0])),
            said=told(scans[0]),
            alone=told(scans[1]),
        )


def _known(row: test_truth.Snippet, found: list[Told]) -> Iterator[Drift]:
    """The drift of a snippet, and what else is true of it."""
    if row.kind:
        hits = {f.span.line for f in found if row.says in releases.said(f)}
        yield Drift(kind=row.kind, path="consumer.py", lines=frozenset(hits))
    for kind in row.also:
        lines = {f.span.line for f in found if f.kind == kind}
        yield Drift(kind=kind, path="consumer.py", lines=frozenset(lines))


def of_clean_pairs(sources: Releases) -> Iterator[Exam]:
    """Consumers on the release that they were shipped for, and a baseline that is far too old."""
    for requirement, version in pairs():
        code = releases.consumer(requirement)
        scans = [
            releases.loud(
                releases.scanned(code, "vllm", worked=OLDER[version], now=version, recipes=recipes)
            )
            for recipes in (True, False)
        ]
        kept = KEPT.get(requirement, {})
        places = [place.rpartition(" ") for lines in kept.values() for place in lines]
        yield Exam(
            part="clean pairs",
            package="vllm",
            consumer=sources.consumer(requirement),
            before=sources.provider(f"vllm=={OLDER[version]}"),
            now=sources.provider(f"vllm=={version}"),
            drifts=tuple(
                Drift(
                    kind=kind,
                    path=place.partition(":")[0],
                    lines=frozenset([int(place.partition(":")[2])]),
                )
                for place, _, kind in places
            ),
            said=told(scans[0]),
            alone=told(scans[1]),
        )


def emptied(folder: Path) -> Path:
    """A folder with nothing in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
