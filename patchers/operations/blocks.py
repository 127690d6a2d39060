"""Blocks of statements: what comes between them, and in the place of some."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import libcst as cst

from .tree import Container, Lines, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """Lines in the place of others, and the comments that come behind them."""

    lines: Lines
    below: Sequence[cst.EmptyLine] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """Neighbouring statements, and what makes the lines that stand in their place."""

    units: tuple[Unit, ...]
    make: Callable[[], Made]


@dataclass(slots=True)
class Rooms:
    """What goes before, behind and in the place of statements, and what came of each.

    Between the statements in `apart` and what goes before them comes a blank line.
    """

    before: dict[Unit, list[cst.BaseStatement]] = field(default_factory=dict)
    after: dict[Unit, list[cst.BaseStatement]] = field(default_factory=dict)
    replaced: dict[Unit, Replaced] = field(default_factory=dict)
    apart: set[Unit] = field(default_factory=set)
    became: dict[Unit, Lines] = field(default_factory=dict)

    def touched(self, unit: Unit) -> bool:
        """Whether something happens at this very statement."""
        return any(unit in room for room in (self.before, self.after)) or any(
            unit in replaced.units for replaced in self.replaced.values()
        )


def as_line(unit: Unit) -> cst.BaseStatement:
    """A statement on a line of its own."""
    if isinstance(unit, cst.BaseSmallStatement):
        unit = unit.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
        return cst.SimpleStatementLine(body=[unit])
    return unit


def rebuilt(
    original: Container, updated: Container, rooms: Rooms, indent: str | None
) -> cst.Module | cst.IndentedBlock:
    """A block with its insertions and replacements; a suite on one line becomes a block."""
    pairs = _pairs(original, updated, rooms)
    if isinstance(updated, cst.Module) and pairs and pairs[0][0] in rooms.before:
        header, own = _header_parted(updated.header)
        updated = updated.with_changes(header=header)
        pairs[0] = (pairs[0][0], _above(pairs[0][1], own))
    build = _Build(original, rooms)
    for unit, line in pairs:
        build.put(unit, line)
    if isinstance(updated, cst.Module):
        if pairs and build.lines and not rooms.became[pairs[0][0]]:
            build.lines[0] = _first(build.lines[0], updated.header)
        return updated.with_changes(body=build.lines, footer=[*build.below, *updated.footer])
    body = build.lines or [cst.SimpleStatementLine(body=[cst.Pass()])]
    if isinstance(updated, cst.IndentedBlock):
        return updated.with_changes(body=body, footer=[*build.below, *updated.footer])
    return cst.IndentedBlock(body=body, indent=indent, footer=build.below)


def _first(line: cst.BaseStatement, header: Sequence[cst.EmptyLine]) -> cst.BaseStatement:
    """A statement that has become the first of a file; blank lines there part it from nothing."""
    if header and header[-1].comment is not None:
        return line
    lines = itertools.dropwhile(lambda empty: empty.comment is None, leading(line))
    return line.with_changes(leading_lines=tuple(lines))


class _Build:
    """The lines of a block, one statement after the other."""

    def __init__(self, original: Container, rooms: Rooms) -> None:
        self.lines: list[cst.BaseStatement] = []
        self._rooms = rooms
        self._left_of = _left_of(original)
        self._inner = {unit for r in rooms.replaced.values() for unit in r.units[1:]}
        self._carried: Sequence[cst.EmptyLine] = ()
        self.below: Sequence[cst.EmptyLine] = ()

    def put(self, unit: Unit, line: cst.BaseStatement) -> None:
        """A statement, with all that goes to its sides or in its place."""
        here = self._here(unit, line)
        before = tuple(self._rooms.before.get(unit, ()))
        if before:
            top = leading(here[0]) if here else leading(line)
            above, own = _parted_above(top)
            own = (cst.EmptyLine(indent=False), *own) if unit in self._rooms.apart else own
            before = (_above(before[0], above), *before[1:])
            here = (here[0].with_changes(leading_lines=own), *here[1:]) if here else ()
            self._carried = ()
        became = (*before, *here, *self._rooms.after.get(unit, ()))
        self._rooms.became[unit] = became
        left = self._left_of.get(unit)
        if left is not None and self._stay_together(left, unit):
            became = (_joined(self.lines.pop(), left, became[0]), *became[1:])
        self.lines.extend(became)

    def _stay_together(self, left: Unit, right: Unit) -> bool:
        """Whether nothing comes between two statements of one line or replaces one of them."""
        rooms = self._rooms
        gone = {unit for replaced in rooms.replaced.values() for unit in replaced.units}
        return left not in rooms.after and right not in rooms.before and not gone & {left, right}

    def _here(self, unit: Unit, line: cst.BaseStatement) -> Lines:
        if unit in self._inner:
            return ()
        carried, self._carried = self._carried, ()
        if carried and not _opens_paragraph(line):
            line = _above(line, carried)
        line, self.below = _above(line, self.below), ()
        if unit not in self._rooms.replaced:
            return (line,)
        made = self._rooms.replaced[unit].make()
        if made.lines:
            self.below = made.below
            return (_above(made.lines[0], leading(line)), *made.lines[1:])
        self._carried = leading(line)
        return ()


def _left_of(block: Container) -> dict[Unit, Unit]:
    """Of each statement that shares its line, the one to its left."""
    if isinstance(block, cst.SimpleStatementSuite):
        rows = [block.body]
    else:
        rows = [line.body for line in block.body if isinstance(line, cst.SimpleStatementLine)]
    return {right: left for row in rows for left, right in itertools.pairwise(row)}


def _joined(line: cst.BaseStatement, left: Unit, right: cst.BaseStatement) -> cst.BaseStatement:
    """A line with one more statement, behind the semicolon that was there."""
    assert isinstance(line, cst.SimpleStatementLine)
    assert isinstance(left, cst.BaseSmallStatement)
    assert isinstance(right, cst.SimpleStatementLine)
    *first, last = line.body
    body = (*first, last.with_changes(semicolon=left.semicolon), *right.body)
    return line.with_changes(body=body, trailing_whitespace=right.trailing_whitespace)


def _opens_paragraph(line: cst.BaseStatement) -> bool:
    """Whether a blank line parts it from what stands above; comments there are about that."""
    return any(empty.comment is None for empty in leading(line))


def _pairs(
    original: Container, updated: Container, rooms: Rooms
) -> list[tuple[Unit, cst.BaseStatement]]:
    """Each statement with its line as it is now; lines of several are parted where needed."""
    if isinstance(original, cst.SimpleStatementSuite):
        assert isinstance(updated, cst.SimpleStatementSuite)
        lines = _parted(updated.body, (), updated.trailing_whitespace)
        return list(zip(original.body, lines, strict=True))
    pairs: list[tuple[Unit, cst.BaseStatement]] = []
    for old, new in zip(original.body, updated.body, strict=True):
        assert isinstance(old, cst.BaseStatement)
        assert isinstance(new, cst.BaseStatement)
        if isinstance(old, cst.SimpleStatementLine) and any(map(rooms.touched, old.body)):
            assert isinstance(new, cst.SimpleStatementLine)
            lines = _parted(new.body, new.leading_lines, new.trailing_whitespace)
            pairs.extend(zip(old.body, lines, strict=True))
        else:
            pairs.append((old, new))
    return pairs


def _parted(
    body: Sequence[cst.BaseSmallStatement],
    leading: Sequence[cst.EmptyLine],
    trailing: cst.TrailingWhitespace,
) -> list[cst.BaseStatement]:
    lines = [cast("cst.SimpleStatementLine", as_line(small)) for small in body]
    lines[0] = lines[0].with_changes(leading_lines=leading)
    lines[-1] = lines[-1].with_changes(trailing_whitespace=trailing)
    return list(lines)


def leading(line: cst.CSTNode) -> Sequence[cst.EmptyLine]:
    """The blank lines and comments above a statement."""
    found: Sequence[cst.EmptyLine] = getattr(line, "leading_lines", ())
    return found


def _above(line: cst.BaseStatement, lines: Sequence[cst.EmptyLine]) -> cst.BaseStatement:
    """The statement with lines above those that it has."""
    return line.with_changes(leading_lines=[*lines, *leading(line)]) if lines else line


def _parted_above(
    lines: Sequence[cst.EmptyLine],
) -> tuple[Sequence[cst.EmptyLine], Sequence[cst.EmptyLine]]:
    """What stands further above, and the comments directly above a statement."""
    own = len(lines)
    while own and lines[own - 1].comment is not None:
        own -= 1
    return lines[:own], lines[own:]


def _header_parted(
    lines: Sequence[cst.EmptyLine],
) -> tuple[Sequence[cst.EmptyLine], Sequence[cst.EmptyLine]]:
    """The same for the first statement of a file; its first comments are the file's own."""
    above, own = _parted_above(lines)
    return (above, own) if above else (lines, ())
