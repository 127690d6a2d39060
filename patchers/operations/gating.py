"""Words for two releases beside each other: keywords on a condition, imports that fall back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import libcst as cst

from drift_audit.patchers.model import AddKeyword, GateKeyword, RenameKeyword

from .blocks import Made, Replaced
from .calls import call_of, found_keyword, inserted, is_unpacked
from .changes import Changes
from .claims import Point, Region
from .imports import Bound, aliases, bound, row_of, statement_of, with_row
from .refusals import ImpossibleError
from .statements import surroundings
from .templates import Template
from .tree import Lines

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span
    from drift_audit.patchers.model import GateMove

_WIDEST = 88
_NOTHING: Mapping[str, str] = {}


def gate(
    changes: Changes, span: Span, operation: GateKeyword | GateMove, given: Mapping[str, str]
) -> None:
    """Write the words of both releases, each for its own."""
    if isinstance(operation, GateKeyword):
        _gate_keyword(changes, span, operation, given)
    else:
        _gate_move(changes, span, operation)


def _gate_keyword(
    changes: Changes, span: Span, gate: GateKeyword, given: Mapping[str, str]
) -> None:
    """Pass a keyword to the releases that take it."""
    call = call_of(changes.source, span)
    name = gate.operation.name
    test = Template(text=gate.test, given=given).expression()
    if test is None:
        raise ImpossibleError(f"`{gate.test}` is no expression")
    claim = Point(node=call, part=f"{name}=", result=gate)
    place = found_keyword(call, name)
    if isinstance(gate.operation, AddKeyword):
        value = Template(text=gate.operation.value, given=given).expression()
        if value is None:
            raise ImpossibleError(f"`{gate.operation.value}` is no expression")
        if place is None and changes.claims.take([claim]):
            arg = _conditional({name: value}, test, {})
            changes.change(call, lambda node: inserted(node, _laid_out(changes, call, arg)))
        return
    if place is None or is_unpacked(call.args[place]):
        raise ImpossibleError(f"`{name}` is not passed there by itself")
    if changes.claims.take([claim]):
        changes.change(call.args[place], lambda node: _gated(changes, call, node, gate, test))


def _gated(
    changes: Changes,
    call: cst.Call,
    node: cst.CSTNode,
    gate: GateKeyword,
    test: cst.BaseExpression,
) -> cst.Arg:
    """An argument that is passed under its old name, or another, or not at all."""
    arg = cst.ensure_type(node, cst.Arg)
    old = {gate.operation.name: arg.value}
    other: dict[str, cst.BaseExpression] = {}
    if isinstance(gate.operation, RenameKeyword):
        other = {gate.operation.to: arg.value.deep_clone()}
    made = _conditional(other, test, old) if other else _conditional(old, test, {})
    return _laid_out(changes, call, made).with_changes(
        comma=arg.comma, whitespace_after_arg=arg.whitespace_after_arg
    )


def _conditional(
    body: Mapping[str, cst.BaseExpression],
    test: cst.BaseExpression,
    orelse: Mapping[str, cst.BaseExpression],
) -> cst.Arg:
    """`**({"name": value} if test else {})`."""
    value = cst.IfExp(
        test=test,
        body=_mapping(body),
        orelse=_mapping(orelse),
        lpar=[cst.LeftParen()],
        rpar=[cst.RightParen()],
    )
    return cst.Arg(star="**", value=value)


def _mapping(items: Mapping[str, cst.BaseExpression]) -> cst.Dict:
    return cst.Dict(
        [
            cst.DictElement(key=cst.SimpleString(f'"{name}"'), value=value)
            for name, value in items.items()
        ]
    )


def _laid_out(changes: Changes, call: cst.Call, arg: cst.Arg) -> cst.Arg:
    """The argument over several lines where the call is so and one would be too long."""
    space = call.whitespace_before_args
    if not call.args or not isinstance(space, cst.ParenthesizedWhitespace):
        return arg
    start = changes.source.spans[call.args[0]][0]
    column = start - changes.source.text.rfind(b"\n", 0, start) - 1
    if column + len(cst.Module([]).code_for_node(arg)) < _WIDEST:
        return arg
    outer = cst.ensure_type(space.last_line, cst.SimpleWhitespace).value
    step = changes.source.indent(call) or changes.source.module.default_indent
    inner, end = _broken(space, outer + step), _broken(space, outer)
    value = cst.ensure_type(arg.value, cst.IfExp)
    value = value.with_changes(
        lpar=[cst.LeftParen(whitespace_after=inner)],
        rpar=[cst.RightParen(whitespace_before=end)],
        whitespace_before_if=inner,
        whitespace_before_else=inner,
    )
    return arg.with_changes(value=value)


def _broken(like: cst.ParenthesizedWhitespace, indent: str) -> cst.ParenthesizedWhitespace:
    return cst.ParenthesizedWhitespace(
        first_line=cst.TrailingWhitespace(newline=like.first_line.newline),
        indent=like.indent,
        last_line=cst.SimpleWhitespace(indent),
    )


def _gate_move(changes: Changes, span: Span, gate: GateMove) -> None:
    """`from a.b import x` becomes a try of the new place that falls back on the old one."""
    source = changes.source
    node = source.node(span)
    statement = next((h for h in source.up(node) if isinstance(h, cst.ImportFrom)), None)
    unit = source.unit(node)
    if statement is None or statement_of(unit) is not statement:
        raise ImpossibleError(f"`{gate.name}` is not imported there by a statement of its own line")
    wanted = [one for one in bound(statement) if one.full == gate.name]
    if not wanted:
        raise ImpossibleError(f"`{gate.name}` is not imported there")
    lines = Template(text=_attempt(wanted[0], gate), given=_NOTHING).lines(
        surroundings(source, unit)
    )

    def made() -> Made:
        now = changes.now(statement)
        kept = _without(cst.ensure_type(now, cst.ImportFrom), wanted[0])
        top = unit.leading_lines if isinstance(unit, cst.SimpleStatementLine) else ()
        if kept is None:
            return Made(lines=_below(top, lines))
        line = cst.ensure_type(unit, cst.SimpleStatementLine).with_changes(body=[kept])
        return Made(lines=(line, *lines))

    if changes.claims.take([Region(nodes=(unit,), result=gate)]):
        changes.replace(Replaced(units=(unit,), make=made))


def _attempt(one: Bound, gate: GateMove) -> str:
    module, _, name = gate.to.rpartition(".")
    asked = f"{one.name} as {one.asname}" if one.asname else one.name
    local = one.asname or one.name
    new = name if name == local else f"{name} as {local}"
    return (
        f"try:\n    from {module} import {new}\n"
        f"except ImportError:\n    from {one.module} import {asked}\n"
    )


def _without(statement: cst.ImportFrom, one: Bound) -> cst.ImportFrom | None:
    """The statement without a name; None where it has no other."""
    names = aliases(statement)
    if len(names) == 1:
        return None
    row = row_of(statement).removed(aliases(one.statement).index(one.alias))
    return cst.ensure_type(with_row(statement, row), cst.ImportFrom)


def _below(top: object, lines: Lines) -> Lines:
    """The lines under the comments and blank lines that stood above."""
    return (lines[0].with_changes(leading_lines=top), *lines[1:])
