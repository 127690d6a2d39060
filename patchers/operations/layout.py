"""Lines that have become too long, broken as Black would.

A statement that changed, or came, and has a line beyond the width of its file (`widths`) is broken
at its outermost brackets: what is in them goes on a line of its own; where that does not do, each
item does, with a comma behind the last one. An operation without brackets gets parentheses, and is
broken before its operators. A line that no bracket can shorten stays, and so does one that ends
with a comment for a tool.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from .breaking import Break, Step, breaks
from .source import Source
from .tree import children
from .widths import columns, has_directive, width_of

_MOST = 30
_HEADED = (cst.ClassDef, cst.For, cst.FunctionDef, cst.If, cst.While, cst.With)
_PASS = cst.SimpleStatementLine(body=[cst.Pass()])
_BRACKETED = (cst.AnnAssign, cst.Assign, cst.AugAssign, cst.If, cst.Return, cst.While)


def laid_out(source: Source, module: cst.Module) -> cst.Module:
    """The module with its new lines broken where they are too long."""
    width = width_of(source.module.code)
    if width is None:
        return module
    return module.visit(_Layout(source, module, width))


class _Layout(cst.CSTTransformer):
    """Walks only what is new."""

    def __init__(self, source: Source, module: cst.Module, width: int) -> None:
        super().__init__()
        self._known = source.spans
        self._old = set(source.module.code.splitlines())
        self._module = module
        self._width = width
        self._indents: list[str] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if node in self._known and not isinstance(node, cst.Module):
            return False
        if isinstance(node, cst.IndentedBlock):
            step = self._module.default_indent if node.indent is None else node.indent
            self._indents.append(step)
        return True

    def on_leave(  # type: ignore[override]  # the same for all kinds of node
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode:
        if isinstance(original_node, cst.Module) or original_node not in self._known:
            if isinstance(original_node, cst.IndentedBlock):
                self._indents.pop()
            if isinstance(updated_node, (cst.SimpleStatementLine, *_HEADED)):
                return self._fitted(updated_node)
        return updated_node

    def _fitted(self, statement: cst.BaseStatement) -> cst.BaseStatement:
        head = _head(statement)
        fit = _Fit(
            indent="".join(self._indents),
            step=self._module.default_indent,
            width=self._width,
            old=frozenset(self._old),
        )
        fitted = fit.fitted(head)
        return statement if fitted is head else _whole(fitted, statement)


def _head(statement: cst.BaseStatement) -> cst.BaseStatement:
    """What of a statement stands above its block, without the lines above."""
    changed: dict[str, object] = {"leading_lines": ()}
    for name, empty in (("orelse", None), ("lines_after_decorators", ())):
        changed |= {name: empty} if hasattr(statement, name) else {}
    if isinstance(body := getattr(statement, "body", None), cst.IndentedBlock):
        changed["body"] = body.with_changes(body=[_PASS], footer=())
    return statement.with_changes(**changed)


def _whole(head: cst.BaseStatement, statement: cst.BaseStatement) -> cst.BaseStatement:
    names = ["leading_lines", "orelse", "lines_after_decorators"]
    names += [] if isinstance(statement, cst.SimpleStatementLine) else ["body"]
    kept = {name: getattr(statement, name) for name in names if hasattr(statement, name)}
    return head.with_changes(**kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fit:
    """The room that a statement has: beyond `indent`, up to `width`; lines in `old` stay."""

    indent: str
    step: str
    width: int
    old: frozenset[str]

    def fitted(self, statement: cst.BaseStatement) -> cst.BaseStatement:
        """The statement with as many line breaks as it takes."""
        for _ in range(_MOST):
            broken = self._broken(statement)
            if broken is None:
                break
            statement = broken
        return statement

    def _broken(self, statement: cst.BaseStatement) -> cst.BaseStatement | None:
        """The statement with the first line break that helps."""
        lines = self._lines(statement)
        if not self._excess(lines):
            return None
        placed = _Placed.of(statement, self.indent)
        lines = self._lines(placed.statement)
        for number, line in enumerate(lines, 1):
            if self._beyond(line):
                for options, node in placed.ways(number, lines, self):
                    if (
                        made := self._best(options, node, placed.statement, lines, line)
                    ) is not None:
                        return made
        return None

    def _best(
        self,
        options: Sequence[Break],
        node: cst.CSTNode,
        statement: cst.BaseStatement,
        lines: Sequence[str],
        line: str,
    ) -> cst.BaseStatement | None:
        """The mildest way after which all fits, else the last one if it helps at all."""
        before = self._excess(lines)
        for option in options:
            made = cast("cst.BaseStatement", statement.deep_replace(node, option()))
            after = self._excess(self._lines(made))
            if after <= before - self._beyond(line) or (option is options[-1] and after < before):
                return made
        return None

    def _lines(self, statement: cst.BaseStatement) -> list[str]:
        return _placed(statement, self.indent).code.splitlines()

    def _excess(self, lines: Sequence[str]) -> int:
        return sum(map(self._beyond, lines))

    def _beyond(self, line: str) -> int:
        """By how many columns a line is too long, as far as it matters."""
        if line in self.old or line.lstrip().startswith("#") or has_directive(line):
            return 0
        return max(columns(line) - self.width, 0)

    def step_at(self, line: str) -> Step:
        """The indentation of what is broken on a line."""
        here = line[: len(line) - len(line.lstrip())].removeprefix(self.indent)
        return Step(here=here, more=self.step)


def _placed(statement: cst.BaseStatement, indent: str) -> cst.Module:
    """A module with the statement alone, as far in as it is."""
    if not indent:
        return cst.Module(body=[cast("cst.BaseCompoundStatement", statement)])
    block = cst.IndentedBlock(body=[statement], indent=indent)
    return cst.Module(body=[cst.If(test=cst.Name("_"), body=block)])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """A statement whose nodes are each there once, with their places."""

    statement: cst.BaseStatement
    places: dict[cst.CSTNode, CodeRange]

    @classmethod
    def of(cls, statement: cst.BaseStatement, indent: str) -> _Placed:
        wrapper = MetadataWrapper(_placed(statement, indent))
        body = wrapper.module.body[0]
        own = body.body.body[0] if indent and isinstance(body, cst.If) else body
        places = wrapper.resolve(PositionProvider)
        return cls(
            statement=cast("cst.BaseStatement", own),
            places=cast("dict[cst.CSTNode, CodeRange]", dict(places)),
        )

    def ways(
        self, number: int, lines: Sequence[str], fit: _Fit
    ) -> Iterator[tuple[list[Break], cst.CSTNode]]:
        """The nodes around or on a line that can be broken, outermost and last ones first."""
        waiting: list[tuple[cst.CSTNode, cst.CSTNode | None]] = [(self.statement, None)]
        while waiting:
            node, parent = waiting.pop()
            first, last = self._range(node)
            if first <= number <= last:
                step = fit.step_at(lines[first - 1])
                options = breaks(node, step, may_bracket=isinstance(parent, _BRACKETED))
                if options:
                    yield options, node
            waiting.extend((child, node) for child in children(node))

    def _range(self, node: cst.CSTNode) -> tuple[int, int]:
        """The lines from the one with the opening bracket to the one with the closing bracket."""
        place = self.places.get(node)
        if place is None:
            return 1, 0
        if isinstance(node, cst.Call):
            return self.places[node.func].end.line, place.end.line
        if isinstance(node, cst.FunctionDef):
            return self.places[node.name].start.line, place.end.line
        return place.start.line, place.end.line
