"""New code from a pattern's other half, keeping what stands there as far as it stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

import libcst as cst

from .aligning import aligned, like_nodes, like_statements
from .blocks import as_line, leading
from .brackets import bracketed, fitting
from .listing import LISTINGS, Item, Listing, listed, relisted, row_field
from .patterns import Captures, Run, same
from .refusals import ImpossibleError
from .rows import Row
from .templates import free_name, free_statement, is_value, parsed_expression
from .tree import Lines, Unit, bare, fields, units

_BLOCKS = (cst.IndentedBlock, cst.SimpleStatementSuite)


@dataclass(frozen=True, slots=True, kw_only=True)
class Old:
    """What stands there (`found`), and the part of the pattern (`pattern`) that it is."""

    pattern: cst.CSTNode
    found: cst.CSTNode


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """Makes new code: `now` and `lines` tell what has become of nodes and statements.

    `top` is the first statement that is replaced; what stands above it is left to its block.
    """

    captures: Captures
    now: Callable[[cst.CSTNode], cst.CSTNode]
    lines: Callable[[Unit], Lines]
    top: cst.CSTNode | None = None

    # --- expressions and all other nodes -------------------------------------------------------

    def node(
        self, to: cst.CSTNode, parent: cst.CSTNode | None = None, old: Old | None = None
    ) -> cst.CSTNode:
        """What `to` says; where it says the same as the pattern, what was found there."""
        if (name := free_name(to)) is not None:
            return self._captured(name[1], cast("cst.Name", to), parent)
        if old is not None and same(to, old.pattern):
            return self.now(old.found)
        if isinstance(to, _BLOCKS):
            return self._block(to, old)
        if old is not None and _alike(to, old):
            return self._kept(to, old)
        made = to.with_changes(
            **{name: self._made(getattr(to, name), to) for name in fields(type(to))}
        )
        if old is not None and isinstance(made, cst.BaseExpression):
            assert isinstance(old.found, cst.BaseExpression)
            return fitting(made, old.found, parent)
        return made

    def _made(self, value: object, parent: cst.CSTNode) -> object:
        if isinstance(value, cst.CSTNode):
            return self.node(value, parent)
        if isinstance(value, (list, tuple)):
            return [self._made(item, parent) for item in value]
        return value

    def _kept(self, to: cst.CSTNode, old: Old) -> cst.CSTNode:
        """The node that was found, changed in what differs."""
        changed: dict[str, object] = {}
        for name in _fixed(to):
            values = [getattr(node, name) for node in (to, old.pattern, old.found)]
            changed[name] = self._changed(values[0], values[1], values[2], to)
        now = self.now(old.found).with_changes(**changed)
        if isinstance(to, LISTINGS) and isinstance(now, LISTINGS):
            return relisted(now, self._row(to, old, listed(now)))
        return now

    def _row(self, to: Listing, old: Old, now: Row[Item]) -> Row[Item]:
        """The items that were found, less and more what `to` says."""
        assert isinstance(old.pattern, LISTINGS)
        assert isinstance(old.found, LISTINGS)
        new, pattern, found = (listed(one).items for one in (to, old.pattern, old.found))
        chosen = aligned(new, pattern, like_nodes)
        items = list(now.items)
        for item, index in zip(new, chosen, strict=True):
            if index is not None:
                items[index] = self.node(item, to, Old(pattern=pattern[index], found=found[index]))
        row = replace(now, items=tuple(items))
        for index in sorted(set(range(len(items))).difference(chosen), reverse=True):
            row = row.removed(index)
        for place, (item, index) in enumerate(zip(new, chosen, strict=True)):
            row = row if index is not None else row.inserted(place, self.node(item, to))
        return row

    def _changed(self, to: object, pattern: object, found: object, parent: cst.CSTNode) -> object:
        if isinstance(to, (list, tuple)):
            assert isinstance(pattern, (list, tuple))
            assert isinstance(found, (list, tuple))
            triples = zip(to, pattern, found, strict=True)
            return [self._changed(*triple, parent) for triple in triples]
        if isinstance(to, cst.CSTNode):
            assert isinstance(pattern, cst.CSTNode)
            assert isinstance(found, cst.CSTNode)
            return self.node(to, parent, Old(pattern=pattern, found=found))
        return to

    def _captured(self, name: str, to: cst.Name, parent: cst.CSTNode | None) -> cst.CSTNode:
        found = self._known(name)
        if isinstance(found, Run):
            raise ImpossibleError(f"`${name}` stands for statements and cannot be an expression")
        now = self.now(found)
        if not isinstance(now, cst.BaseExpression) or not is_value(to, parent):
            return now
        if "\n" in cst.Module([]).code_for_node(now):
            text = cst.Module([]).code_for_node(now)
            parsed = parsed_expression(text)
            if parsed is None or (parsed.lpar and not now.lpar):
                return bracketed(now)
        return fitting(now, to, parent)

    def _known(self, name: str) -> cst.CSTNode | Run:
        if name not in self.captures:
            raise ImpossibleError(f"`${name}` stands for nothing: the pattern does not have it")
        return self.captures[name]

    # --- statements ----------------------------------------------------------------------------

    def statements(
        self, to: Sequence[Unit], pattern: Sequence[Unit], found: Sequence[Unit]
    ) -> Lines:
        """The lines that `to` says, each made of the old statement that it is likest."""
        pairs = self._pairs(pattern, found)
        chosen = aligned(to, [one for one, _ in pairs], like_statements)
        made: list[cst.BaseStatement] = []
        below: Sequence[cst.EmptyLine] = ()
        for unit, index in zip(to, chosen, strict=True):
            if name := free_statement(unit):
                lines = self._run(name)
            else:
                lines = (self._line(unit, None if index is None else pairs[index]),)
            made.extend(_under(below, lines))
            below = self.below([unit]) if lines else below
        return tuple(made)

    def _pairs(self, pattern: Sequence[Unit], found: Sequence[Unit]) -> list[tuple[Unit, Unit]]:
        """Each statement of the pattern that says what it is, with what was found for it."""
        pairs: list[tuple[Unit, Unit]] = []
        place = 0
        for unit in pattern if found else ():
            if name := free_statement(unit):
                run = self._known(name)
                place += len(run.units) if isinstance(run, Run) else 1
            else:
                pairs.append((unit, found[place]))
                place += 1
        return pairs

    def below(self, to: Sequence[Unit]) -> Sequence[cst.EmptyLine]:
        """The comments at the end of the block whose statements end `to`."""
        last = self.captures.get(free_statement(to[-1])) if to else None
        if isinstance(last, Run) and last.units and _ends(last):
            return _footer(self.now(last.container))
        return ()

    def _run(self, name: str) -> Lines:
        found = self._known(name)
        if isinstance(found, Run):
            return tuple(line for unit in found.units for line in self.lines(unit))
        value = cast("cst.BaseExpression", self.now(found))
        return (cst.SimpleStatementLine(body=[cst.Expr(value)]),)

    def _line(self, to: Unit, pair: tuple[Unit, Unit] | None) -> cst.BaseStatement:
        if pair is None:
            return self._made_line(to)
        pattern, found = pair
        made = self.node(bare(to), None, Old(pattern=bare(pattern), found=bare(found)))
        now = self.now(found)
        if isinstance(now, cst.SimpleStatementLine) and isinstance(made, cst.BaseSmallStatement):
            line: cst.BaseStatement = now.with_changes(body=[made])
        else:
            line = _headed(as_line(cast("Unit", made)), now)
            line = line.with_changes(leading_lines=leading(now))
        return line.with_changes(leading_lines=()) if found is self.top else line

    def _made_line(self, to: Unit) -> cst.BaseStatement:
        made = cast("Unit", self.node(bare(to)))
        if isinstance(to, cst.SimpleStatementLine):
            return to.with_changes(body=[made])
        return as_line(made)

    def _block(
        self, to: cst.IndentedBlock | cst.SimpleStatementSuite, old: Old | None
    ) -> cst.CSTNode:
        of_to = list(units(to.body))
        blocks = [old.pattern, old.found] if old is not None else []
        sides = [list(units(block.body)) for block in blocks if isinstance(block, _BLOCKS)]
        pattern, found = sides if len(sides) == 2 else ([], [])  # noqa: PLR2004
        lines = self.statements(of_to, pattern, found)
        now = self.now(old.found) if old is not None else to
        body = lines or (cst.SimpleStatementLine(body=[cst.Pass()]),)
        below = self.below(of_to)
        if isinstance(now, cst.IndentedBlock):
            return now.with_changes(body=body, footer=below or now.footer)
        indent = to.indent if isinstance(to, cst.IndentedBlock) else None
        return cst.IndentedBlock(body=body, indent=indent, footer=below)


def _under(lines: Sequence[cst.EmptyLine], made: Lines) -> Lines:
    """Lines with comments of an earlier block above them."""
    if not lines or not made:
        return made
    first = made[0].with_changes(leading_lines=[*lines, *leading(made[0])])
    return (first, *made[1:])


def _headed(line: cst.BaseStatement, found: cst.CSTNode) -> cst.BaseStatement:
    """A statement with the comment at the end of the head of the one in whose place it comes."""
    comment = _head_end(found)
    if comment is None or _head_end(line) is None:
        return line
    if isinstance(line, cst.SimpleStatementLine):
        return line.with_changes(trailing_whitespace=comment)
    body = cst.ensure_type(getattr(line, "body", None), cst.IndentedBlock)
    return line.with_changes(body=body.with_changes(header=comment))


def _head_end(line: cst.CSTNode) -> cst.TrailingWhitespace | None:
    """The end of the line that a statement has to itself, or that the head of one has."""
    if isinstance(line, cst.SimpleStatementLine):
        return line.trailing_whitespace
    body = getattr(line, "body", None)
    return body.header if isinstance(body, cst.IndentedBlock) else None


def _ends(run: Run) -> bool:
    """Whether statements are the last ones of their block."""
    block = cast("cst.IndentedBlock", run.container)
    return list(units(block.body))[-1] is run.units[-1]


def _footer(block: cst.CSTNode) -> Sequence[cst.EmptyLine]:
    """The comments at the end of a block."""
    return block.footer if isinstance(block, cst.IndentedBlock) else ()


def _fixed(node: cst.CSTNode) -> Sequence[str]:
    """The fields that carry meaning, but for a row of items, which may have more and less."""
    row = row_field(node)
    return [name for name in fields(type(node)) if name != row]


def _alike(to: cst.CSTNode, old: Old) -> bool:
    """Whether a node has the same parts as the one that was found, if not the same ones."""
    if not type(to) is type(old.pattern) is type(old.found):
        return False
    for name in _fixed(to):
        one, other, third = (getattr(node, name) for node in (to, old.pattern, old.found))
        if isinstance(one, (list, tuple)):
            if not len(one) == len(other) == len(third):
                return False
        elif len({isinstance(part, cst.CSTNode) for part in (one, other, third)}) > 1:
            return False
    return True
