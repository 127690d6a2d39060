"""SARIF 2.1.0, which code scanning and many editors read.

The id of a rule is the kind of a drift, or the recipe that alone knows of it. Fixes are those that
were proven. What the project ignores or knows of is there as well, suppressed.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from urllib.parse import quote

from drift_audit.auditor import kinds
from drift_audit.auditor.model import Aside, Finding, FixStanding, Scan, SetAside, Severity
from drift_audit.reports.inert import kept, one_line
from drift_audit.reports.places import Region, region
from drift_audit.reports.replacements import Replacement, replacements
from drift_audit.reports.verdict import asides, by_place, providers, verdict

SUFFIXES = (".sarif", ".sarif.json")

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS: Mapping[Severity, str] = {
    Severity.SILENT: "error",
    Severity.BREAKS: "error",
    Severity.RISK: "warning",
    Severity.NOTE: "note",
}
_SUPPRESSED: Mapping[Aside, str] = {Aside.IGNORED: "inSource", Aside.KNOWN: "external"}
_WHAT = re.compile(r"^What it is: ", re.MULTILINE)
_LINK = re.compile(r"(\\*)\]\(")
_SURROGATE = re.compile("[\ud800-\udfff]")


def render(scan: Scan) -> str:
    """Write the scan as one run."""
    told = [*scan.findings, *(one.finding for one in scan.set_aside)]
    ids = sorted({finding.kind for finding in told})
    run = {
        "tool": {
            "driver": {
                "name": "drift-audit",
                "version": one_line(scan.tool_version),
                "rules": [_rule(each) for each in ids],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {"executionSuccessful": True, "toolExecutionNotifications": list(_notifications(scan))}
        ],
        "results": [*_results(scan, ids)],
        "properties": {
            "verdict": one_line(verdict(scan).sentence),
            "uses": scan.coverage.uses,
            "judged": scan.coverage.judged,
            "providers": [
                one_line(f"{each.name} {each.version} (baseline {each.baseline or 'none'})")
                for each in providers(scan)
            ],
        },
    }
    document = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2) + "\n"


def _rule(name: str) -> dict[str, object]:
    """A kind with its page; of what a recipe alone knows, the way to its card."""
    known = next((kind for kind in kinds.kinds() if kind.id == name), None)
    if known is None:
        told = _message(one_line(f"What the recipe {name} knows of"))
        card = _message(one_line(f"`drift-audit explain {name}` shows the recipe."))
        return {
            "id": one_line(name),
            "shortDescription": told,
            "fullDescription": told,
            "help": card,
        }
    page = importlib.import_module(f"{kinds.__name__}.{name.replace('-', '_')}").__doc__ or ""
    return {
        "id": name,
        "shortDescription": {"text": known.title},
        "fullDescription": _message(one_line(_WHAT.split(page, maxsplit=1)[-1].split("\n\n")[0])),
        "help": {"text": page.strip()},
        "defaultConfiguration": {"level": _LEVELS[known.severity]},
    }


def _results(scan: Scan, ids: list[str]) -> Iterator[dict[str, object]]:
    """Findings first; what is suppressed follows, as the project has dealt with it."""
    compared = any(one.aside is Aside.KNOWN for one in scan.set_aside)
    for finding in by_place(scan.findings):
        state = {"baselineState": "new"} if compared else {}
        yield {**_result(scan, finding, ids), **state, "suppressions": []}
    for one in asides(scan):
        state = {"baselineState": "unchanged" if one.aside is Aside.KNOWN else "new"}
        suppressions = [_suppression(one)]
        yield {
            **_result(scan, one.finding, ids),
            **(state if compared else {}),
            "suppressions": suppressions,
        }


def _suppression(one: SetAside) -> dict[str, object]:
    said = {"justification": one_line(one.reason)} if one.reason else {}
    return {"kind": _SUPPRESSED[one.aside], **said}


def _result(scan: Scan, finding: Finding, ids: list[str]) -> dict[str, object]:
    level = "note" if finding.is_advisory else _LEVELS[finding.severity]
    told = "\n".join(one_line(text) for text in (finding.message, finding.advice) if text)
    result: dict[str, object] = {
        "ruleId": one_line(finding.kind),
        "ruleIndex": ids.index(finding.kind),
        "level": level,
        "message": _message(told),
        "locations": [_location(scan, finding)],
        "partialFingerprints": {"driftAudit/v1": one_line(finding.fingerprint)},
        "properties": _properties(finding),
    }
    if fixes := list(_fixes(scan, finding)):
        result["fixes"] = fixes
    return result


def _message(words: str) -> dict[str, str]:
    """Braces stand for arguments there, and brackets for links: neither is meant."""
    plain = _LINK.sub(lambda found: f"{found[1]}{'' if len(found[1]) % 2 else chr(92)}](", words)
    return {"text": plain.replace("{", "{{").replace("}", "}}")}


def _location(scan: Scan, finding: Finding) -> dict[str, object]:
    place = region(finding)
    physical: dict[str, object] = {
        "artifactLocation": _artifact(scan, finding.span.path),
        "region": _range(place),
    }
    numbers = [number for number, _ in finding.context]
    whole = numbers == list(range(min(numbers, default=0), max(numbers, default=0) + 1))
    if whole and numbers[0] <= place.line and place.end_line <= numbers[-1]:
        physical["contextRegion"] = {
            "startLine": numbers[0],
            "endLine": numbers[-1],
            "snippet": {"text": "".join(f"{kept(text)}\n" for _, text in finding.context)},
        }
    return {"physicalLocation": physical}


def _artifact(scan: Scan, path: str) -> dict[str, str]:
    """A file of the repository; a name that is no text is spelled by its bytes."""
    named = scan.consumer.in_repository(path)
    try:
        encoded = named.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        encoded = named.encode("utf-8", "surrogatepass")
    return {"uri": quote(encoded), "uriBaseId": "%SRCROOT%"}


def _range(place: Region) -> dict[str, int]:
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }


def _fixes(scan: Scan, finding: Finding) -> Iterator[dict[str, object]]:
    """The fix that was proven, if there is one and its text is text."""
    fix = finding.fix
    if fix is None or fix.standing is not FixStanding.REPAIRED or _SURROGATE.search(fix.diff):
        return
    changes = [
        {
            "artifactLocation": _artifact(scan, path),
            "replacements": [_replacement(each) for each in group],
        }
        for path, group in groupby(replacements(fix.diff), key=lambda each: each.path)
    ]
    if changes:
        about = ": ".join(filter(None, (fix.applicability, one_line(fix.safety))))
        yield {"description": _message(about), "artifactChanges": changes}


def _replacement(one: Replacement) -> dict[str, object]:
    put = {"insertedContent": {"text": one.text}} if one.text else {}
    return {"deletedRegion": _range(one.region), **put}


def _properties(finding: Finding) -> dict[str, object]:
    """What SARIF has no word for; empty texts are left out."""
    told = {
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "provider": finding.provider,
        "symbol": finding.symbol,
        "parameter": finding.parameter,
        "before": finding.before,
        "now": finding.now,
        "definedAt": finding.defined_at,
        "firstBad": finding.first_bad,
        "recipe": finding.recipe,
        "fix": finding.fix.standing.value if finding.fix else "",
    }
    return {key: one_line(text) for key, text in told.items() if text} | {
        "evidence": [each.value for each in finding.evidence]
    }


def _notifications(scan: Scan) -> Iterator[dict[str, object]]:
    """What was not judged, and what else is to be said of the run."""
    coverage = scan.coverage
    for file in sorted(coverage.skipped, key=lambda each: (each.path, each.reason)):
        yield _notification(scan, "warning", f"not read: {file.reason}", file.path)
    for use in sorted(coverage.unjudged, key=lambda u: (u.path, u.line, u.text, u.reason)):
        told = f"not judged: {use.text}: {use.reason}"
        yield _notification(scan, "note", told, use.path, line=use.line)
    yield from (_notification(scan, "note", note) for note in scan.notes)


def _notification(
    scan: Scan, level: str, words: str, path: str = "", *, line: int = 0
) -> dict[str, object]:
    found: dict[str, object] = {"level": level, "message": _message(one_line(words))}
    if path:
        physical: dict[str, object] = {"artifactLocation": _artifact(scan, path)}
        if line:
            physical["region"] = {"startLine": line}
        found["locations"] = [{"physicalLocation": physical}]
    return found
