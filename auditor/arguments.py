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
    found = [one for value in node.args for one in _placed(value, settle)]
    for keyword in node.keywords:
        found += _keyword(keyword, settle)
    return tuple(found)


def _placed(value: ast.expr, settle: Settle) -> list[Argument]:
    """An argument without a name, or all that a star before a display of them stands for."""
    if not isinstance(value, ast.Starred):
        return [positional(value)]
    inner = settle(value.value)
    if isinstance(inner, (ast.Tuple, ast.List)):
        return [one for element in inner.elts for one in _placed(element, settle)]
    return [Argument(form=ArgumentForm.STAR, text=text_of(value.value), line=value.lineno)]


def positional(value: ast.expr) -> Argument:
    """An argument without a name."""
    text = text_of(value)[:_LONGEST]
    return Argument(form=ArgumentForm.POSITIONAL, text=text, line=value.lineno)


def _keyword(keyword: ast.keyword, settle: Settle) -> list[Argument]:
    if keyword.arg is not None:
        return [_named(keyword.arg, keyword.value, keyword.lineno)]
    return _unpacked(keyword.value, settle)


def _unpacked(value: ast.expr, settle: Settle) -> list[Argument]:
    """What a double star stands for: of a display, each text once, and what is not told as such."""
    inner = settle(value)
    if not isinstance(inner, ast.Dict):
        text = text_of(value)[:_LONGEST]
        return [Argument(form=ArgumentForm.DOUBLE_STAR, text=text, line=value.lineno)]
    named: dict[str, Argument] = {}
    open_: list[Argument] = []
    for key, item in zip(inner.keys, inner.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            named[key.value] = _named(key.value, item, key.lineno)
            continue
        form = ArgumentForm.DOUBLE_STAR
        given = (
            _unpacked(item, settle)
            if key is None
            else [Argument(form=form, text=f"{{{text_of(key)}: …}}"[:_LONGEST], line=key.lineno)]
        )
        named |= {one.keyword: one for one in given if one.keyword is not None}
        open_ += [one for one in given if one.form is form]
    return [*named.values(), *open_]


def _named(name: str, value: ast.expr, line: int) -> Argument:
    text = text_of(value)[:_LONGEST]
    return Argument(form=ArgumentForm.KEYWORD, keyword=name, text=text, line=line)


def spelled_out(node: ast.expr) -> list[Argument] | None:
    """The keyword arguments that a mapping's literal text gives; None where it is not one."""
    found = _unpacked(node, _as_it_is)
    return found if all(one.form is ArgumentForm.KEYWORD for one in found) else None
