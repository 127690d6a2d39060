"""How one expression is broken over lines: its brackets apart, or one item a line as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

import libcst as cst

from .brackets import bracketed
from .listing import LISTINGS, Listing, listed, relisted
from .rows import Row, Space

OPERATIONS = (cst.BinaryOperation, cst.BooleanOperation, cst.Comparison, cst.IfExp)
COMPREHENSIONS = (cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)
Break: TypeAlias = Callable[[], cst.CSTNode]
"""Makes the node as it is with more line breaks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """`here` is the indentation of the line with the bracket, `more` what comes on top inside."""

    here: str
    more: str

    @property
    def inside(self) -> cst.ParenthesizedWhitespace:
        """A line break between brackets."""
        return _broken(self.here + self.more)

    @property
    def outside(self) -> cst.ParenthesizedWhitespace:
        """A line break before the closing bracket."""
        return _broken(self.here)


def breaks(node: cst.CSTNode, step: Step, *, may_bracket: bool) -> list[Break]:
    """The ways to break a node, the mildest first; none where it is broken, or cannot be."""
    if isinstance(node, LISTINGS):
        return _of_row(node, step)
    if isinstance(node, cst.ImportFrom):
        return _of_import(node, step)
    if isinstance(node, (*OPERATIONS, *COMPREHENSIONS)):
        return _of_expression(node, step, may_bracket=may_bracket)
    return []


# --- rows of items -------------------------------------------------------------------------------


def _of_row(node: Listing, step: Step) -> list[Break]:
    row = listed(node)
    bare_tuple = isinstance(node, cst.Tuple) and not node.lpar
    if not row.items or bare_tuple or any(map(is_broken, (g.whitespace_after for g in row.gaps))):
        return []
    found: list[Break] = []
    if not is_broken(row.opening):
        found.append(lambda: relisted(node, _apart(_shifted_row(row, step.more), step)))
    if not _is_generator_alone(node) and not row.is_broken:
        shifted = row if is_broken(row.opening) else _shifted_row(row, step.more)
        found.append(lambda: relisted(node, _one_a_line(shifted, step)))
    return found


def _shifted_row(row: Row[cst.CSTNode], more: str) -> Row[cst.CSTNode]:
    return replace(row, items=tuple(shifted(item, more) for item in row.items))


def _apart(row: Row[cst.CSTNode], step: Step) -> Row[cst.CSTNode]:
    """All items on one line between the brackets."""
    return replace(row, opening=step.inside, trailing=None, closing=step.outside)


def _one_a_line(row: Row[cst.CSTNode], step: Step) -> Row[cst.CSTNode]:
    """Each item on a line of its own, with a comma behind the last one as well."""
    opening = row.opening if is_broken(row.opening) else step.inside
    closing = row.closing if is_broken(row.closing) else step.outside
    gap = cst.Comma(whitespace_after=step.inside)
    return replace(
        row,
        opening=opening,
        gaps=(gap,) * len(row.gaps),
        trailing=row.trailing or cst.Comma(),
        closing=closing,
    )


def _is_generator_alone(node: Listing) -> bool:
    """Whether a comma would be wrong behind the only argument."""
    return (
        isinstance(node, cst.Call)
        and len(node.args) == 1
        and isinstance(node.args[0].value, cst.GeneratorExp)
        and not node.args[0].value.lpar
    )


def _of_import(node: cst.ImportFrom, step: Step) -> list[Break]:
    if isinstance(node.names, cst.ImportStar) or (
        node.lpar and is_broken(node.lpar.whitespace_after)
    ):
        return []
    gap = cst.Comma(whitespace_after=step.inside)
    last = cst.Comma(whitespace_after=step.outside)
    names = [name.with_changes(comma=gap) for name in node.names[:-1]]
    made = node.with_changes(
        lpar=cst.LeftParen(whitespace_after=step.inside),
        names=[*names, node.names[-1].with_changes(comma=last)],
        rpar=cst.RightParen(),
    )
    return [lambda: made]


# --- operations and comprehensions ---------------------------------------------------------------


def _of_expression(node: cst.CSTNode, step: Step, *, may_bracket: bool) -> list[Break]:
    """An operation gets parentheses where it has none and may have some."""
    plain = isinstance(node, (*OPERATIONS, cst.GeneratorExp))
    if plain and not getattr(node, "lpar", ()) and not may_bracket:
        return []
    found: list[Break] = []
    opened = _is_opened(node)
    whole = node if opened else shifted(node, step.more)
    if not opened:
        found.append(lambda: _opened(whole, step))
    if not _is_split(node):
        found.append(lambda: _split(whole if opened else _opened(whole, step), step.inside))
    return found


def _is_opened(node: cst.CSTNode) -> bool:
    left = _left(node)
    return left is not None and is_broken(left.whitespace_after)


