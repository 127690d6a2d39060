"""Arguments as the consumer wrote them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeAlias

from .model import Argument, ArgumentForm
from .text import text_of

_LONGEST = 200
Settle: TypeAlias = Callable[[ast.expr], ast.expr]
"""Gives the branch of a conditional expression that runs, or the expression as it is."""


def _as_it_is(node: ast.expr) -> ast.expr:
    return node


def last_name(node: ast.expr) -> str:
    """The last name of what is called."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def arguments_of(node: ast.Call, settle: Settle = _as_it_is) -> tuple[Argument, ...]:
    """The arguments as written; of what is unpacked on a condition, those that `settle` leaves."""
    found: list[Argument] = []
    for value in node.args:
        if isinstance(value, ast.Starred):
            inner = settle(value.value)
            if isinstance(inner, (ast.Tuple, ast.List)):
                found += [positional(element) for element in inner.elts]
                continue
            form = ArgumentForm.STAR
            found.append(Argument(form=form, text=text_of(value.value), line=value.lineno))
        else:
            found.append(positional(value))
    for keyword in node.keywords:
        found += _keyword(keyword, settle)
    return tuple(found)


def positional(value: ast.expr) -> Argument:
    """An argument without a name."""
    text = text_of(value)[:_LONGEST]
    return Argument(form=ArgumentForm.POSITIONAL, text=text, line=value.lineno)


def _keyword(keyword: ast.keyword, settle: Settle) -> list[Argument]:
    text = text_of(keyword.value)[:_LONGEST]
    if keyword.arg is not None:
        form = ArgumentForm.KEYWORD
        return [Argument(form=form, keyword=keyword.arg, text=text, line=keyword.lineno)]
    spelled = spelled_out(settle(keyword.value))
    if spelled is not None:
        return spelled
    return [Argument(form=ArgumentForm.DOUBLE_STAR, text=text, line=keyword.value.lineno)]


def spelled_out(node: ast.expr) -> list[Argument] | None:
    """The keyword arguments that a mapping's literal text gives; None where it is not one."""
    if not isinstance(node, ast.Dict) or not all(_is_text(key) for key in node.keys):
        return None
    return [
        Argument(
            form=ArgumentForm.KEYWORD,
            keyword=str(key.value),
            text=text_of(item)[:_LONGEST],
            line=key.lineno,
        )
        for key, item in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant)
    ]


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
