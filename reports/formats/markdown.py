"""For a comment on a pull request: the verdict, and a table of the worst findings."""

from __future__ import annotations

from collections.abc import Iterator

from drift_audit.auditor.model import Coverage, Finding, ProviderReport, Scan
from drift_audit.reports.fixes import Became, fate
from drift_audit.reports.gfm import code, cut, prose, text
from drift_audit.reports.verdict import count, providers, reasons, verdict, worst_first

SUFFIXES = (".md", ".markdown")

_ROWS = 20
_REASONS = 10
_LONG = 240
_LONGEST = 2_000
_MOST = 50_000
"""Characters of the table; a comment takes some 65,000 in all."""


def render(scan: Scan) -> str:
    """Write the scan as Markdown, short enough for a comment."""
    said = verdict(scan)
    sections = [f"### drift-audit: {text(cut(said.headline, _LONGEST))}"]
    sections.append(prose(cut(said.rest, _LONGEST)))
    if scan.findings:
        sections.append("\n".join(_table(scan)))
    sections.extend(_coverage(scan.coverage))
    sections.append(f"<sub>{text(cut(_heading(scan), _LONGEST))}</sub>")
    return "\n\n".join(sections) + "\n"


def _table(scan: Scan) -> Iterator[str]:
    mended = scan.after is not None
    ordered = worst_first(scan.findings)
    yield f"| severity | what has happened, and where | {'fix' if mended else 'what to do'} |"
    yield "|---|---|---|"
    room = _MOST
    shown = 0
    for finding in ordered[:_ROWS]:
        row = _row(scan, finding, mended=mended)
        room -= len(row)
        if room < 0:
            break
        shown += 1
        yield row
    if more := len(ordered) - shown:
        yield f"\nand {count(more, 'finding')} more."


def _row(scan: Scan, finding: Finding, *, mended: bool) -> str:
    path = scan.consumer.in_repository(finding.span.path)
    place = code(cut(f"{path}:{finding.span.line}", _LONG))
    kind = code(cut(finding.kind, _LONG))
    what = f"{kind}<br>{prose(cut(finding.message, _LONG))}<br>{place}"
    return f"| {finding.severity} | {what} | {_cure(finding, mended=mended)} |"


def _cure(finding: Finding, *, mended: bool) -> str:
    became = fate(finding, mended=mended)
    if became is None:
        return prose(cut(finding.advice, _LONG))
    known = f" ({text(became.applicability)})" if became.became is Became.REPAIRED else ""
    gist = prose(cut(became.gist, _LONG))
    return f"**{became.became}**{known}<br>{gist}"


def _coverage(coverage: Coverage) -> Iterator[str]:
    """What was not judged and why, folded; places are for the other formats."""
    lines = [
        f"- {count(len(reason.uses), 'use')}: {prose(cut(reason.text, _LONG))}"
        for reason in reasons(coverage)
    ]
    lines += sorted(
        f"- not read: {code(cut(each.path, _LONG))}, {text(cut(each.reason, _LONG))}"
        for each in coverage.skipped
    )
    if not lines:
        return
    more = [f"- and {len(lines) - _REASONS:,} more"] if len(lines) > _REASONS else []
    yield "<details><summary>What could not be judged, and why</summary>"
    yield "\n".join([*lines[:_REASONS], *more])
    yield "</details>"


def _heading(scan: Scan) -> str:
    consumer = f"{scan.consumer.name} {scan.consumer.version}".strip()
    parts = [f"drift-audit {scan.tool_version}", consumer, *map(_provider, providers(scan))]
    return " · ".join([*parts, *([scan.model.name] if scan.model else [])])


def _provider(provider: ProviderReport) -> str:
    since = f"baseline {provider.baseline}" if provider.baseline else "no baseline"
    return f"{provider.name} {provider.version} ({since})"
