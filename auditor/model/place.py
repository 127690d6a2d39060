"""Where something stands in a consumer's or a provider's source."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Span:
    """A range in one source file.

    `path` is relative to its root and in POSIX form; lines count from 1, columns from 1;
    the end is inclusive of the last line and exclusive of the last column, as in `ast`.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
