"""Machine-readable: every coupling with its places, and the findings as a scan's JSON has them."""

from __future__ import annotations

import json

from drift_audit.auditor.surface import Coupling, Surface
from drift_audit.reports.formats.json import render as render_scan

SUFFIXES = (".json",)


def render(surface: Surface) -> str:
    """Write the surface as one JSON document with a final newline."""
    document = {
        "schema_version": 1,
        "scan": json.loads(render_scan(surface.scan)),
        "couplings": [_coupling(one) for one in surface.couplings],
        "asked": list(surface.asked),
        "needs": [
            {
                "project": need.project,
                "before": need.before or None,
                "now": need.now or None,
                "consumer": need.consumer or None,
            }
            for need in surface.needs
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _coupling(one: Coupling) -> dict[str, object]:
    return {
        "symbol": one.symbol,
        "provider": one.provider,
        "used_as": list(one.forms),
        "places": [{"path": path, "line": line} for path, line in one.places],
        "private": one.is_private,
        "in_a_string": one.by_text,
        "judged": not one.is_unclear,
        "drifted": one.drifted,
    }
