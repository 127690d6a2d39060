"""How wide the lines of a file may be."""

from __future__ import annotations

import re

_USUAL = (88, 100, 120)
_WORDY = re.compile(r"[\"'#]|://")
_UNFORMATTED = re.compile(r"#\s*(fmt: *off|yapf: *disable)")
_DIRECTIVE = re.compile(r"#\s*(type|noqa|fmt|mypy|pyright|pylint|pragma|nosec|ruff)\b[^\"']*$")


def width_of(text: str) -> int | None:
    """The first of the usual widths that the lines of plain code keep to.

    None where they keep to none, or where the file holds formatters off: then no line is broken.
    """
    if _UNFORMATTED.search(text):
        return None
    most = max((columns(line) for line in text.splitlines() if not _WORDY.search(line)), default=0)
    return next((width for width in _USUAL if most <= width), None)


def columns(line: str) -> int:
    """How many columns a line takes up."""
    return len(line.rstrip("\r\n").expandtabs(4))


def has_directive(line: str) -> bool:
    """Whether a line ends with a comment that tells a tool something about this very line."""
    return bool(_DIRECTIVE.search(line))
