"""Whether the operations of a card hold code where they should, told before any is done."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Callable, Mapping

from .model import (
    AddImport,
    AddKeyword,
    AddParameter,
    DropKeyword,
    InsertAfter,
    InsertBefore,
    MoveSymbol,
    Operation,
    RenameAttribute,
    RenameKeyword,
    Rewrite,
)

_STANDS = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*)\}|\$\$?([A-Za-z_]\w*)")
_FREE = re.compile(r"\$\$?[A-Za-z_]\w*")


def misspelt(operation: Operation) -> str:
    """The key of an operation that does not hold what it should, "" for none."""
    for key, is_right in _RIGHT[type(operation)].items():
        if not is_right(getattr(operation, key)):
            return key
    if isinstance(operation, Rewrite) and not _names(operation.to) <= _names(operation.match):
        return "to"
    return ""


def _names(text: str) -> set[str]:
    return {*_FREE.findall(text)}


def _is_dotted(text: str) -> bool:
    parts = text.split(".")
    return len(parts) > 1 and all(part.isidentifier() for part in parts)


def _is_expression(text: str) -> bool:
    return bool(text.strip()) and _parses(f"({_stood_in(text)}\n)")


def _is_code(text: str) -> bool:
    return bool(text.strip()) and _parses(textwrap.dedent(_stood_in(text)).strip())


def _is_import(text: str) -> bool:
    return _parses(text.strip()) and [
        type(each) in (ast.Import, ast.ImportFrom) for each in ast.parse(text.strip()).body
    ] == [True]


def _stood_in(text: str) -> str:
    """The text with a name for each placeholder."""
    return _STANDS.sub(lambda at: f"_{at[1] or at[2]}" if at[1] or at[2] else at[0][0], text)


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def _is_parameter(text: str) -> bool:
    return _parses(f"def _({text}): ...")


def _is_nothing_or(is_right: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda text: not text.strip() or is_right(text)


_RIGHT: Mapping[type, Mapping[str, Callable[[str], bool]]] = {
    AddKeyword: {"name": str.isidentifier, "value": _is_expression},
    DropKeyword: {"name": str.isidentifier},
    RenameKeyword: {"name": str.isidentifier, "to": str.isidentifier},
    RenameAttribute: {"name": str.isidentifier, "to": str.isidentifier},
    MoveSymbol: {"name": _is_dotted, "to": _is_dotted},
    AddParameter: {"parameter": _is_parameter},
    InsertBefore: {"code": _is_code},
    InsertAfter: {"code": _is_code},
    Rewrite: {
        "match": _is_code,
        "to": _is_nothing_or(_is_code),
        "at": _is_nothing_or(str.isidentifier),
    },
    AddImport: {"statement": _is_import},
}
