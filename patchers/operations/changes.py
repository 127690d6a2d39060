"""All changes of one file, noted first and then done in one walk over its tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

import libcst as cst

from .blocks import Replaced, Rooms, as_line, rebuilt
from .claims import Claims, Side
from .source import Source
from .tree import Container, Lines, Unit

NodeChange: TypeAlias = Callable[[cst.CSTNode], cst.CSTNode]


class Changes:
    """What becomes of the nodes of a file.

    A change of a node is given the node as the changes below it have left it.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.claims = Claims(source)
        self._nodes: dict[cst.CSTNode, list[NodeChange]] = {}
        self._rooms = Rooms()
        self._containers: dict[cst.CSTNode, Container] = {}
        self._now: dict[cst.CSTNode, cst.CSTNode] = {}

    # --- noting --------------------------------------------------------------------------------

    def change(self, node: cst.CSTNode, change: NodeChange) -> None:
        """Change a node when all below it is changed; several changes run in their order."""
        self._nodes.setdefault(node, []).append(change)

    def insert(self, unit: Unit, side: Side, lines: Lines) -> None:
        """Put lines next to a statement, behind what was put there before."""
        rooms = self._rooms.before if side is Side.BEFORE else self._rooms.after
        rooms.setdefault(unit, []).extend(lines)
        self._touch(unit)

    def part(self, unit: Unit) -> None:
        """Put a blank line between a statement and what goes before it."""
        self._rooms.apart.add(unit)

    def replace(self, replaced: Replaced) -> None:
        """Replace neighbouring statements by others."""
        self._rooms.replaced[replaced.units[0]] = replaced
        self._touch(replaced.units[0])

    def _touch(self, unit: Unit) -> None:
        container = self.source.container(unit)
        self._containers[container] = container

    # --- doing ---------------------------------------------------------------------------------

    def now(self, node: cst.CSTNode) -> cst.CSTNode:
        """A node as the changes have left it; only for what has been walked already."""
        return self._now.get(node, node)

    def lines(self, unit: Unit) -> Lines:
        """A statement with all that was put next to it, once its block has been walked."""
        if unit in self._rooms.became:
            return self._rooms.became[unit]
        return (as_line(cast("Unit", self.now(unit))),)

    def module(self) -> cst.Module:
        """The tree with all changes."""
        if not self._nodes and not self._containers:
            return self.source.module
        walk = _Walk(self, {*self._nodes, *self._containers})
        return self.source.module.visit(walk)

    def left(self, original: cst.CSTNode, updated: cst.CSTNode) -> cst.CSTNode:
        """Change a node that is walked out of."""
        for change in self._nodes.get(original, ()):
            updated = change(updated)
        if original in self._containers:
            container = self._containers[original]
            updated = rebuilt(
                container, cast("Container", updated), self._rooms, self.source.indent(original)
            )
        self._now[original] = updated
        return updated


class _Walk(cst.CSTTransformer):
    """Walks only where something changes, so that all else stays the very same nodes."""

    def __init__(self, changes: Changes, targets: set[cst.CSTNode]) -> None:
        super().__init__()
        self._changes = changes
        self._way = {here for target in targets for here in changes.source.up(target)}

    def on_visit(self, node: cst.CSTNode) -> bool:
        return node in self._way

    def on_leave(  # type: ignore[override]  # the same for all kinds of node
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode:
        if original_node not in self._way:
            return updated_node
        return self._changes.left(original_node, updated_node)
