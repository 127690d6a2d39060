"""Machine-readable: the shape is `reports/schema/scan.v1.json`.

Texts are strings, empty when there is nothing to say; facts that do not exist are null. Keys stand
in a fixed order and everything else is sorted. All is ASCII, so that no pipe can damage it.
"""

from __future__ import annotations

import json

from drift_audit.auditor.model import Finding, FixReport, ModelReport, ProviderReport, Scan
from drift_audit.reports.verdict import asides, by_place

SUFFIXES = (".json",)


def render(scan: Scan) -> str:
    """Write the scan as one JSON document with a final newline."""
    document = {
        "schema_version": scan.schema_version,
        "tool": {"name": "drift-audit", "version": scan.tool_version},
        "python": scan.python or None,
        "consumer": {
            "name": scan.consumer.name,
            "version": scan.consumer.version or None,
            "source": scan.consumer.source,
            "files": scan.consumer.files,
            "folder": scan.consumer.folder or None,
        },
        "providers": [_provider(each) for each in sorted(scan.providers, key=lambda p: p.name)],
        "model": _model(scan.model) if scan.model else None,
        "findings": [_finding(each) for each in by_place(scan.findings)],
        "set_aside": [
            {"aside": one.aside.value, "reason": one.reason, "finding": _finding(one.finding)}
            for one in asides(scan)
        ],
        "coverage": _coverage(scan),
        "after": {s.value: n for s, n in scan.after} if scan.after is not None else None,
        "notes": list(scan.notes),
    }
    return json.dumps(document, indent=2) + "\n"


def _provider(provider: ProviderReport) -> dict[str, object]:
    return {
        "name": provider.name,
        "distribution": provider.distribution,
        "version": provider.version,
        "source": provider.source,
        "baseline": provider.baseline or None,
        "baseline_source": provider.baseline_source or None,
        "runtime": provider.runtime,
    }


def _model(model: ModelReport) -> dict[str, object]:
    return {
        "name": model.name,
        "source": model.source,
        "architecture": model.architecture,
        "classes": list(model.classes),
    }


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "kind": finding.kind,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "path": finding.span.path,
        "line": finding.span.line,
        "column": finding.span.column,
        "end_line": finding.span.end_line,
        "end_column": finding.span.end_column,
        "provider": finding.provider,
        "symbol": finding.symbol,
        "parameter": finding.parameter or None,
        "message": finding.message,
        "before": finding.before,
        "now": finding.now,
        "advice": finding.advice,
        "evidence": [each.value for each in finding.evidence],
        "defined_at": finding.defined_at or None,
        "first_bad": finding.first_bad or None,
        "replacement": finding.replacement or None,
        "recipe": finding.recipe or None,
        "families": list(finding.families),
        "spared": finding.spared or None,
        "fix": _fix(finding.fix) if finding.fix else None,
        "fingerprint": finding.fingerprint,
        "context": [{"line": line, "text": text} for line, text in finding.context],
    }


def _fix(fix: FixReport) -> dict[str, object]:
    return {
        "standing": fix.standing.value,
        "origin": fix.origin or None,
        "applicability": fix.applicability or None,
        "safety": fix.safety,
        "diff": fix.diff or None,
        "why": fix.why,
    }


def _coverage(scan: Scan) -> dict[str, object]:
    coverage = scan.coverage
    unjudged = sorted(coverage.unjudged, key=lambda u: (u.path, u.line, u.text, u.reason))
    skipped = sorted(coverage.skipped, key=lambda s: (s.path, s.reason))
    return {
        "uses": coverage.uses,
        "judged": coverage.judged,
        "unjudged": [
            {"path": u.path, "line": u.line, "text": u.text, "reason": u.reason} for u in unjudged
        ],
        "skipped": [{"path": s.path, "reason": s.reason} for s in skipped],
    }
