"""For merge requests of GitLab: a report of code quality, by its own names for severities."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

from drift_audit.auditor.model import Finding, Scan, Severity
from drift_audit.reports.fixes import fate
from drift_audit.reports.inert import one_line
from drift_audit.reports.places import region
from drift_audit.reports.verdict import by_place

SUFFIXES = (".gitlab.json", "gl-code-quality-report.json")

_SEVERITIES: Mapping[Severity, str] = {
    Severity.SILENT: "blocker",
    Severity.BREAKS: "critical",
    Severity.RISK: "minor",
    Severity.NOTE: "info",
}


def render(scan: Scan) -> str:
    """Write one entry a finding; each has a fingerprint of its own."""
    taken: Counter[str] = Counter()
    entries = []
    for finding in by_place(scan.findings):
        taken[finding.fingerprint] += 1
        entries.append(_entry(scan, finding, taken[finding.fingerprint]))
    return json.dumps(entries, indent=2) + "\n"


def _entry(scan: Scan, finding: Finding, number: int) -> dict[str, object]:
    place = region(finding)
    severity = Severity.NOTE if finding.is_advisory else finding.severity
    suffix = f"-{number}" if number > 1 else ""
    return {
        "description": _description(finding, mended=scan.after is not None),
        "check_name": finding.kind,
        "fingerprint": f"{finding.fingerprint}{suffix}",
        "severity": _SEVERITIES[severity],
        "location": {
            "path": scan.consumer.in_repository(finding.span.path),
            "lines": {"begin": place.line, "end": place.end_line},
        },
    }


def _description(finding: Finding, *, mended: bool) -> str:
    became = fate(finding, mended=mended)
    message, advice = (one_line(text) for text in (finding.message, finding.advice))
    if became:
        advice = one_line(f"{became.became}: {became.gist}")
    return f"{message} ({advice})" if advice else message
