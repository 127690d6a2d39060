"""Statements before and behind the one of the use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

from drift_audit.patchers.model import InsertAfter, InsertBefore

from .changes import Changes
from .claims import Side, Slot
from .patterns import same
from .refusals import ImpossibleError
from .source import Source
from .templates import Surroundings, Template
from .tree import Lines, Unit, bare, units

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span

_LEAVING = (cst.Return, cst.Raise, cst.Continue, cst.Break)


@dataclass(slots=True)
class Insertions:
    """What goes to the sides of statements, gathered until all of it is known."""

    changes: Changes
    _wanted: dict[tuple[Unit, Side], list[Lines]] = field(default_factory=dict)

    def add(
        self, span: Span, operation: InsertBefore | InsertAfter, given: Mapping[str, str]
    ) -> None:
        """Note code for one side of the statement of the use."""
        side = Side.BEFORE if isinstance(operation, InsertBefore) else Side.AFTER
        source = self.changes.source
        node = source.node(span)
        unit = source.unit(node)
        if side is Side.AFTER:
            _refuse_behind(unit, node)
        lines = Template(text=operation.code, given=given).lines(surroundings(source, unit))
        if not lines:
            raise ImpossibleError("there is no statement in the code to put in")
        self.changes.claims.take([Slot(unit=unit, side=side)])
        self._wanted.setdefault((unit, side), []).append(lines)

    def settle(self) -> None:
        """Put in what does not stand there already."""
        for (unit, side), wanted in self._wanted.items():
            self._settle(unit, side, wanted)

    def _settle(self, unit: Unit, side: Side, wanted: list[Lines]) -> None:
        """Walk away from the statement, past what is there already, and put in what is not."""
        siblings = self.changes.source.siblings(unit)
        here = siblings.index(unit)
        step = -1 if side is Side.BEFORE else 1
        placed: dict[Unit, list[Lines]] = {}
        for lines in _once(wanted)[::step]:
            present = _run(siblings, here, step * len(list(units(lines))))
            if _equal(present, list(units(lines))):
                here += step * len(present)
            else:
                placed.setdefault(siblings[here], []).append(lines)
        for next_to, groups in placed.items():
            for lines in groups[::step]:
                self.changes.insert(next_to, side, lines)


def surroundings(source: Source, node: cst.CSTNode) -> Surroundings:
    """How code is written around a node."""
    indent = source.indent(node)
    return Surroundings(
        newline=source.module.default_newline,
        unit=source.module.default_indent if indent is None else indent,
        indent=indent,
    )


def _refuse_behind(unit: Unit, node: cst.CSTNode) -> None:
    if isinstance(bare(unit), _LEAVING):
        raise ImpossibleError("what is put behind a statement that leaves the block never runs")
    definition = isinstance(unit, (cst.FunctionDef, cst.ClassDef)) and (
        node is unit or node is unit.name
    )
    if isinstance(unit, cst.BaseCompoundStatement) and node is not unit and not definition:
        raise ImpossibleError("the use stands in the header of a compound statement")


def _once(wanted: list[Lines]) -> list[Lines]:
    """Each piece of code once, however many edits ask for it."""
    kept: list[Lines] = []
    for lines in wanted:
        if not any(_equal(list(units(lines)), list(units(other))) for other in kept):
            kept.append(lines)
    return kept


def _run(siblings: list[Unit], here: int, count: int) -> list[Unit]:
    """So many statements before (if negative) or behind the one that stands `here`."""
    if count < 0:
        return siblings[max(here + count, 0) : here]
    return siblings[here + 1 : here + 1 + count]


def _equal(left: Sequence[Unit], right: Sequence[Unit]) -> bool:
    return len(left) == len(right) and all(
        same(bare(one), bare(other)) for one, other in zip(left, right, strict=True)
    )
