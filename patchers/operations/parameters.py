"""Parameters of functions that the consumer defines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import libcst as cst

from .changes import Changes
from .claims import Point
from .listing import (
    ParameterItem,
    parameter_items,
    parameter_row,
    star_of,
    with_parameters,
)
from .refusals import ImpossibleError
from .rows import Row

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span
    from drift_audit.patchers.model import AddParameter


def add_parameter(changes: Changes, span: Span, operation: AddParameter) -> None:
    """`def f(a)` becomes `def f(a, parameter)`."""
    function = _function(changes, span)
    new = _parsed(operation.parameter)
    if new.is_there(function.params):
        return
    if _would_be_positional_only(function.params, new):
        raise ImpossibleError(f"`{operation.parameter}` cannot stand behind one with a default")

    def added(node: cst.CSTNode) -> cst.CSTNode:
        function = cst.ensure_type(node, cst.FunctionDef)
        return with_parameters(function, new.added(parameter_row(function)))

    part = Point(node=function, part=new.param.name.value, result=operation)
    if changes.claims.take([part]):
        changes.change(function, added)


def _would_be_positional_only(parameters: cst.Parameters, new: _New) -> bool:
    needed = not new.star and not new.keyword_only and new.param.default is None
    return needed and any(map(_has_default, parameters.posonly_params))


def _function(changes: Changes, span: Span) -> cst.FunctionDef:
    for here in changes.source.up(changes.source.node(span)):
        if isinstance(here, cst.FunctionDef):
            return here
    raise ImpossibleError("no function stands there")


@dataclass(frozen=True, slots=True, kw_only=True)
class _New:
    """A parameter to add; `star` is "", "*" or "**"."""

    param: cst.Param
    star: str
    keyword_only: bool

    def is_there(self, parameters: cst.Parameters) -> bool:
        """Whether the function takes it already."""
        if self.star == "**":
            return parameters.star_kwarg is not None
        if self.star == "*":
            return isinstance(parameters.star_arg, cst.Param)
        plain = (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params)
        return any(param.name.value == self.param.name.value for param in plain)

    def added(self, row: Row[ParameterItem]) -> Row[ParameterItem]:
        """The parameters with this one among them, where the grammar allows it."""
        stars = [index for index, item in enumerate(row.items) if star_of(item) == "*"]
        if self.star == "*" and stars:
            items = (*row.items[: stars[0]], self.param, *row.items[stars[0] + 1 :])
            return replace(row, items=items)
        if self.keyword_only and not stars:
            row = row.inserted(self._place(row.items), cst.ParamStar())
        return row.inserted(self._place(row.items), self.param)

    def _place(self, items: tuple[ParameterItem, ...]) -> int:
        if self.star == "**":
            return len(items)
        ends = [index for index, item in enumerate(items) if star_of(item) == "**"]
        if not self.keyword_only:
            ends += [index for index, item in enumerate(items) if star_of(item) == "*"]
        if not (self.star or self.keyword_only or self.param.default is not None):
            ends += [index for index, item in enumerate(items) if _has_default(item)]
        return min([len(items), *ends])


def _has_default(item: ParameterItem) -> bool:
    return isinstance(item, cst.Param) and item.default is not None


def _parsed(text: str) -> _New:
    """A parameter as Python writes it; `*, x` for one that is passed by its keyword alone."""
    try:
        parsed = cst.parse_statement(f"def _({text}): ...")
    except cst.ParserSyntaxError as error:
        raise ImpossibleError(f"`{text}` is no parameter") from error
    parameters = cst.ensure_type(parsed, cst.FunctionDef).params
    params = [item for item in parameter_items(parameters) if isinstance(item, cst.Param)]
    if len(params) != 1 or not isinstance(parameters.posonly_ind, cst.MaybeSentinel):
        raise ImpossibleError(f"`{text}` is not one parameter")
    plain = params[0].with_changes(
        comma=cst.MaybeSentinel.DEFAULT, whitespace_after_param=cst.SimpleWhitespace("")
    )
    return _New(param=plain, star=star_of(plain), keyword_only=bool(parameters.kwonly_params))
