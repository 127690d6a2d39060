"""Where a finding stands, for tools that count characters and know the repository alone."""

from __future__ import annotations

from dataclasses import dataclass

from drift_audit.auditor.model import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Lines from 1, columns in characters from 1; the end is not before the start."""

    line: int
    column: int
    end_line: int
    end_column: int


def region(finding: Finding) -> Region:
    """The finding's range; spans count bytes, as `ast` does, and its context tells the rest."""
    span, texts = finding.span, dict(finding.context)
    line, end_line = span.line, max(span.end_line, span.line)
    column = _characters(texts.get(line, ""), span.column)
    end_column = _characters(texts.get(end_line, ""), span.end_column)
    if end_line == line:
        end_column = max(end_column, column)
    return Region(line=line, column=column, end_line=end_line, end_column=end_column)


def _characters(text: str, column: int) -> int:
    """A column in characters; as it is where the line does not reach so far."""
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) < column - 1:
        return column
    return len(encoded[: column - 1].decode("utf-8", "ignore")) + 1
