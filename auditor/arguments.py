"""Arguments as the consumer wrote them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .model import Argument, ArgumentForm
from .text import text_of

if TYPE_CHECKING:
    pass


def last_name(node: ast.expr) -> str:
    """The last name of what is called."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def arguments_of(node: ast.Call) -> tuple[Argument, ...]:
    """The arguments as written."""
    found: list[Argument] = []
    for value in node.args:
        if isinstance(value, ast.Starred):
            if isinstance(value.value, (ast.Tuple, ast.List)):
                found += [_positional(element) for element in value.value.elts]
                continue
            form = ArgumentForm.STAR
            found.append(Argument(form=form, text=text_of(value.value), line=value.lineno))
        else:
            found.append(_positional(value))
    for keyword in node.keywords:
        found += _keyword(keyword)
    return tuple(found)


def _positional(value: ast.expr) -> Argument:
    return Argument(form=ArgumentForm.POSITIONAL, text=text_of(value)[:200], line=value.lineno)


def _keyword(keyword: ast.keyword) -> list[Argument]:
    text, line = text_of(keyword.value)[:200], keyword.value.lineno
    if keyword.arg is not None:
        form = ArgumentForm.KEYWORD
        return [Argument(form=form, keyword=keyword.arg, text=text, line=keyword.lineno)]
    value = keyword.value
    if isinstance(value, ast.Dict) and all(_is_text(key) for key in value.keys):
        return [
            Argument(
                form=ArgumentForm.KEYWORD,
                keyword=str(key.value),
                text=text_of(item)[:200],
                line=key.lineno,
            )
            for key, item in zip(value.keys, value.values, strict=True)
            if isinstance(key, ast.Constant)
        ]
    return [Argument(form=ArgumentForm.DOUBLE_STAR, text=text, line=line)]


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