def _left(node: cst.CSTNode) -> cst.LeftParen | cst.LeftSquareBracket | cst.LeftCurlyBrace | None:
    match node:
        case cst.ListComp():
            return node.lbracket
        case cst.SetComp() | cst.DictComp():
            return node.lbrace
        case cst.BaseExpression() if node.lpar:
            return node.lpar[-1]
        case _:
            return None


def _opened(node: cst.CSTNode, step: Step) -> cst.CSTNode:
    """The expression on lines of its own between its brackets."""
    if isinstance(node, cst.ListComp):
        return node.with_changes(
            lbracket=cst.LeftSquareBracket(whitespace_after=step.inside),
            rbracket=cst.RightSquareBracket(whitespace_before=step.outside),
        )
    if isinstance(node, (cst.SetComp, cst.DictComp)):
        return node.with_changes(
            lbrace=cst.LeftCurlyBrace(whitespace_after=step.inside),
            rbrace=cst.RightCurlyBrace(whitespace_before=step.outside),
        )
    whole = bracketed(cast("cst.BaseExpression", node))
    return whole.with_changes(
        lpar=[*whole.lpar[:-1], cst.LeftParen(whitespace_after=step.inside)],
        rpar=[cst.RightParen(whitespace_before=step.outside), *whole.rpar[1:]],
    )


def _is_split(node: cst.CSTNode) -> bool:
    match node:
        case cst.BinaryOperation() | cst.BooleanOperation():
            return is_broken(getattr(node.operator, "whitespace_before", None))
        case cst.Comparison():
            return is_broken(getattr(node.comparisons[0].operator, "whitespace_before", None))
        case cst.IfExp():
            return is_broken(node.whitespace_before_if)
        case cst.ListComp() | cst.SetComp() | cst.DictComp() | cst.GeneratorExp():
            return is_broken(node.for_in.whitespace_before)
        case _:
            return True


def _split(node: cst.CSTNode, space: Space) -> cst.CSTNode:
    """A line break before each operator of the same rank, or before each clause."""
    match node:
        case cst.BinaryOperation() | cst.BooleanOperation():
            operator = node.operator.with_changes(whitespace_before=space)
            left = node.left
            if _rank(left) == _rank(node) and not left.lpar:
                left = cast("cst.BaseExpression", _split(left, space))
            return node.with_changes(left=left, operator=operator)
        case cst.Comparison():
            return node.with_changes(
                comparisons=[
                    one.with_changes(operator=one.operator.with_changes(whitespace_before=space))
                    for one in node.comparisons
                ]
            )
        case cst.IfExp():
            orelse = node.orelse
            if isinstance(orelse, cst.IfExp) and not orelse.lpar:
                orelse = cast("cst.IfExp", _split(orelse, space))
            return node.with_changes(
                whitespace_before_if=space, whitespace_before_else=space, orelse=orelse
            )
        case cst.ListComp() | cst.SetComp() | cst.DictComp() | cst.GeneratorExp():
            return node.with_changes(for_in=_clauses(node.for_in, space))
        case _:
            return node


def _rank(node: cst.CSTNode) -> str:
    """What binds alike: `+` and `-`, `*` and its like, each other operator by itself."""
    if not isinstance(node, (cst.BinaryOperation, cst.BooleanOperation)):
        return ""
    name = type(node.operator).__name__
    if name in ("Add", "Subtract"):
        return "sum"
    return "product" if name in ("Multiply", "Divide", "FloorDivide", "Modulo") else name


def _clauses(clause: cst.CompFor, space: Space) -> cst.CompFor:
    inner = clause.inner_for_in
    return clause.with_changes(
        whitespace_before=space,
        ifs=[one.with_changes(whitespace_before=space) for one in clause.ifs],
        inner_for_in=_clauses(inner, space) if inner else None,
    )


# --- whitespace ----------------------------------------------------------------------------------


def is_broken(space: object) -> bool:
    """Whether a line ends there."""
    return isinstance(space, cst.ParenthesizedWhitespace)


def shifted(node: cst.CSTNode, more: str) -> cst.CSTNode:
    """A node whose further lines are indented by more."""
    return cast("cst.CSTNode", node.visit(_Shift(more)))


def _broken(indent: str) -> cst.ParenthesizedWhitespace:
    return cst.ParenthesizedWhitespace(indent=True, last_line=cst.SimpleWhitespace(indent))


class _Shift(cst.CSTTransformer):
    def __init__(self, more: str) -> None:
        super().__init__()
        self._more = more

    def leave_ParenthesizedWhitespace(  # noqa: N802
        self,
        original_node: cst.ParenthesizedWhitespace,  # noqa: ARG002
        updated_node: cst.ParenthesizedWhitespace,
    ) -> cst.ParenthesizedWhitespace:
        space = updated_node.last_line.with_changes(value=self._more + updated_node.last_line.value)
        lines = [
            line.with_changes(
                whitespace=line.whitespace.with_changes(value=self._more + line.whitespace.value)
            )
            if line.comment
            else line
            for line in updated_node.empty_lines
        ]
        return updated_node.with_changes(last_line=space, empty_lines=lines)
