"""What a body says aloud: warnings, and those that announce that something goes."""

from __future__ import annotations

import ast

from .expressions import last_name, text

_WARNERS = ("warn", "warning", "warning_once", "warn_once", "info_once")
_SIGNS = ("deprecat", "will be removed", "has been removed", "has been renamed")
_LONGEST_TEXT = 300


def message(call: ast.Call) -> str:
    """The text of a call's first literal argument, with `{…}` for what is filled in."""
    for argument in call.args:
        found = _literal_message(argument)
        if found:
            return " ".join(found.split())[:_LONGEST_TEXT]
    return ""


def tells_deprecation(said: str) -> bool:
    """Whether a warning's text announces that something goes."""
    lowered = said.lower()
    return any(sign in lowered for sign in _SIGNS)


def is_warning(call: ast.Call) -> bool:
    """Whether a call warns its reader (`warnings.warn`, a logger's `warning`)."""
    return last_name(call) in _WARNERS


def _literal_message(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str() as said):
            return said
        case ast.JoinedStr(values=values):
            return "".join(_literal_message(value) for value in values)
        case ast.FormattedValue(value=value):
            return f"{{{text(value)}}}"
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _literal_message(left) + _literal_message(right)
        case ast.BinOp(left=left, op=ast.Mod()):
            return _literal_message(left)
        case _:
            return ""
