"""What a tool found, missed and made up, and the page that says so."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from exams import LEVELS, Exam
from tables import commit, table
from tools import RELEASES, Finding

TOOLS = ("drift-audit", "its contracts alone", "ty", "pyrefly")
PARTS = ("cases of the kinds", "from the field", "speculators 0.3.0")
NEGATIVES = "clean pairs"
AIMS = (
    ("drift-audit", "precision", 0.98),
    ("drift-audit", "recall", 0.95),
    ("its contracts alone", "recall", 0.7),
)
"""Over `breaks` and `silent`; of a `risk` one in two at least should be true."""
RISK_AIM = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A known drift, and whether it was found; `kind` is "" where the truth names none."""

    kind: str
    severity: str
    found: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """One tool on one exam: each known drift, and what was said, right and wrong."""

    tool: str
    part: str
    marks: tuple[Mark, ...]
    right: tuple[Finding, ...]
    wrong: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """Counts over several grades."""

    drifts: int
    found: int
    right: int
    wrong: int

    @property
    def precision(self) -> float:
        """The share of what was said that is true; 1 where nothing was."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """The share of the known drifts that was found; 1 where there are none."""
        return self.found / self.drifts if self.drifts else 1.0

    def shown(self) -> str:
        """Precision and recall, "-" where nothing was said."""
        said = self.right + self.wrong
        return f"{self.precision:.2f} / {self.recall:.2f}" if said else f"- / {self.recall:.2f}"


def graded(tool: str, exam: Exam, said: tuple[Finding, ...]) -> Grade:
    """Hold what a tool says against what is known of an exam.

    Of a clean pair the few true findings are no drifts that one must find: what was wrong in both
    releases is among them.
    """
    right = [one for one in said if any(exam.answers(one, drift) for drift in exam.drifts)]
    known = () if exam.part == NEGATIVES else exam.drifts
    return Grade(
        tool=tool,
        part=exam.part,
        marks=tuple(
            Mark(
                kind=drift.kind,
                severity=str(drift.severity),
                found=any(exam.answers(one, drift) for one in said),
            )
            for drift in known
        ),
        right=tuple(right),
        wrong=tuple(one for one in said if one not in right),
    )


def summed(
    grades: Iterable[Grade], *, tool: str, risk: bool, parts: tuple[str, ...], kind: str = ""
) -> Sum:
    """All grades of a tool; with a `kind`, what concerns that one.

    A type checker knows no severities: all that it says stands with `breaks` and `silent`.
    """
    own = [grade for grade in grades if grade.tool == tool and grade.part in parts]
    marks = [m for g in own for m in g.marks if (m.severity == "risk") is risk]
    right = [f for g in own for f in g.right if (f.get("severity") == "risk") is risk]
    wrong = [f for g in own for f in g.wrong if (f.get("severity") == "risk") is risk]
    if kind:
        marks = [mark for mark in marks if mark.kind == kind]
        right = [one for one in right if one["kind"] == kind]
        wrong = [one for one in wrong if one["kind"] == kind]
    return Sum(
        drifts=len(marks),
        found=sum(mark.found for mark in marks),
        right=len(right),
        wrong=len(wrong),
    )


def short_of(grades: list[Grade]) -> list[str]:
    """Where this tool falls short of what it aims at."""
    parts = (*PARTS, NEGATIVES)
    found = []
    for tool, measure, aim in AIMS:
        figure = getattr(summed(grades, tool=tool, risk=False, parts=parts), measure)
        found += [f"{tool}: {measure} {figure:.3f}, not {aim}"] if figure < aim else []
    risk = summed(grades, tool=TOOLS[0], risk=True, parts=parts).precision
    return [*found, *([f"risk: precision {risk:.3f}, not {RISK_AIM}"] if risk < RISK_AIM else [])]


def page(grades: list[Grade]) -> str:
    """The whole page; its first table is the README's."""
    return (
        "\n\n".join(
            [
                _HEAD.format(
                    date=f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}",
                    commit=commit(),
                    rivals=", ".join(name.replace("==", " ") for name in RELEASES),
                ),
                _overview(grades),
                "## By kind",
                _BY_KIND,
                _by_kind(grades),
                "## What is false",
                _FALSE,
                _false(grades),
            ]
        )
        + "\n"
    )


