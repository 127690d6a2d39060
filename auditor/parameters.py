"""The parameters of the consumer's functions."""

from __future__ import annotations

import ast

from .model import Parameter, ParameterForm
from .text import text_of


def parameters_of(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
) -> tuple[Parameter, ...]:
    """The parameters of a function of the consumer."""
    args, found = node.args, []
    plain = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    for index, (arg, default) in enumerate(zip(plain, defaults, strict=True)):
        only = index < len(args.posonlyargs)
        form = ParameterForm.POSITIONAL_ONLY if only else ParameterForm.POSITIONAL_OR_KEYWORD
        found.append(_parameter(arg, form, default))
    if args.vararg:
        found.append(_parameter(args.vararg, ParameterForm.VAR_POSITIONAL, None))
    for arg, kw_default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        found.append(_parameter(arg, ParameterForm.KEYWORD_ONLY, kw_default))
    if args.kwarg:
        found.append(_parameter(args.kwarg, ParameterForm.VAR_KEYWORD, None))
    return tuple(found)


def _parameter(arg: ast.arg, form: ParameterForm, default: ast.expr | None) -> Parameter:
    return Parameter(
        name=arg.arg,
        form=form,
        default=text_of(default) if default is not None else None,
        annotation=text_of(arg.annotation) if arg.annotation else None,
    )
