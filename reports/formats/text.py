"""For a terminal or a log: one line a finding, what changed below it, a summary at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from drift_audit.auditor.model import Finding, ProviderReport, Scan, Severity
from drift_audit.reports.code import Change, DiffLine
from drift_audit.reports.fixes import Became, Fate
from drift_audit.reports.fixes import fate as fate_of
from drift_audit.reports.inert import kept, one_line, quiet
from drift_audit.reports.signatures import Mark, Piece, Row, compare
from drift_audit.reports.verdict import (
    by_place,
    concerned,
    count,
    providers,
    reasons,
    severities,
    verdict,
)

SUFFIXES = (".txt",)

_SHORT = 100
_PLACES_SHOWN = 3
_INDENT = " " * 12
_TOLD_APART = (Became.BY_HAND, Became.LEFT_OUT)
_LOOKS: Mapping[str, tuple[str, bool]] = {
    "strong": ("", True),
    Severity.SILENT: ("magenta", True),
    Severity.BREAKS: ("red", True),
    Severity.RISK: ("yellow", False),
    Severity.NOTE: ("blue", False),
    Became.REPAIRED: ("green", True),
    Became.UNSEEN: ("yellow", True),
    Became.BY_HAND: ("yellow", True),
    Became.REJECTED: ("red", True),
    Became.LEFT_OUT: ("yellow", False),
    Change.ADDED: ("green", False),
    Change.REMOVED: ("red", False),
}
Paint: TypeAlias = Callable[[str, str], str]
"""Gives a text the look of a role: a severity, what became of it, a change, "dim" or "strong"."""


def render(scan: Scan) -> str:
    """Write the scan as plain text."""
    return _document(scan, lambda text, _: text)


def render_terminal(scan: Scan) -> str:
    """Write the same text in colour, with ANSI sequences."""
    return _document(scan, _coloured)


def _coloured(text: str, role: str) -> str:
    import click

    colour, bold = _LOOKS.get(role, ("", False))
    if not colour and not bold:
        return click.style(text, dim=True)
    return click.style(text, fg=colour or None, bold=bold or None)


def _document(scan: Scan, paint: Paint) -> str:
    sections = [list(_header(scan, paint))]
    mended = scan.after is not None
    sections.extend(
        list(_finding(each, fate_of(each, mended=mended), paint))
        for each in by_place(scan.findings)
    )
    sections.append(list(_summary(scan, paint)))
    return quiet("\n\n".join("\n".join(section) for section in sections) + "\n")


def _header(scan: Scan, paint: Paint) -> Iterator[str]:
    consumer = scan.consumer
    name = paint(one_line(f"{consumer.name} {consumer.version}".strip()), "strong")
    yield paint(f"drift-audit {scan.tool_version}", "dim")
    origin = f"{one_line(consumer.source)}; {count(consumer.files, 'file')}"
    yield f"consumer  {name}  {paint(origin, 'dim')}"
    for provider in providers(scan):
        yield f"provider  {_provider(provider, paint)}"
    if scan.model:
        what = f"{one_line(scan.model.architecture)}; {one_line(scan.model.source)}"
        yield f"model     {paint(one_line(scan.model.name), 'strong')}  {paint(what, 'dim')}"
    if scan.python:
        yield f"python    {one_line(scan.python)}"


def _provider(provider: ProviderReport, paint: Paint) -> str:
    name = paint(one_line(f"{provider.name} {provider.version}".strip()), "strong")
    known = [one_line(provider.source)]
    if provider.baseline:
        known.append(
            f"baseline {one_line(provider.baseline)}, {one_line(provider.baseline_source)}"
        )
    else:
        known.append("no baseline")
    if provider.runtime:
        known.append(f"run time: {one_line(provider.runtime)}")
    return f"{name}  {paint('; '.join(known), 'dim')}"


def _finding(finding: Finding, fate: Fate | None, paint: Paint) -> Iterator[str]:
    span = finding.span
    place = f"{one_line(span.path)}:{span.line}:{span.column}"
    kind = paint(one_line(finding.kind), "dim")
    severity = paint(finding.severity.value, finding.severity)
    yield f"{place} {severity} {kind}: {one_line(finding.message)}"
    before, now = _contracts(finding)
    advice = fate.advice if fate else finding.advice
    models = one_line(concerned(finding))
    rows = (("before", before), ("now", now), ("models", models), ("do", one_line(advice)))
    for label, text in rows:
        if text:
            yield _labelled(label, text, paint)
    if fate:
        yield from _fix(fate, paint)


def _labelled(label: str, text: str, paint: Paint) -> str:
    return f"    {paint(f'{label:<6}', 'dim')}  {text}"


def _fix(fate: Fate, paint: Paint) -> Iterator[str]:
    """What became of it and why, then the fix as a diff."""
    repaired = fate.became is Became.REPAIRED
    known = ", ".join(filter(None, (fate.applicability, fate.source))) if repaired else ""
    head = paint(fate.became, fate.became) + (f" ({one_line(known)})" if known else "")
    text = one_line(fate.safety if repaired else fate.why or fate.reason)
    yield _labelled("fix", f"{head}: {text}" if text else head, paint)
    if fate.became in _TOLD_APART and fate.safety:
        yield _labelled("safety", one_line(fate.safety), paint)
    for line in _without_blank_end(fate.diff):
        shown = kept(f"{line.sign}{line.text}").rstrip()
        role = "" if line.change is Change.CONTEXT else line.change
        yield f"{_INDENT}{paint(shown, role) if role else shown}".rstrip()


def _without_blank_end(lines: tuple[DiffLine, ...]) -> tuple[DiffLine, ...]:
    end = len(lines)
    while end and lines[end - 1].change is Change.CONTEXT and not lines[end - 1].text.strip():
        end -= 1
    return lines[:end]


def _contracts(finding: Finding) -> tuple[str, str]:
    """Both contracts where they are short, else what differs in them, else nothing."""
    before, now = one_line(finding.before), one_line(finding.now)
    if max(len(before), len(now)) <= _SHORT:
        return before, now
    rows = compare(finding.before, finding.now, finding.parameter)
    if not finding.before or not finding.now or rows is None:
        return "", ""
    kept = [row for row in rows if isinstance(row, Row) and _matters(row, finding.parameter)]
    old, new = _joined(row.before for row in kept), _joined(row.now for row in kept)
    if not kept or max(len(old), len(new)) > _SHORT:
        return "", ""
    return old or "(none)", new or "(none)"


def _joined(sides: Iterable[tuple[Piece, ...]]) -> str:
    texts = ("".join(piece.text for piece in side) for side in sides)
    return one_line(" ".join(texts)).removesuffix(",").removeprefix(") ")


def _matters(row: Row, parameter: str) -> bool:
    return row.focus if parameter else row.mark is not Mark.SAME


def _summary(scan: Scan, paint: Paint) -> Iterator[str]:
    counted = severities(scan.findings)
    yield paint(one_line(verdict(scan).sentence), "strong")
    if scan.findings and scan.after is not None:
        yield f"before: {_numbers(counted, paint)}"
        yield f"after:  {_numbers(dict(scan.after), paint)}"
    elif scan.findings:
        yield _numbers(counted, paint)
    coverage = scan.coverage
    missed = coverage.uses - coverage.judged
    yield f"{count(coverage.uses, 'use')}, {coverage.judged:,} judged, {missed:,} not" + (
        ":" if coverage.unjudged else ""
    )
    for reason in reasons(coverage):
        places = [f"{one_line(use.path)}:{use.line}" for use in reason.uses[:_PLACES_SHOWN]]
        more = len(reason.uses) - len(places)
        places.extend([f"{more:,} more"] if more else [])
        listed = paint(f"({', '.join(places)})", "dim")
        yield f"{len(reason.uses):>6,}  {one_line(reason.text)} {listed}"
    for skipped in sorted(coverage.skipped, key=lambda each: (each.path, each.reason)):
        yield f"not read  {one_line(skipped.path)}: {one_line(skipped.reason)}"
    for note in scan.notes:
        yield f"note      {one_line(note)}"


def _numbers(counted: Mapping[Severity, int], paint: Paint) -> str:
    return ", ".join(f"{number} {paint(each.value, each)}" for each, number in counted.items())
