"""Nodes that hold a row of items in brackets: what the row is, and the node with another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

import libcst as cst

from .rows import NOTHING, Row

Listing: TypeAlias = cst.Call | cst.Dict | cst.FunctionDef | cst.List | cst.Set | cst.Tuple
LISTINGS = (cst.Call, cst.Dict, cst.FunctionDef, cst.List, cst.Set, cst.Tuple)
Item: TypeAlias = cst.CSTNode
ParameterItem: TypeAlias = cst.Param | cst.ParamStar | cst.ParamSlash


def row_field(node: cst.CSTNode) -> str:
    """The field that holds the row of a node, "" where it has none."""
    if not isinstance(node, LISTINGS):
        return ""
    return {cst.Call: "args", cst.FunctionDef: "params"}.get(type(node), "elements")


def listed(node: Listing) -> Row[Item]:
    """The items of a node, with all that is around them."""
    match node:
        case cst.Call():
            return Row.of(node.args, node.whitespace_before_args)
        case cst.FunctionDef():
            return cast("Row[Item]", parameter_row(node))
        case cst.List():
            ends = node.lbracket.whitespace_after, node.rbracket.whitespace_before
        case cst.Tuple():
            ends = NOTHING, NOTHING
            if node.lpar:
                ends = node.lpar[-1].whitespace_after, node.rpar[0].whitespace_before
        case _:
            ends = node.lbrace.whitespace_after, node.rbrace.whitespace_before
    return Row.of(cast("Sequence[Item]", node.elements), *ends)


def relisted(node: Listing, row: Row[Item]) -> cst.CSTNode:
    """The node with another row of items."""
    if isinstance(node, cst.FunctionDef):
        return with_parameters(node, cast("Row[ParameterItem]", row))
    items = row.together()
    if isinstance(node, cst.Call):
        return node.with_changes(args=items, whitespace_before_args=row.opening)
    closing = NOTHING if row.trailing is not None else row.closing
    return _closed(node, row, closing).with_changes(elements=items)


def _closed(
    node: cst.CSTNode, row: Row[Item], closing: cst.BaseParenthesizableWhitespace
) -> cst.CSTNode:
    match node:
        case cst.List():
            return node.with_changes(
                lbracket=node.lbracket.with_changes(whitespace_after=row.opening),
                rbracket=node.rbracket.with_changes(whitespace_before=closing),
            )
        case cst.Dict() | cst.Set():
            return node.with_changes(
                lbrace=node.lbrace.with_changes(whitespace_after=row.opening),
                rbrace=node.rbrace.with_changes(whitespace_before=closing),
            )
        case cst.Tuple() if node.lpar:
            return node.with_changes(
                lpar=[*node.lpar[:-1], node.lpar[-1].with_changes(whitespace_after=row.opening)],
                rpar=[node.rpar[0].with_changes(whitespace_before=closing), *node.rpar[1:]],
            )
        case _:
            return node


# --- parameters ----------------------------------------------------------------------------------


def star_of(item: ParameterItem) -> str:
    """The stars before a parameter, "" where there are none."""
    if isinstance(item, cst.ParamStar):
        return "*"
    return item.star if isinstance(item, cst.Param) and isinstance(item.star, str) else ""


def parameter_row(function: cst.FunctionDef) -> Row[ParameterItem]:
    """The parameters of a function, with all that is around them."""
    return Row.of(parameter_items(function.params), function.whitespace_before_params)


def with_parameters(function: cst.FunctionDef, row: Row[ParameterItem]) -> cst.FunctionDef:
    """The function with other parameters."""
    return function.with_changes(
        params=_regrouped(row.together()), whitespace_before_params=row.opening
    )


def parameter_items(parameters: cst.Parameters) -> tuple[ParameterItem, ...]:
    """All that stands between the brackets, in order."""
    slash, star = parameters.posonly_ind, parameters.star_arg
    return (
        *parameters.posonly_params,
        *(() if isinstance(slash, cst.MaybeSentinel) else (slash,)),
        *parameters.params,
        *(() if isinstance(star, cst.MaybeSentinel) else (star,)),
        *parameters.kwonly_params,
        *(() if parameters.star_kwarg is None else (parameters.star_kwarg,)),
    )


def _regrouped(items: tuple[ParameterItem, ...]) -> cst.Parameters:
    """The parameters, each in the group that its place gives it."""
    slash = next((item for item in items if isinstance(item, cst.ParamSlash)), None)
    star = next((item for item in items if star_of(item) == "*"), None)
    kwarg = next((item for item in items if star_of(item) == "**"), None)
    cut = items.index(slash) + 1 if slash else 0
    end = items.index(star) if star else len(items) - (kwarg is not None)
    last = len(items) - (kwarg is not None)
    return cst.Parameters(
        posonly_params=_plain(items[: max(cut - 1, 0)]),
        posonly_ind=slash or cst.MaybeSentinel.DEFAULT,
        params=_plain(items[cut:end]),
        star_arg=cst.MaybeSentinel.DEFAULT if isinstance(star, cst.ParamSlash | None) else star,
        kwonly_params=_plain(items[end + 1 : last]) if star else (),
        star_kwarg=kwarg if isinstance(kwarg, cst.Param) else None,
    )


def _plain(items: tuple[ParameterItem, ...]) -> list[cst.Param]:
    return [item for item in items if isinstance(item, cst.Param)]
