"""Code of a certain shape, found in a syntax tree: expressions and statements with `$name`s."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator

_FREE = "__free_"
_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset", "ctx", "type_comment")


def found(pattern: str, tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that a pattern matches: `$name` is any expression, twice the same is the same.

    An expression is one that is evaluated: what is assigned to or deleted is none.
    """
    wanted = _parsed(pattern)
    for node in ast.walk(tree):
        if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            continue
        if type(node) is type(wanted) and _matches(wanted, node, {}):
            yield node


def is_shape(pattern: str) -> bool:
    """Whether a text is one expression or one statement."""
    try:
        return bool(_parsed(pattern))
    except (SyntaxError, ValueError):
        return False


@functools.lru_cache(maxsize=256)
def _parsed(pattern: str) -> ast.AST:
    body = ast.parse(re.sub(r"\$(?=\w)", _FREE, pattern.strip())).body
    if len(body) != 1:
        raise ValueError("a pattern is one expression or one statement")
    only = body[0]
    return only.value if isinstance(only, ast.Expr) else only


def _matches(wanted: object, node: object, known: dict[str, str]) -> bool:
    if isinstance(wanted, ast.Name) and wanted.id.startswith(_FREE):
        if not isinstance(node, ast.expr):
            return False
        text = ast.unparse(node)
        return known.setdefault(wanted.id, text) == text
    if isinstance(wanted, ast.AST):
        return type(wanted) is type(node) and all(
            _matches(getattr(wanted, name, None), getattr(node, name, None), known)
            for name in wanted._fields
            if name not in _PLACE
        )
    if isinstance(wanted, list):
        return (
            isinstance(node, list)
            and len(wanted) == len(node)
            and all(_matches(one, other, known) for one, other in zip(wanted, node, strict=True))
        )
    return wanted == node
