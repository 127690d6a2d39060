"""Which part of new code takes the place of which part of the old."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import libcst as cst

from .patterns import same
from .templates import free_statement
from .tree import Unit, bare, fields

_SAME = 4.0
_BOTH_SIMPLE = 0.5
_Part = TypeVar("_Part")


def aligned(
    new: Sequence[_Part], old: Sequence[_Part], likeness: Callable[[_Part, _Part], float]
) -> list[int | None]:
    """For each new part the old one that it comes from: in order, and as like as can be."""
    best = [[0.0] * (len(old) + 1) for _ in range(len(new) + 1)]
    scores = [[likeness(one, other) for other in old] for one in new]
    for row in range(len(new) - 1, -1, -1):
        for column in range(len(old) - 1, -1, -1):
            paired = scores[row][column] + best[row + 1][column + 1]
            best[row][column] = max(paired, best[row + 1][column], best[row][column + 1])
    chosen: list[int | None] = []
    column = 0
    for row in range(len(new)):
        while column < len(old) and best[row][column + 1] == best[row][column]:
            column += 1
        taken = column < len(old) and best[row][column] > best[row + 1][column]
        chosen.append(column if taken else None)
        column += taken
    return chosen


def like_nodes(new: cst.CSTNode, old: cst.CSTNode) -> float:
    """How much two nodes have in common, 0 where they are of different kinds."""
    if type(new) is not type(old):
        return 0.0
    if same(new, old):
        return _SAME
    names = fields(type(new))
    shared = [name for name in names if _equal(getattr(new, name), getattr(old, name))]
    return 1.0 + len(shared) / len(names)


def like_statements(new: Unit, old: Unit) -> float:
    """The same for statements; a simple one may stand in for any simple one."""
    if free_statement(new) or free_statement(old):
        return 0.0
    one, other = bare(new), bare(old)
    simple = isinstance(one, cst.BaseSmallStatement) and isinstance(other, cst.BaseSmallStatement)
    return max(like_nodes(one, other), _BOTH_SIMPLE if simple else 0.0)


def _equal(left: object, right: object) -> bool:
    if isinstance(left, cst.CSTNode) and isinstance(right, cst.CSTNode):
        return same(left, right)
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(map(_equal, left, right))
    return left == right
