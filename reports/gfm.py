"""Text of strangers as GitHub's Markdown: shown as it is, so that nothing in it acts.

No emphasis, link, picture, table border, HTML or math comes of it, nobody is mentioned, and no
thread elsewhere learns of it. All of it stays in the line that it is put into.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .inert import one_line

_APART = "<!-- -->"
"""Shows nothing, and keeps names and addresses from being recognised."""
_SPELLED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "<span>$</span>"}
_ACTING = re.compile(
    r"(?P<spelled>[&<>$])"
    r"|(?P<marked>[\\`*_\[\]|~]|(?<=www)\.)"
    r"|(?P<parted>[@#!%^]|:(?=\S)|(?<=\bGH)-)"
)
_QUOTED = re.compile(r"`([^`]+)`")
_PLAIN = re.compile(r"[^\s`\\|](?:[^`\\|]*[^\s`\\|])?")
_SIGN = re.compile(r"_|[^\w\s]", re.ASCII)


def text(words: str) -> str:
    """Plain words."""
    return _text(one_line(words))


def code(words: str) -> str:
    """Words in the type of code; backticks where they can stand, else spelled out in HTML."""
    return _code(one_line(words))


def prose(words: str) -> str:
    """As `text`, for sentences: a capital in front, `backticks` set as code."""
    line = one_line(words)
    parts = _QUOTED.split(line[:1].upper() + line[1:])
    return "".join(_code(part) if index % 2 else _text(part) for index, part in enumerate(parts))


def _text(line: str) -> str:
    return _ACTING.sub(_harmless, line)


def _harmless(found: re.Match[str]) -> str:
    sign = found[0]
    if found.lastgroup == "spelled":
        return _SPELLED[sign]
    return f"\\{sign}" if found.lastgroup == "marked" else f"{sign}{_APART}"


def _code(line: str) -> str:
    if _PLAIN.fullmatch(line):
        return f"`{line}`"
    return f"<code>{_SIGN.sub(lambda found: f'&#{ord(found[0])};', line)}</code>"


def cut(words: str, most: int) -> str:
    """So many characters at most, in one line, with an ellipsis where some are left out."""
    line = one_line(words)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
