"""For the log of a GitHub workflow: commands that annotate the lines of a pull request.

The service shows ten errors, ten warnings and ten notices of one step, so the worst come first. A
line of a log acts where it begins with `::`, or has `##[` anywhere: nobody else's text gets there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from drift_audit.auditor.model import Finding, Scan, Severity
from drift_audit.reports.fixes import fate
from drift_audit.reports.gfm import cut
from drift_audit.reports.inert import one_line
from drift_audit.reports.places import region
from drift_audit.reports.verdict import verdict, worst_first

SUFFIXES = (".github.txt",)

_LONG = 2_000
_LEVELS: Mapping[Severity, str] = {
    Severity.SILENT: "error",
    Severity.BREAKS: "error",
    Severity.RISK: "warning",
    Severity.NOTE: "notice",
}
_VALUE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _VALUE | str.maketrans({":": "%3A", ",": "%2C"})


def render(scan: Scan) -> str:
    """Write one command a finding, and the verdict as a line of the log."""
    commands = [_command(scan, finding) for finding in worst_first(scan.findings)]
    said = f"drift-audit: {one_line(verdict(scan).sentence)}"
    return "\n".join(line.replace("##[", "## [") for line in (*commands, said)) + "\n"


def _command(scan: Scan, finding: Finding) -> str:
    level = "notice" if finding.is_advisory else _LEVELS[finding.severity]
    place = region(finding)
    known: dict[str, object] = {
        "file": scan.consumer.in_repository(finding.span.path),
        "line": place.line,
        "endLine": place.end_line,
    }
    if place.end_line == place.line:
        known |= {"col": place.column, "endColumn": place.end_column}
    known["title"] = f"{finding.severity}: {finding.kind}"
    told = ",".join(
        f"{key}={one_line(str(value)).translate(_PROPERTY)}" for key, value in known.items()
    )
    message = "\n".join(_message(finding, mended=scan.after is not None))
    return f"::{level} {told}::{message.translate(_VALUE)}"


def _message(finding: Finding, *, mended: bool) -> Iterator[str]:
    yield cut(finding.message, _LONG)
    became = fate(finding, mended=mended)
    if advice := became.advice if became else finding.advice:
        yield f"What to do: {cut(advice, _LONG)}"
    if became:
        gist = cut(became.gist, _LONG)
        yield f"Fix: {became.became}{f': {gist}' if gist else ''}"
