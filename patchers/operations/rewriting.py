"""Patterns that are looked for around the use, and what they become."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never, cast

import libcst as cst

from drift_audit.patchers.model import Scope

from .blocks import Made, Replaced, as_line
from .brackets import fitting
from .building import Building, Old
from .changes import Changes
from .claims import Region
from .patterns import Captures, Run, matches, may_match, runs, same
from .refusals import ImpossibleError
from .statements import surroundings
from .templates import Template, free_name, free_statement, is_value
from .tree import CONTAINERS, Unit, bare, units

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span
    from drift_audit.patchers.model import Rewrite


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An expression or statements that are what a pattern says."""

    nodes: tuple[cst.CSTNode, ...]
    captures: Captures


def rewrite(changes: Changes, span: Span, operation: Rewrite, given: Mapping[str, str]) -> None:
    """What `match` finds becomes `to`."""
    source = changes.source
    node = source.node(span)
    match = Template(text=operation.match, given=given, free=True)
    to = Template(text=operation.to, given=given, free=True)
    pattern, result = match.expression(), to.expression()
    if pattern is not None and result is not None:
        statements = _Statements(changes, node, operation)
        whole, instead = [_line(pattern)], _branch(result)
        if instead is not None and statements.is_meant(whole, [instead]):
            statements.rewrite(whole, [instead])
        else:
            _Expressions(changes, node, operation).rewrite(pattern, result)
        return
    around = surroundings(source, node)
    before, after = match.lines(around), to.lines(around)
    if not before:
        raise ImpossibleError("the pattern is empty")
    _Statements(changes, node, operation).rewrite(list(units(before)), list(units(after)))


class _Search:
    """Where a pattern is looked for."""

    def __init__(self, changes: Changes, node: cst.CSTNode, operation: Rewrite) -> None:
        self.changes = changes
        self.source = changes.source
        self.use = node
        self.operation = operation
        self.unit = self.source.unit(node)

    def root(self) -> cst.CSTNode:
        """What is searched."""
        match self.operation.scope:
            case Scope.STATEMENT:
                return self.unit
            case Scope.FUNCTION:
                return self._around(cst.FunctionDef) or self.source.module
            case Scope.CLASS:
                if (found := self._around(cst.ClassDef)) is None:
                    raise ImpossibleError("the use stands in no class")
                return found
            case Scope.MODULE:
                return self.source.module
            case _:
                assert_never(self.operation.scope)

    def _around(self, kind: type[cst.CSTNode]) -> cst.CSTNode | None:
        return next((here for here in self.source.up(self.use) if isinstance(here, kind)), None)

    def only(self, found: Sequence[Match]) -> Match:
        """The one match; if it is the statement that is searched, the one of the use itself."""
        if self.operation.scope is Scope.STATEMENT and len(found) > 1:
            around = list(self.source.up(self.use))
            held = [m for m in found if any(node in around for node in m.nodes)]
            found = sorted(held, key=lambda m: -self.source.depth(m.nodes[0]))[:1] or found
        if not found:
            raise ImpossibleError("the pattern is not found")
        if len(found) > 1:
            times = "twice" if len(found) == 2 else f"{len(found)} times"  # noqa: PLR2004
            raise ImpossibleError(f"the pattern is found {times}")
        return found[0]

    def take(self, match: Match) -> bool:
        """Claim what is replaced; what the pattern's names stand for stays free."""
        holes: list[cst.CSTNode] = []
        for found in match.captures.values():
            holes.extend(found.units if isinstance(found, Run) else (found,))
        region = Region(nodes=match.nodes, holes=tuple(holes), result=self.operation)
        return self.changes.claims.take([region])

    def building(self, match: Match) -> Building:
        """Makes the new code in the end, when all below is changed."""
        return Building(
            captures=match.captures,
            now=self.changes.now,
            lines=self.changes.lines,
            top=match.nodes[0],
        )


def _trial(match: Match) -> Building:
    """Makes the new code as if nothing else changed."""
    return Building(captures=match.captures, now=lambda node: node, lines=lambda u: (as_line(u),))


