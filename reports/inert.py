"""Text of strangers, made harmless to show: no control, direction or half character acts."""

from __future__ import annotations

import re

HIDDEN = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff"
    "\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
"""What has no ink, or moves the ink of its neighbours; a tab has its usual meaning."""
_COMMAND = re.compile(r"^((?:[^\S\n]|\x1b\[[\d;]*m)*):(?=:)", re.MULTILINE)
_OLD_COMMAND = "##["


def code_point(character: str) -> str:
    """Name a character as the Unicode tables do: `U+202E`."""
    return f"U+{ord(character):04X}"


def one_line(text: str) -> str:
    """Fold all white space to single blanks and write hidden characters as `<U+202E>`."""
    return kept(" ".join(text.split()))


def kept(text: str) -> str:
    """As `one_line`, for a line of code: its blanks stay."""
    return HIDDEN.sub(lambda found: f"<{code_point(found[0])}>", text)


def quiet(report: str) -> str:
    """A whole report in plain text, of which the log of a workflow takes nothing for a command.

    A runner of GitHub's acts upon `::` where a line begins with it, and upon `##[` anywhere.
    """
    named = _COMMAND.sub(f"\\1<{code_point(':')}>", report)
    return named.replace(_OLD_COMMAND, "## [")
