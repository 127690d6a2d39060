"""Patterns: code with names in it that stand for anything.

Two pieces of code are the same when their trees are, whatever their whitespace, comments,
parentheses and quotes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

import libcst as cst

from .templates import free_name, free_statement
from .tree import Unit, bare, fields, units


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Neighbouring statements, with the block that they stand in; possibly none."""

    units: tuple[Unit, ...]
    container: cst.CSTNode


Capture: TypeAlias = cst.CSTNode | Run
Captures: TypeAlias = Mapping[str, Capture]

_LITERAL: Captures = MappingProxyType({})
"""Captures from the start where a name is nothing but a name."""
_STRINGS = (cst.SimpleString, cst.ConcatenatedString)
_NUMBERS = (cst.Integer, cst.Float, cst.Imaginary)
_BLOCKS = (cst.IndentedBlock, cst.SimpleStatementSuite)


def same(left: cst.CSTNode, right: cst.CSTNode) -> bool:
    """Whether two pieces of code mean the same, word by word."""
    return any(True for _ in matches(left, right, _LITERAL))


def may_match(pattern: cst.CSTNode, node: cst.CSTNode) -> bool:
    """Whether a node is of the kind that a pattern is."""
    kinds = _STRINGS if isinstance(pattern, _STRINGS) else (type(pattern),)
    return type(node) in kinds or free_name(pattern) is not None


def matches(pattern: cst.CSTNode, node: cst.CSTNode, known: Captures) -> Iterator[Captures]:
    """Each way in which a node is what a pattern says, with what its names stand for."""
    if known is not _LITERAL and (name := free_name(pattern)) is not None:
        yield from _bound(name[1], node, known)
    elif isinstance(pattern, _BLOCKS) and isinstance(node, _BLOCKS):
        of_pattern, of_node = list(units(pattern.body)), list(units(node.body))
        yield from runs(of_pattern, of_node, node, known)
    elif isinstance(pattern, _STRINGS) and isinstance(node, _STRINGS) and _told(pattern, node):
        yield known
    elif isinstance(pattern, _NUMBERS) and isinstance(node, _NUMBERS):
        if type(pattern) is type(node) and pattern.evaluated_value == node.evaluated_value:
            yield known
    elif type(pattern) is type(node):
        names = fields(type(node))
        pairs = [(getattr(pattern, name), getattr(node, name)) for name in names]
        yield from _all(pairs, known)


def runs(
    pattern: Sequence[Unit], found: Sequence[Unit], container: cst.CSTNode, known: Captures
) -> Iterator[Captures]:
    """Each way in which all of some statements are what a pattern says, one after the other."""
    if not pattern:
        if not found:
            yield known
        return
    first, rest = pattern[0], pattern[1:]
    name = "" if known is _LITERAL else free_statement(first)
    if not name:
        if found:
            for so_far in matches(bare(first), bare(found[0]), known):
                yield from runs(rest, found[1:], container, so_far)
        return
    lengths = range(len(found) + 1) if rest else (len(found),)
    for length in lengths:
        run = Run(units=tuple(found[:length]), container=container)
        for so_far in _bound(name, run, known):
            yield from runs(rest, found[length:], container, so_far)


def _bound(name: str, found: Capture, known: Captures) -> Iterator[Captures]:
    if name not in known:
        yield {**known, name: found}
    elif _equal(known[name], found):
        yield known


def _equal(left: Capture, right: Capture) -> bool:
    if isinstance(left, Run) and isinstance(right, Run):
        pairs = zip(left.units, right.units, strict=False)
        return len(left.units) == len(right.units) and all(
            same(bare(one), bare(other)) for one, other in pairs
        )
    if isinstance(left, Run) or isinstance(right, Run):
        return False
    return same(left, right)


def _all(pairs: Sequence[tuple[object, object]], known: Captures) -> Iterator[Captures]:
    if not pairs:
        yield known
        return
    for so_far in _values(*pairs[0], known):
        yield from _all(pairs[1:], so_far)


def _values(pattern: object, found: object, known: Captures) -> Iterator[Captures]:
    """The same for what fields hold: nodes, sequences of them, words."""
    if isinstance(pattern, cst.CSTNode) and isinstance(found, cst.CSTNode):
        yield from matches(pattern, found, known)
    elif isinstance(pattern, (list, tuple)) and isinstance(found, (list, tuple)):
        if len(pattern) == len(found):
            yield from _all(list(zip(pattern, found, strict=True)), known)
    elif pattern == found:
        yield known


def _told(
    left: cst.SimpleString | cst.ConcatenatedString,
    right: cst.SimpleString | cst.ConcatenatedString,
) -> bool:
    value = left.evaluated_value
    return value is not None and value == right.evaluated_value