class _Expressions(_Search):
    """A pattern that is an expression."""

    def rewrite(self, pattern: cst.BaseExpression, to: cst.BaseExpression) -> None:
        found = list(self._found(pattern))
        open_ = [match for match in found if not self._is_done(match, to)]
        if not open_ and (found or self._stands(to)):
            return
        match = self.only(open_)
        (node,) = match.nodes
        assert isinstance(node, cst.BaseExpression)
        parent = self.source.parents.get(node)
        building = self.building(match)

        def rewritten(now: cst.CSTNode) -> cst.CSTNode:
            if free_name(to) is None:
                return building.node(to, parent, Old(pattern=pattern, found=node))
            made = cast("cst.BaseExpression", building.node(to, parent))
            return fitting(made, cast("cst.BaseExpression", now), parent)

        if self.take(match):
            self.changes.change(node, rewritten)

    def _found(self, pattern: cst.BaseExpression) -> Iterator[Match]:
        for node in self._nodes():
            if not may_match(pattern, node) or not isinstance(node, cst.BaseExpression):
                continue
            if not is_value(node, self.source.parents.get(node)):
                continue
            for captures in matches(pattern, node, {}):
                yield Match(nodes=(node,), captures=captures)
                break

    def _nodes(self) -> Iterator[cst.CSTNode]:
        """All that is searched: only the header of a compound statement if the use stands there."""
        root = self.root()
        header = root is self.unit and isinstance(root, cst.BaseCompoundStatement)
        if self.operation.scope is not Scope.STATEMENT or not header or self.use is root:
            yield from self.source.walk(root)
            return
        for node in self.source.walk(root):
            if self.source.unit(node) is root:
                yield node

    def _is_done(self, match: Match, to: cst.BaseExpression) -> bool:
        made = _trial(match).node(to)
        return any(same(made, here) for here in self.source.up(match.nodes[0]))

    def _stands(self, to: cst.BaseExpression) -> bool:
        return free_name(to) is None and any(True for _ in self._found(to))


class _Statements(_Search):
    """A pattern of statements."""

    def rewrite(self, pattern: Sequence[Unit], to: Sequence[Unit]) -> None:
        found = list(self._found(pattern))
        open_ = [match for match in found if not self._is_done(match, to)]
        if not open_ and (found or self._stands(to)):
            return
        match = self.only(open_)
        building = self.building(match)
        run = cast("tuple[Unit, ...]", match.nodes)

        def made() -> Made:
            return Made(lines=building.statements(to, pattern, run), below=building.below(to))

        if self.take(match):
            self.changes.replace(Replaced(units=run, make=made))

    def is_meant(self, pattern: Sequence[Unit], to: Sequence[Unit]) -> bool:
        """Whether the statements are there, or what becomes of them."""
        return self._stands(pattern) or self._stands(to)

    def _found(self, pattern: Sequence[Unit]) -> Iterator[Match]:
        for container, siblings in self._blocks():
            for start, end in _ranges(pattern, len(siblings)):
                run = siblings[start:end]
                if self.operation.scope is Scope.STATEMENT and self.unit not in run:
                    continue
                captures = next(runs(pattern, run, container, {}), None)
                if captures is not None and run:
                    yield Match(nodes=tuple(run), captures=captures)

    def _blocks(self) -> Iterator[tuple[cst.CSTNode, list[Unit]]]:
        root = self.root()
        if self.operation.scope is Scope.STATEMENT:
            yield self.source.container(self.unit), self.source.siblings(self.unit)
            return
        if isinstance(root, cst.BaseStatement):
            yield self.source.container(root), [root]
        for node in self.source.walk(root):
            if isinstance(node, CONTAINERS):
                yield node, list(units(node.body))

    def _is_done(self, match: Match, to: Sequence[Unit]) -> bool:
        """Whether the match stands in what it would become."""
        made = list(units(_trial(match).statements(to, (), ())))
        around = [here for here in self.source.up(match.nodes[0]) if self._is_unit(here)]
        return any(self._stands_at(made, cast("Unit", unit)) for unit in around if made)

    def _is_unit(self, node: cst.CSTNode) -> bool:
        statement = isinstance(node, (cst.BaseStatement, cst.BaseSmallStatement))
        return statement and self.source.unit(node) is node

    def _stands_at(self, made: Sequence[Unit], unit: Unit) -> bool:
        siblings = self.source.siblings(unit)
        here = siblings.index(unit)
        starts = range(max(here - len(made) + 1, 0), here + 1)
        return any(_equal(made, siblings[start : start + len(made)]) for start in starts)

    def _stands(self, to: Sequence[Unit]) -> bool:
        told = [unit for unit in to if not free_statement(unit)]
        return bool(told) and any(True for _ in self._found(to))


def _line(expression: cst.BaseExpression) -> cst.SimpleStatementLine:
    return cst.SimpleStatementLine(body=[cst.Expr(expression)])


def _branch(to: cst.BaseExpression) -> cst.If | None:
    """`a or b` as a statement, which is `if not a: b`; None for all else."""
    if not isinstance(to, cst.BooleanOperation) or not isinstance(to.operator, cst.Or):
        return None
    test = cst.UnaryOperation(operator=cst.Not(), expression=to.left)
    return cst.If(test=test, body=cst.IndentedBlock(body=[_line(to.right)]))


def _ranges(pattern: Sequence[Unit], count: int) -> Iterator[tuple[int, int]]:
    """Where statements may match: at the ends of the block if the pattern is open there."""
    free = [bool(free_statement(unit)) for unit in pattern]
    least = len(pattern) - sum(free)
    for start in range(1 if free[0] else max(count - least + 1, 0)):
        if not any(free):
            yield start, start + least
        elif free[-1]:
            yield start, count
        else:
            yield from ((start, end) for end in range(start + least, count + 1))


def _equal(left: Sequence[Unit], right: Sequence[Unit]) -> bool:
    return len(left) == len(right) and all(
        same(bare(one), bare(other)) for one, other in zip(left, right, strict=True)
    )
