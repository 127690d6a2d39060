"""Keywords of calls: added, dropped, renamed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, assert_never, cast

import libcst as cst

from drift_audit.patchers.model import AddKeyword, DropKeyword, RenameKeyword

from .brackets import fitting
from .changes import Changes
from .claims import Point, Region
from .listing import listed, relisted
from .refusals import ImpossibleError
from .templates import Template

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span

    from .source import Source


def change_keyword(
    changes: Changes,
    span: Span,
    operation: AddKeyword | DropKeyword | RenameKeyword,
    given: Mapping[str, str],
) -> None:
    """Add, drop or rename a keyword of the call that stands there."""
    call = call_of(changes.source, span)
    match operation:
        case AddKeyword():
            _add(changes, call, operation, given)
        case DropKeyword():
            _drop(changes, call, operation)
        case RenameKeyword():
            _rename(changes, call, operation)
        case _:
            assert_never(operation)


def call_of(source: Source, span: Span) -> cst.Call:
    """The call that stands there; raises ImpossibleError where none does."""
    call = source.exact(span, cst.Call) or source.around(span, cst.Call)
    if call is None:
        raise ImpossibleError("no call stands there")
    return call


def inserted(node: cst.CSTNode, arg: cst.Arg) -> cst.Call:
    """The call with one more argument: a keyword before all that is unpacked, else at the end."""
    call = cst.ensure_type(node, cst.Call)
    unpacked = [index for index, each in enumerate(call.args) if each.star == "**"]
    place = unpacked[0] if unpacked and arg.star != "**" else len(call.args)
    whole = relisted(call, listed(_generator_apart(call)).inserted(place, arg))
    return cst.ensure_type(whole, cst.Call)


def _add(changes: Changes, call: cst.Call, operation: AddKeyword, given: Mapping[str, str]) -> None:
    if found_keyword(call, operation.name) is not None:
        return
    value = Template(text=operation.value, given=given).expression()
    if value is None:
        raise ImpossibleError(f"`{operation.value}` is no expression")
    keyword = cst.Arg(
        keyword=cst.Name(operation.name),
        value=value,
        equal=cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace("")),
    )
    keyword = keyword.with_changes(value=fitting(value, cst.Name("_"), keyword))
    if changes.claims.take([_part(call, operation.name, operation)]):
        changes.change(call, lambda node: inserted(node, keyword))


def _drop(changes: Changes, call: cst.Call, operation: DropKeyword) -> None:
    place = found_keyword(call, operation.name)
    if place is None:
        _refuse_unpacked(call, operation.name)
        return
    gone = call.args[place] if not _literal(call.args[place]) else None
    claims = [_part(call, operation.name, operation)]
    regions = [Region(nodes=(gone.value,), result=operation)] if gone else []

    def dropped(node: cst.CSTNode) -> cst.CSTNode:
        call = cst.ensure_type(node, cst.Call)
        place = found_keyword(call, operation.name)
        assert place is not None
        unpacked = _literal(call.args[place])
        if unpacked is None or len(unpacked.elements) == 1:
            return relisted(call, listed(call).removed(place))
        return _with_arg(call, place, _without(unpacked, operation.name))

    if changes.claims.take([*claims, *regions]):
        changes.change(call, dropped)


def _rename(changes: Changes, call: cst.Call, operation: RenameKeyword) -> None:
    place = found_keyword(call, operation.name)
    if found_keyword(call, operation.to) is not None:
        if place is not None:
            raise ImpossibleError(f"`{operation.name}` and `{operation.to}` are both passed")
        return
    if place is None:
        _refuse_unpacked(call, operation.name)
        raise ImpossibleError(f"`{operation.name}` is not passed there")

    def renamed(node: cst.CSTNode) -> cst.CSTNode:
        call = cst.ensure_type(node, cst.Call)
        place = found_keyword(call, operation.name)
        assert place is not None
        arg = call.args[place]
        if (unpacked := _literal(arg)) is None:
            args = list(call.args)
            args[place] = arg.with_changes(keyword=cst.Name(operation.to))
            return call.with_changes(args=args)
        return _with_arg(call, place, _relabelled(unpacked, operation))

    parts = [_part(call, name, operation) for name in (operation.name, operation.to)]
    if changes.claims.take(parts):
        changes.change(call, renamed)


def _part(call: cst.Call, name: str, result: object) -> Point:
    return Point(node=call, part=f"{name}=", result=result)


def _refuse_unpacked(call: cst.Call, name: str) -> None:
    """What may come out of a dictionary is not ours to drop or rename."""
    if any(arg.star == "**" and _literal(arg) is None for arg in call.args):
        raise ImpossibleError(f"`{name}` comes, if at all, out of a `**` dictionary")


# --- keywords, and dictionaries that are written out ---------------------------------------------


def found_keyword(call: cst.Call, name: str) -> int | None:
    """The argument that passes a keyword: itself, or a `**{"name": …}` that holds it."""
    for index, arg in enumerate(call.args):
        if arg.keyword is not None and arg.keyword.value == name:
            return index
        unpacked = _literal(arg)
        if unpacked is not None and _element(unpacked.elements, name) is not None:
            return index
    return None


def is_unpacked(arg: cst.Arg) -> bool:
    """Whether it comes out of a dictionary that is written there."""
    return _literal(arg) is not None


def _literal(arg: cst.Arg) -> cst.Dict | None:
    return arg.value if arg.star == "**" and isinstance(arg.value, cst.Dict) else None


def _element(elements: Sequence[cst.BaseDictElement], name: str) -> int | None:
    for index, element in enumerate(elements):
        if (
            isinstance(element, cst.DictElement)
            and isinstance(element.key, cst.SimpleString)
            and element.key.evaluated_value == name
        ):
            return index
    return None


def _without(literal: cst.Dict, name: str) -> cst.BaseExpression:
    place = _element(literal.elements, name)
    assert place is not None
    return cast("cst.BaseExpression", relisted(literal, listed(literal).removed(place)))


def _relabelled(literal: cst.Dict, operation: RenameKeyword) -> cst.Dict:
    elements = list(literal.elements)
    place = _element(elements, operation.name)
    assert place is not None
    element = cst.ensure_type(elements[place], cst.DictElement)
    key = cst.ensure_type(element.key, cst.SimpleString)
    value = f"{key.prefix}{key.quote}{operation.to}{key.quote}"
    elements[place] = element.with_changes(key=key.with_changes(value=value))
    return literal.with_changes(elements=elements)


def _with_arg(call: cst.Call, place: int, value: cst.BaseExpression) -> cst.Call:
    args = list(call.args)
    args[place] = args[place].with_changes(value=value)
    return call.with_changes(args=args)


def _generator_apart(call: cst.Call) -> cst.Call:
    """`f(x for x in y)` with the generator in parentheses, as it needs them beside others."""
    if len(call.args) == 1 and isinstance(call.args[0].value, cst.GeneratorExp):
        generator = call.args[0].value
        return _with_arg(call, 0, fitting(generator, generator, call))
    return call
