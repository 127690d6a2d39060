"""Arguments as the consumer wrote them."""

from __future__ import annotations

import ast

from .model import Argument, ArgumentForm
from .text import text_of

_LONGEST = 200


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
                found += [positional(element) for element in value.value.elts]
                continue
            form = ArgumentForm.STAR
            found.append(Argument(form=form, text=text_of(value.value), line=value.lineno))
        else:
            found.append(positional(value))
    for keyword in node.keywords:
        found += _keyword(keyword)
    return tuple(found)


def positional(value: ast.expr) -> Argument:
    """An argument without a name."""
    text = text_of(value)[:_LONGEST]
    return Argument(form=ArgumentForm.POSITIONAL, text=text, line=value.lineno)


def _keyword(keyword: ast.keyword) -> list[Argument]:
    text = text_of(keyword.value)[:_LONGEST]
    if keyword.arg is not None:
        form = ArgumentForm.KEYWORD
        return [Argument(form=form, keyword=keyword.arg, text=text, line=keyword.lineno)]
    spelled = spelled_out(keyword.value)
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
