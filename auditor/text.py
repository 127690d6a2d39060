"""Source text: of an expression, the plain ones without detour; of a definition."""

from __future__ import annotations

import ast


def text_of(node: ast.expr) -> str:
    """What `ast.unparse` gives, faster for names, attributes and literals."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=inner, attr=attr) if isinstance(inner, (ast.Name, ast.Attribute)):
            return f"{text_of(inner)}.{attr}"
        case ast.Constant(value=value) if isinstance(value, (str, int, bool)) or value is None:
            return repr(value)
        case _:
            return ast.unparse(node)


def block_at(source: str, line: int) -> str:
    """The text of the class or function that is defined at a line, decorators included."""
    lines = source.splitlines()[line - 1 :]
    head = next(
        (
            n
            for n, text in enumerate(lines)
            if text.lstrip().startswith(("class ", "def ", "async def "))
        ),
        0,
    )
    depth = len(lines[head]) - len(lines[head].lstrip()) if lines else 0
    for count, text in enumerate(lines[head + 1 :], start=head + 1):
        stripped = text.lstrip()
        closes = stripped and not stripped.startswith((")", "#"))
        if closes and len(text) - len(stripped) <= depth:
            return "\n".join(lines[:count])
    return "\n".join(lines)
