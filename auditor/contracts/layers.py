"""Which functions get the arguments of a call, from the outermost wrapper inwards.

A part of the child: `probe.py` loads this file by its path, so that it needs nothing but the
standard library, and runs on any Python from 3.9 on.

`inspect.signature` looks through `functools.wraps` at what is wrapped.  A wrapper may take more
than that (an old keyword that it renames) or fill what is required, so each function on the way
is bound on its own, and a wrapper that takes anything is looked through only where it hands on
exactly what it got.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    Told = dict[str, Any]

_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_DEEPEST = 30


class Call:
    """A call to try; a partial one leaves out what else is required."""

    def __init__(self, count: int, keywords: list[str], *, partial: bool) -> None:
        self._values = [None] * count
        self._keywords = dict.fromkeys(keywords)
        self._partial = partial

    def on(self, signature: inspect.Signature) -> Told:
        """{"refused": text}, or {"signature": …, "open": whether more may be asked further in}."""
        bind = signature.bind_partial if self._partial else signature.bind
        try:
            bound = bind(*self._values, **self._keywords)
        except TypeError as error:
            return {"refused": str(error).strip().split("\n")[0]}
        taken = bound.arguments if self._partial else signature.parameters
        any_taken = any(signature.parameters[name].kind in _VARIADIC for name in taken)
        return {"signature": signature, "open": any_taken}


def try_call(found: Any, call: Call, *, receives: bool) -> Told:  # noqa: ANN401 - whatever a name is
    """What becomes of a call: {"refused": text}, {"inconclusive": reason} or {"signature": …}.

    `receives`: `found` takes a receiver, which is no part of the call. The signature is that of
    the function that took the arguments.
    """
    if not inspect.isclass(found):
        return _try_chain(found, call, receives=receives)
    if hasattr(found, "__signature__"):
        return call.on(inspect.signature(found))
    if type(found).__call__ is not type.__call__:
        return _certain(call.on(inspect.signature(found, follow_wrapped=False)), "metaclass")
    new, init = (getattr(found, name) for name in ("__new__", "__init__"))
    new_told: Told = {}
    if not _is_native(new):
        new_told = _certain(_try_chain(new, call, receives=True), "`__new__`")
    if "refused" in new_told or _is_native(init):
        return new_told or call.on(inspect.signature(found))
    told = _try_chain(init, call, receives=True)
    return new_told if "refused" in told and "inconclusive" in new_told else told


def _is_native(function: object) -> bool:
    """Whether a constructor is not written in Python."""
    return not isinstance(function, types.FunctionType) and not hasattr(function, "__wrapped__")


def _certain(told: Told, owner: str) -> Told:
    """A signature that takes anything tells nothing of what comes after it."""
    if told.get("open"):
        return {"inconclusive": f"its {owner} takes any arguments"}
    return told


def _try_chain(function: Any, call: Call, *, receives: bool) -> Told:  # noqa: ANN401
    """Bind on each function from the outermost to the one that takes the arguments by name."""
    told: Told = {"inconclusive": "is wrapped too often"}
    for layer, signature, is_last in _layers(function, receives=receives):
        if signature is None:
            continue
        told = call.on(signature)
        if "refused" in told or is_last or not told["open"]:
            return told
        if not _passes_on(layer):
            return {"inconclusive": "a wrapper takes any arguments, and may change them"}
    return told


def _layers(
    function: Any,  # noqa: ANN401
    *,
    receives: bool,
) -> Iterator[tuple[object, inspect.Signature | None, bool]]:
    """(function, signature without the receiver, whether it wraps nothing).

    A native wrapper that hands everything on (`functools.cache`) has no signature to bind.
    """
    if isinstance(function, types.MethodType):
        function, receives = function.__func__, True
    for _ in range(_DEEPEST):
        inner = getattr(function, "__wrapped__", None)
        if inner is not None and type(function).__module__ == "functools":
            yield function, None, False
        else:
            signature = inspect.signature(function, follow_wrapped=False)
            parameters = list(signature.parameters.values())
            if receives and parameters and parameters[0].kind is not _VARIADIC[0]:
                signature = signature.replace(parameters=parameters[1:])
            yield function, signature, inner is None
        if inner is None:
            return
        function = inner


def _passes_on(function: object) -> bool:
    """Whether a wrapper's source hands on its arguments exactly as they came, come what may."""
    code = getattr(function, "__code__", None)
    if not isinstance(function, types.FunctionType) or code is None:
        return False
    if function.__globals__.get("__name__") == "contextlib":
        return True
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(code))).body
    except (OSError, TypeError, ValueError, SyntaxError):
        return False
    if not isinstance(tree, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    return _hands_on(tree)


def _hands_on(tree: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    own = tree.args
    if not own.vararg or not own.kwarg or own.kwonlyargs or own.defaults:
        return False
    stars = (own.vararg.arg, own.kwarg.arg)
    first = [argument.arg for argument in (*own.posonlyargs, *own.args)]
    shape = ([*first, "*" + stars[0]], [(None, stars[1])])
    nodes = list(ast.walk(tree))
    exact = [node for node in nodes if isinstance(node, ast.Call) and _shape(node) == shape]
    named = [node for node in nodes if isinstance(node, ast.Name) and node.id in stars]
    caught = any(isinstance(node, ast.ExceptHandler) for node in nodes)
    return bool(exact) and len(named) == 2 * len(exact) and not caught


def _shape(call: ast.Call) -> tuple[list[str], list[tuple[str | None, str]]]:
    keywords = [(keyword.arg, ast.unparse(keyword.value)) for keyword in call.keywords]
    return [ast.unparse(argument) for argument in call.args], keywords
