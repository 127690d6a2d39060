"""A syntax tree as a line of marks: equal code gives equal marks however it is laid out."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable

_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}
_LEFT_OUT = ("ctx", "type_comment", "kind", "type_ignores")


def descend(node: ast.AST, *, own: str, pending: list[ast.AST | None], marks: list[str]) -> None:
    """Line up a node's children, last first, and mark what it says; `own` names are all alike."""
    kind = node.__class__
    marks.append(kind.__name__)
    for name in _FIELDS.get(kind) or _fields(kind):
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            pending.append(value)
        elif value.__class__ is list:
            pending.extend(v for v in reversed(value) if isinstance(v, ast.AST))
        elif value is not None:
            marks.append("·" if value == own else str(value))


def digest(marks: Iterable[str]) -> str:
    """A fingerprint of marks."""
    joined = "\0".join(marks).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(joined, digest_size=10).hexdigest()


def _fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a node type that say something, last first; remembered."""
    found = tuple(name for name in reversed(kind._fields) if name not in _LEFT_OUT)
    _FIELDS[kind] = found
    return found
