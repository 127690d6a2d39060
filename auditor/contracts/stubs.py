"""Bodies that leave the work to others."""

from __future__ import annotations

import ast

from .expressions import last_name, literal_string


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """A body's statements behind its docstring."""
    if body and isinstance(body[0], ast.Expr) and literal_string(body[0].value) is not None:
        return body[1:]
    return body


def is_stub(body: list[ast.stmt]) -> bool:
    """Whether a body (without docstring) leaves the work to others."""
    if len(body) > 1:
        return False
    match body:
        case [] | [ast.Pass()]:
            return True
        case [ast.Expr(value=ast.Constant(value=value))]:
            return value is ...
        case [ast.Raise(exc=ast.expr() as exc)]:
            return last_name(exc) == "NotImplementedError"
        case [ast.Return(value=ast.Name(id="NotImplemented"))]:
            return True
        case _:
            return False
