"""Generic types by their heads: what `list[X]`, `Optional[X]` and their like stand for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TypeAlias

from .text import text_of
from .values import Instance, Items, Nothing, Row, Table, Value, join

OfType: TypeAlias = Callable[[ast.expr], Value]
"""Gives an object of the type that an expression names."""
Maker: TypeAlias = Callable[[list[ast.expr], OfType], Value]

_PAIR = 2


def generic(
    node: ast.Subscript, of_type: OfType, untold: Value, more: Mapping[str, Maker] | None = None
) -> Value:
    """An object of a generic type; `untold` stands for what `type[…]` of no class is."""
    head = text_of(node.value).rpartition(".")[2]
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if head in ("type", "Type"):
        inner = of_type(parts[0])
        return inner.cls if isinstance(inner, Instance) else untold
    maker = _MAKERS.get(head) or (more or {}).get(head)
    return maker(parts, of_type) if maker else of_type(node.value)


def _optional(parts: list[ast.expr], of_type: OfType) -> Value:
    return join([*(of_type(part) for part in parts), Nothing()])


def _union(parts: list[ast.expr], of_type: OfType) -> Value:
    return join([of_type(part) for part in parts])


def _through(parts: list[ast.expr], of_type: OfType) -> Value:
    return of_type(parts[0])


def _sequence(parts: list[ast.expr], of_type: OfType) -> Value:
    return Items(of_type(parts[0]))


def _tuple(parts: list[ast.expr], of_type: OfType) -> Value:
    last = parts[-1]
    if len(parts) == _PAIR and isinstance(last, ast.Constant) and last.value is ...:
        return Items(of_type(parts[0]))
    return Row(tuple(of_type(part) for part in parts))


def _mapping(parts: list[ast.expr], of_type: OfType) -> Value:
    return Table(of_type(parts[-1]))


_MAKERS: dict[str, Maker] = {
    "Optional": _optional,
    "Union": _union,
    "Annotated": _through,
    "ClassVar": _through,
    "Final": _through,
    "InitVar": _through,
    "NotRequired": _through,
    "Required": _through,
    "SkipValidation": _through,
    "AsyncGenerator": _sequence,
    "AsyncIterable": _sequence,
    "AsyncIterator": _sequence,
    "Collection": _sequence,
    "Generator": _sequence,
    "Iterable": _sequence,
    "Iterator": _sequence,
    "KeysView": _sequence,
    "List": _sequence,
    "MutableSequence": _sequence,
    "Sequence": _sequence,
    "Set": _sequence,
    "ValuesView": _sequence,
    "deque": _sequence,
    "frozenset": _sequence,
    "list": _sequence,
    "set": _sequence,
    "Tuple": _tuple,
    "tuple": _tuple,
    "Dict": _mapping,
    "Mapping": _mapping,
    "MutableMapping": _mapping,
    "OrderedDict": _mapping,
    "defaultdict": _mapping,
    "dict": _mapping,
}
