"""For a terminal: the four parts of a coupling report."""

from __future__ import annotations

from collections.abc import Iterator

from drift_audit.auditor.surface import Surface
from drift_audit.reports.inert import kept, quiet
from drift_audit.reports.parts import head, marks, needed, parts, places

SUFFIXES = (".txt",)


def render(surface: Surface) -> str:
    """Write the surface as plain text."""
    return quiet("\n".join(map(kept, _lines(surface))) + "\n")


def _lines(surface: Surface) -> Iterator[str]:
    yield from head(surface)
    split = parts(surface)
    for title, findings in (("Breaking", split.breaking), ("Behavioural", split.behavioural)):
        yield ""
        yield f"{title} ({len(findings)})"
        for finding in findings:
            yield f"  {finding.span.path}:{finding.span.line}  {finding.message}"
    yield ""
    yield "Dependencies"
    yield from (f"  this code asks for {line}" for line in surface.asked)
    yield from (f"  {line}" for line in needed(surface))
    for title, couplings in (("Unchanged", split.unchanged), ("Not judged", split.unjudged)):
        yield ""
        yield f"{title} ({len(couplings)})"
        for one in couplings:
            told = marks(one)
            yield f"  {one.symbol}{f' [{told}]' if told else ''}  {', '.join(one.forms)}"
            yield from (f"      {place}" for place in places(one))
