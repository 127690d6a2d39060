"""Where an expression needs parentheses to stand in the place of another."""

from __future__ import annotations

from typing import TypeVar

import libcst as cst

_Expression = TypeVar("_Expression", bound=cst.BaseExpression)

_ATOMS = (
    cst.Name,
    cst.Attribute,
    cst.Call,
    cst.Subscript,
    cst.List,
    cst.Set,
    cst.Dict,
    cst.ListComp,
    cst.SetComp,
    cst.DictComp,
    cst.SimpleString,
    cst.FormattedString,
    cst.Ellipsis,
)
_NEVER_BARE = (cst.Tuple, cst.NamedExpr, cst.Yield, cst.GeneratorExp, cst.StarredElement)
_ROOMY = (
    cst.Annotation,
    cst.AnnAssign,
    cst.Assert,
    cst.Assign,
    cst.AugAssign,
    cst.DictElement,
    cst.Element,
    cst.Expr,
    cst.For,
    cst.GeneratorExp,
    cst.If,
    cst.Index,
    cst.ListComp,
    cst.Param,
    cst.Raise,
    cst.Return,
    cst.SetComp,
    cst.While,
)


def fitting(new: _Expression, old: cst.BaseExpression, parent: cst.CSTNode | None) -> _Expression:
    """`new` as it can stand where `old` does: in its parentheses, else in some if it needs them."""
    if old.lpar:
        return new.with_changes(lpar=[*old.lpar, *new.lpar], rpar=[*new.rpar, *old.rpar])
    return new if stands(new, parent) else bracketed(new)


def bracketed(node: _Expression) -> _Expression:
    """The expression in parentheses."""
    if node.lpar:
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def stands(node: cst.BaseExpression, parent: cst.CSTNode | None) -> bool:
    """Whether an expression can stand below a node without parentheses of its own."""
    if node.lpar or isinstance(node, _ATOMS):
        return True
    if isinstance(node, _NEVER_BARE):
        return False
    return isinstance(parent, _ROOMY) or (isinstance(parent, cst.Arg) and not parent.star)
