"""Names at a use: of attributes, methods, functions, and those in strings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst

from .changes import Changes
from .claims import Point
from .refusals import ImpossibleError
from .source import Source

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span
    from drift_audit.patchers.model import RenameAttribute


def rename_attribute(changes: Changes, span: Span, operation: RenameAttribute) -> None:
    """`x.name` becomes `x.to`."""
    node = _named(changes.source, span)
    if isinstance(node, cst.SimpleString):
        _rename_in_string(changes, node, operation)
        return
    if node is None:
        raise ImpossibleError("no name stands there")
    if node.value == operation.to:
        return
    if node.value != operation.name:
        raise ImpossibleError(f"`{node.value}` stands there, not `{operation.name}`")
    parent = changes.source.parents.get(node)
    if isinstance(parent, cst.Arg) and parent.keyword is node:
        raise ImpossibleError(f"`{operation.name}` is a keyword there")
    if changes.claims.take([Point(node=node, part="name", result=operation.to)]):
        changes.change(node, lambda now: now.with_changes(value=operation.to))


def _named(source: Source, span: Span) -> cst.Name | cst.SimpleString | None:
    """The name that a span is about: itself, that of what is called, or that of a definition."""
    found = source.exact(span, cst.Name) or source.exact(span, cst.SimpleString)
    if found is not None:
        return found
    node: cst.CSTNode = source.node(span)
    if (call := source.exact(span, cst.Call)) is not None:
        node = call.func
    if isinstance(node, cst.Attribute):
        return node.attr
    if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
        return node.name
    return node if isinstance(node, (cst.Name, cst.SimpleString)) else None


def _rename_in_string(changes: Changes, node: cst.SimpleString, operation: RenameAttribute) -> None:
    """The name as a part of a dotted path in a string."""

    def part(name: str) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w.]){name}(?!\w)|(?<=\.){name}(?!\w)")

    old, new = part(re.escape(operation.name)), part(re.escape(operation.to))
    count = len(old.findall(node.raw_value))
    if count == 0 and new.search(node.raw_value):
        return
    if count != 1:
        raise ImpossibleError(f"`{operation.name}` is {_times(count)} in the string")
    content = old.sub(operation.to, node.raw_value)
    value = f"{node.prefix}{node.quote}{content}{node.quote}"
    if changes.claims.take([Point(node=node, part="name", result=operation.to)]):
        changes.change(node, lambda now: now.with_changes(value=value))


def _times(count: int) -> str:
    return "not" if count == 0 else f"found {count} times"
