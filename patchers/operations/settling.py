"""Gates whose outcome is known: the branch that runs stays, the test and the other one go."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import libcst as cst

from .blocks import Made, Replaced, as_line
from .brackets import fitting, stands
from .changes import Changes
from .claims import Point, Region
from .importing import Imports
from .imports import STATEMENTS, all_bound
from .listing import listed, relisted
from .refusals import ImpossibleError
from .tree import Unit

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span
    from drift_audit.patchers.model import Settle

_Gate: TypeAlias = cst.If | cst.IfExp | cst.Try
_GATES = (cst.If, cst.IfExp, cst.Try)
_ENDS = (cst.Return, cst.Raise, cst.Continue, cst.Break)


def settle(imports: Imports, span: Span, operation: Settle) -> None:
    """Leave the branch that runs, and drop what is imported for the rest alone."""
    changes = imports.changes
    gate = _gate_of(changes, span)
    kept = _kept(gate, holds=operation.holds)
    if isinstance(gate, cst.IfExp):
        assert isinstance(kept, cst.BaseExpression)
        done = _expression(changes, gate, kept, operation)
    else:
        done = _statement(changes, gate, kept, operation)
    if done:
        _leave(changes, imports, gate, kept)


def _gate_of(changes: Changes, span: Span) -> _Gate:
    for kind in _GATES:
        gate = changes.source.exact(span, kind) or changes.source.around(span, kind)
        if gate is not None and changes.source.spans[gate][0] == changes.source.place(span)[0]:
            assert isinstance(gate, _GATES)
            return gate
    raise ImpossibleError("no test of that kind stands there")


def _kept(gate: _Gate, *, holds: bool) -> cst.CSTNode | None:
    """What runs: a block, an expression, the rest of an `if`; None for nothing."""
    match gate:
        case cst.Try(handlers=[handler]):
            return gate.body if holds else handler.body
        case cst.Try():
            raise ImpossibleError("there is not one handler")
        case cst.If(orelse=cst.Else(body=body)) if not holds:
            return body
        case _:
            return gate.body if holds else gate.orelse


# --- statements ----------------------------------------------------------------------------------


def _statement(
    changes: Changes, gate: cst.If | cst.Try, kept: cst.CSTNode | None, operation: Settle
) -> bool:
    parent = changes.source.parents[gate]
    holes = (kept,) if kept is not None else ()
    if isinstance(parent, cst.If) and parent.orelse is gate:
        return _elif(changes, parent, gate, operation)
    unit = changes.source.unit(gate)
    units = (unit, *(_behind(changes, unit) if _ends(kept) else ()))
    if not changes.claims.take([Region(nodes=units, holes=holes, result=operation)]):
        return False
    changes.replace(Replaced(units=units, make=lambda: _made(changes, kept)))
    return True


def _made(changes: Changes, kept: cst.CSTNode | None) -> Made:
    match kept and changes.now(kept):
        case None:
            return Made(lines=())
        case cst.IndentedBlock(body=body, footer=footer):
            return Made(lines=tuple(body), below=footer)
        case cst.SimpleStatementSuite(body=body):
            return Made(lines=tuple(map(as_line, body)))
        case cst.If() as rest:
            return Made(lines=(rest,))
        case _:
            raise ImpossibleError("what runs is no block")


def _elif(changes: Changes, above: cst.If, gate: cst.If | cst.Try, operation: Settle) -> bool:
    """`elif` becomes `else`, or what stands behind it takes its place."""
    assert isinstance(gate, cst.If)
    hole = gate.body if operation.holds else gate.orelse
    region = Region(nodes=(gate,), holes=(hole,) if hole else (), result=operation)
    if not changes.claims.take([region, Point(node=above, part="orelse", result=operation)]):
        return False

    def settled(node: cst.CSTNode) -> cst.CSTNode:
        outer = cst.ensure_type(node, cst.If)
        inner = cst.ensure_type(outer.orelse, cst.If)
        if operation.holds:
            orelse = cst.Else(body=inner.body, leading_lines=inner.leading_lines)
            return outer.with_changes(orelse=orelse)
        return outer.with_changes(orelse=inner.orelse)

    changes.change(above, settled)
    return True


def _ends(kept: cst.CSTNode | None) -> bool:
    """Whether nothing behind it runs."""
    if not isinstance(kept, (cst.IndentedBlock, cst.SimpleStatementSuite)) or not kept.body:
        return False
    last = kept.body[-1]
    inner = last.body[-1] if isinstance(last, cst.SimpleStatementLine) else last
    return isinstance(inner, _ENDS)


def _behind(changes: Changes, unit: Unit) -> tuple[Unit, ...]:
    siblings = changes.source.siblings(unit)
    return tuple(siblings[siblings.index(unit) + 1 :])


# --- expressions ---------------------------------------------------------------------------------


def _expression(
    changes: Changes, gate: cst.IfExp, kept: cst.BaseExpression, operation: Settle
) -> bool:
    parent = changes.source.parents[gate]
    call = changes.source.parents.get(parent)
    if not changes.claims.take([Region(nodes=(gate,), holes=(kept,), result=operation)]):
        return False
    if isinstance(parent, cst.Arg) and parent.star == "**" and isinstance(call, cst.Call):
        unpacked = _keywords(kept)
        if unpacked is not None and len(unpacked) <= 1:
            changes.change(call, _unpacking(changes, parent))
            changes.change(gate, lambda _: changes.now(kept))
            return True
    changes.change(gate, _settled(changes, kept, parent))
    return True


def _settled(
    changes: Changes, kept: cst.BaseExpression, parent: cst.CSTNode
) -> Callable[[cst.CSTNode], cst.CSTNode]:
    def settled(node: cst.CSTNode) -> cst.CSTNode:
        now = changes.now(kept)
        assert isinstance(now, cst.BaseExpression)
        assert isinstance(node, cst.BaseExpression)
        return now if stands(now, parent) else fitting(now, node, parent)

    return settled


def _unpacking(changes: Changes, arg: cst.Arg) -> Callable[[cst.CSTNode], cst.CSTNode]:
    """`f(**{"x": 1})` becomes `f(x=1)`, `f(**{})` becomes `f()`."""

    def unpacked(node: cst.CSTNode) -> cst.CSTNode:
        call = cst.ensure_type(node, cst.Call)
        now = cst.ensure_type(changes.now(arg), cst.Arg)
        place = next(index for index, each in enumerate(call.args) if each.value is now.value)
        pairs = _keywords(now.value)
        if not pairs:
            return relisted(call, listed(call).removed(place))
        ((name, value),) = pairs.items()
        equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
        keyword = now.with_changes(star="", keyword=cst.Name(name), equal=equal)
        keyword = keyword.with_changes(value=fitting(value, cst.Name("_"), keyword))
        return call.with_changes(args=[*call.args[:place], keyword, *call.args[place + 1 :]])

    return unpacked


def _keywords(node: cst.BaseExpression) -> dict[str, cst.BaseExpression] | None:
    """The pairs of a dictionary whose keys are keywords, None for anything else."""
    if not isinstance(node, cst.Dict):
        return None
    found: dict[str, cst.BaseExpression] = {}
    for element in node.elements:
        key = element.key if isinstance(element, cst.DictElement) else None
        name = key.evaluated_value if isinstance(key, cst.SimpleString) else ""
        if not isinstance(name, str) or not name.isidentifier():
            return None
        found[name] = element.value
    return found


# --- imports -------------------------------------------------------------------------------------


def _leave(changes: Changes, imports: Imports, gate: _Gate, kept: cst.CSTNode | None) -> None:
    """What the parts that go alone have used is not needed any more."""
    source = changes.source
    gone = {node for node in source.walk(gate) if isinstance(node, cst.Name)}
    if kept is not None:
        gone -= {node for node in source.walk(kept) if isinstance(node, cst.Name)}
    inside = set(source.walk(gate))
    for one in all_bound(source):
        if one.statement not in inside:
            for name in gone:
                if name.value == one.local and not isinstance(source.parents[name], STATEMENTS):
                    imports.leave(one, name)
