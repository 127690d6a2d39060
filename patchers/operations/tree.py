"""Walking a tree by what it means: whitespace, brackets and commas left out."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

import libcst as cst

Unit: TypeAlias = cst.BaseStatement | cst.BaseSmallStatement
"""A statement as it is addressed: its line where it has one to itself."""
Container: TypeAlias = cst.Module | cst.IndentedBlock | cst.SimpleStatementSuite
CONTAINERS = (cst.Module, cst.IndentedBlock, cst.SimpleStatementSuite)
Lines: TypeAlias = tuple[cst.BaseStatement, ...]

_LAYOUT = frozenset(
    {
        "colon",
        "comma",
        "default_indent",
        "default_newline",
        "dot",
        "encoding",
        "first_colon",
        "footer",
        "has_trailing_newline",
        "header",
        "indent",
        "lbrace",
        "lbracket",
        "leading_lines",
        "leading_whitespace",
        "lines_after_decorators",
        "lpar",
        "posonly_ind",
        "rbrace",
        "rbracket",
        "rpar",
        "second_colon",
        "semicolon",
        "separator",
        "trailing_whitespace",
    }
)


@cache
def fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    """The fields that carry meaning."""
    names = [field.name for field in dataclasses.fields(kind)]
    told = kind is cst.FormattedStringExpression
    return tuple(
        name
        for name in names
        if name not in _LAYOUT and not name.startswith("whitespace") and (told or name != "equal")
    )


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What a node is made of, in the order of its fields."""
    for name in fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, cst.CSTNode):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from (item for item in value if isinstance(item, cst.CSTNode))


def units(lines: Sequence[cst.CSTNode]) -> Iterator[Unit]:
    """The statements of a block; several on one line count by themselves."""
    for line in lines:
        if isinstance(line, cst.SimpleStatementLine) and len(line.body) != 1:
            yield from line.body
        else:
            assert isinstance(line, (cst.BaseStatement, cst.BaseSmallStatement))
            yield line


def bare(unit: Unit) -> Unit:
    """A statement without the line that it has to itself."""
    if isinstance(unit, cst.SimpleStatementLine) and len(unit.body) == 1:
        return unit.body[0]
    return unit


def dotted(node: cst.CSTNode | None) -> str:
    """`a.b.c` of names and attributes alone, "" for anything else."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        left = dotted(node.value)
        return f"{left}.{node.attr.value}" if left else ""
    return ""