_HEAD = """\
# Precision and recall

- Command: `make bench-accuracy`
- Date: {date}, commit {commit}
- Compared: {rivals}; pyrefly with `--preset default`, each as its difference, now minus baseline

Precision / recall over drifts that break or are silently wrong; `risk` is counted apart. "Cases of
the kinds" are `tests/cases/kinds`: small providers, written with the kinds, each drift with near
misses beside it. "From the field" are `tests/truth/snippets`: uses that releases broke, and traps,
on the real releases. speculators 0.3.0 is judged on six releases. Clean pairs are consumers on the
release that they were shipped for, with a baseline three minor releases older: what is said there
is false, unless a trial bore it out (`docs/evidence/clean_pairs.md`). "Its contracts alone" is
`--no-recipes`.

A finding is true at a line where a known drift shows, whatever a tool calls it: the marked line of
a case, the line of a snippet at which this tool names what drifted, and of speculators what
`docs/evidence/scan.md` says. The type checkers know no `risk`: all that they say of the provider
counts in the first rows, and is true at the line of a risk as well."""
_BY_KIND = """\
The cases of the kinds and those from the field. "True" and "false" are findings of that kind by
this tool; the rest are drifts of that kind, found of known. A recipe stands by its own name."""
_FALSE = "Findings of this tool that stand at no known drift, flipped defaults left out."


def _overview(grades: list[Grade]) -> str:
    rows: list[tuple[str, bool, tuple[str, ...]]] = [
        *((f"breaks and silent, {part}", False, (part,)) for part in PARTS),
        ("breaks and silent, all of these and clean pairs", False, (*PARTS, NEGATIVES)),
        ("risk, all of these and clean pairs", True, (*PARTS, NEGATIVES)),
    ]
    body = []
    for name, risk, parts in rows:
        sums = [summed(grades, tool=tool, risk=risk, parts=parts) for tool in TOOLS]
        cells = [one.shown() for one in sums]
        if risk:
            cells[2:] = ["-" if not one.found else f"- / {one.recall:.2f}" for one in sums[2:]]
        body.append((name, str(sums[0].drifts), f"**{cells[0]}**", *cells[1:]))
    clean = [_wrong_on_clean_pairs(grades, tool) for tool in TOOLS]
    body.append(("false words on clean pairs", "", f"**{clean[0]}**", *clean[1:]))
    return table(("precision / recall", "drifts", *TOOLS), body)


def _wrong_on_clean_pairs(grades: list[Grade], tool: str) -> str:
    wrong = summed(grades, tool=tool, risk=False, parts=(NEGATIVES,)).wrong
    risks = summed(grades, tool=tool, risk=True, parts=(NEGATIVES,)).wrong
    return f"{wrong:,} and {risks} risks" if risks else f"{wrong:,}"


def _by_kind(grades: list[Grade]) -> str:
    head = ("kind", "severity", "true", "false", *TOOLS)
    body = []
    for kind, level in sorted(LEVELS.items()):
        risk = level == "risk"
        of = _counts(grades, kind=kind, risk=risk)
        own = of(TOOLS[0])
        if not own.drifts:
            continue
        shares = [f"{of(tool).found} of {of(tool).drifts}" for tool in TOOLS]
        body.append((f"`{kind}`", str(level), str(own.right), str(own.wrong), *shares))
    return table(head, body)


def _counts(grades: list[Grade], *, kind: str, risk: bool) -> Callable[[str], Sum]:
    def of(tool: str) -> Sum:
        return summed(grades, tool=tool, risk=risk, parts=PARTS[:2], kind=kind)

    return of


def _false(grades: list[Grade]) -> str:
    lines = [
        f"- {grade.part}: {one['path']}:{one['line']} {one['kind']}: {str(one['message'])[:160]}"
        for grade in grades
        if grade.tool == TOOLS[0]
        for one in grade.wrong
        if one["kind"] != "default-flipped"
    ]
    return "\n".join(sorted(set(lines))) or "None."
