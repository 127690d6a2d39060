"""Text of strangers as HTML: escaped, hidden characters boxed, broken where a reader would."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .inert import HIDDEN, code_point

if TYPE_CHECKING:
    from markupsafe import Markup

_BREAKS = re.compile(r"(?<=\w)([./])(?=\w)")
_PATH_BREAKS = re.compile(r"(/)(?=[^/])")
_LONG_NAME = re.compile(r"[\w.]{24,}")
_QUOTED = re.compile(r"`([^`\n]+)`")
_NAMES = re.compile(r"[\w.]+(?:, [\w.]+)+")
_SENTENCE = re.compile(r"`|\b[a-z]+ [a-z]+ [a-z]+\b|^[a-z]+$")


def visible(text: str) -> Markup:
    """Escaped, with a named box in place of every hidden character."""
    from markupsafe import Markup, escape

    def box(found: re.Match[str]) -> str:
        return f'<span class="ctl">{code_point(found[0])}</span>'

    return Markup(HIDDEN.sub(box, str(escape(text))))  # noqa: S704 - escaped before the boxes


def code(text: str) -> Markup:
    """As `visible`, for signatures: an arrow stays whole, a long name breaks after its dots."""
    from markupsafe import Markup

    def broken(part: str) -> Markup:
        pieces = _LONG_NAME.sub(lambda found: found[0].replace(".", ".\n"), part).split("\n")
        return Markup("<wbr>").join(map(visible, pieces))

    pieces = map(broken, text.split("->"))
    return Markup('<span class="arrow">-&gt;</span>').join(pieces)


def said(text: str) -> Markup:
    """A contract in words: a sentence as prose, a list of names one a line, else code."""
    from markupsafe import Markup

    if "return " not in text and _SENTENCE.search(text):
        return Markup('<p dir="auto">{}</p>').format(prose(text))
    lines = text.replace(", ", ",\n") if _NAMES.fullmatch(text) else text
    return Markup("<code>{}</code>").format(
        Markup("\n").join(code(line) for line in lines.split("\n"))
    )


def breakable(text: str) -> Markup:
    """As `visible`, for names and paths: a line may break after their slashes, else dots."""
    from markupsafe import Markup

    breaks = _PATH_BREAKS if "/" in text else _BREAKS
    pieces = breaks.sub("\\1\n", text.replace("\n", " ")).split("\n")
    return Markup("<wbr>").join(visible(piece) for piece in pieces)


def prose(text: str) -> Markup:
    """As `visible`, for sentences: blanks folded, a capital in front, `backticks` set as code."""
    from markupsafe import Markup

    folded = " ".join(text.split())
    parts = _QUOTED.split(folded[:1].upper() + folded[1:])
    return Markup("").join(
        Markup("<code>{}</code>").format(code(part)) if index % 2 else visible(part)
        for index, part in enumerate(parts)
    )


def sentence(text: str) -> Markup:
    """As `prose`, with a full stop where no mark ends it."""
    stripped = text.strip()
    return prose(stripped if stripped.endswith((".", "!", "?")) else f"{stripped}.")
