"""Who has a place: two edits may share one only where both results can stand together."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from .refusals import OverlapError

if TYPE_CHECKING:
    import libcst as cst

    from .source import Source
    from .tree import Unit


class Side(enum.StrEnum):
    """Before or behind a statement."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A part of a node: its keyword `x`, its parameter `y`, its name.

    `result` is what becomes of it; the same result twice is no conflict.
    """

    node: cst.CSTNode
    part: str
    result: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """The room on one side of a statement; any number of edits share it."""

    unit: Unit
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Nodes that are replaced, except for the holes in them, which stay as they are."""

    nodes: tuple[cst.CSTNode, ...]
    holes: tuple[cst.CSTNode, ...] = ()
    result: object = None


Claim: TypeAlias = Point | Slot | Region


class Claims:
    """All places that have been taken so far."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._taken: list[Claim] = []

    def take(self, claims: Sequence[Claim]) -> bool:
        """Take all of them, or raise OverlapError and take none.

        False where just the same has been taken already: then it is done.
        """
        if claims and all(claim in self._taken for claim in claims):
            return any(isinstance(claim, Slot) for claim in claims)
        if any(self._clash(new, old) for new in claims for old in self._taken):
            raise OverlapError
        self._taken.extend(claims)
        return True

    def is_free(self, node: cst.CSTNode) -> bool:
        """Whether a node stays: nothing that is replaced has it."""
        return not any(isinstance(c, Region) and self._inside(node, c) for c in self._taken)

    def _clash(self, new: Claim, old: Claim) -> bool:
        match new, old:
            case Region(), Region():
                return any(self._inside(n, old) for n in new.nodes) or any(
                    self._inside(n, new) for n in old.nodes
                )
            case Region(), Point():
                return self._inside(old.node, new)
            case Point(), Region():
                return self._inside(new.node, old)
            case Region(), Slot():
                return self._splits(old, new)
            case Slot(), Region():
                return self._splits(new, old)
            case Point(), Point():
                same = new.node is old.node and new.part == old.part
                return same and new.result != old.result
            case _:
                return False

    def _inside(self, node: cst.CSTNode, region: Region) -> bool:
        for here in self._source.up(node):
            if here in region.nodes:
                return True
            if here in region.holes:
                return False
        return False

    def _splits(self, slot: Slot, region: Region) -> bool:
        """Whether the slot is amid what is replaced; its two ends are free."""
        if slot.unit not in region.nodes:
            return self._inside(slot.unit, region)
        edge = region.nodes[0] if slot.side is Side.BEFORE else region.nodes[-1]
        return slot.unit is not edge
