"""The provider's own calls of a name: cut out of its sources, without parsing all of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""(?P<string>[rbfuRBFU]{0,2}(?:\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))"""
    r"""|(?P<comment>\#[^\n]*)|(?P<open>[(\[{])|(?P<close>[)\]}])""",
    re.DOTALL,
)
_LONGEST = 20_000


def calls(source: str, name: str) -> Iterator[ast.Call]:
    """Each call of `name(…)` or `….name(…)` in a source; what cannot be cut out is left out.

    Its `func` is as written where that is a dotted name.
    """
    called = rf"(?:(?P<owner>[A-Za-z_][\w.]*)\.)?(?<!def )(?<!class )\b{re.escape(name)}\("
    for match in re.finditer(called, source):
        start = match.end() - 1
        end = _closing(source, start)
        if end is None:
            continue
        try:
            dotted = f"{match['owner']}.{name}" if match["owner"] else name
            tree = ast.parse(dotted + source[start:end], mode="eval").body
        except (SyntaxError, ValueError):
            continue
        if isinstance(tree, ast.Call):
            yield tree


def _closing(source: str, start: int) -> int | None:
    """The position behind the bracket that closes the one at `start`."""
    depth = 0
    for token in _TOKEN.finditer(source, start, start + _LONGEST):
        if token["open"]:
            depth += 1
        elif token["close"]:
            depth -= 1
            if depth == 0:
                return token.end()
    return None
