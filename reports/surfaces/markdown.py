"""For an issue or a wiki: the four parts of a coupling report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drift_audit.auditor.surface import Coupling, Surface
from drift_audit.reports.gfm import code, prose, table, text
from drift_audit.reports.parts import head, marks, needed, parts, places

SUFFIXES = (".md",)


def render(surface: Surface) -> str:
    """Write the surface as GitHub-flavoured Markdown."""
    return "\n\n".join(_blocks(surface)) + "\n"


def _blocks(surface: Surface) -> Iterator[str]:
    yield from (text(line) for line in head(surface))
    split = parts(surface)
    for title, findings in (("Breaking", split.breaking), ("Behavioural", split.behavioural)):
        yield f"## {title}"
        rows = [
            (str(f.severity), code(f"{f.span.path}:{f.span.line}"), prose(f.message))
            for f in findings
        ]
        yield table(("severity", "place", "what has happened"), rows) if rows else "Nothing."
    yield "## Dependencies"
    lines = [f"this code asks for {line}" for line in surface.asked] + list(needed(surface))
    yield "\n".join(f"- {text(line)}" for line in lines) or "Nothing."
    yield from _couplings("Unchanged", split.unchanged)
    yield from _couplings("Not judged", split.unjudged)


def _couplings(title: str, couplings: Sequence[Coupling]) -> Iterator[str]:
    yield f"## {title}"
    rows = [
        (code(one.symbol), marks(one), ", ".join(one.forms), "<br>".join(map(code, places(one))))
        for one in couplings
    ]
    yield table(("symbol", "mark", "used as", "places"), rows) if rows else "Nothing."
