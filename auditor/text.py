"""The source text of an expression, the plain ones without detour."""

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
