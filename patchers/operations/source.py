"""A consumer's file as a tree: what stands where, and in what."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper

from .refusals import ImpossibleError
from .tree import CONTAINERS, Container, Unit, children, units

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span

_LINE_END = re.compile(rb"\r\n|\n|\r")
_DEFINITIONS = (cst.FunctionDef, cst.ClassDef)
_Node = TypeVar("_Node", bound=cst.CSTNode)


class Source:
    """One file: its tree, with the place and the parent of each node."""

    def __init__(self, content: bytes) -> None:
        """Read a file; raises ImpossibleError where it cannot be read and written back as it is."""
        self.encoding, text = _decoded(content)
        try:
            module = cst.parse_module(text)
        except (cst.ParserSyntaxError, RecursionError) as error:
            raise ImpossibleError(f"the file does not parse: {_first_line(error)}") from error
        if module.code != text:
            raise ImpossibleError("the file cannot be read and written back as it is")
        wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
        self.module = module
        self.text = text.encode()
        self.starts = [0, *(end.end() for end in _LINE_END.finditer(self.text))]
        self.parents: dict[cst.CSTNode, cst.CSTNode] = {}
        self.spans: dict[cst.CSTNode, tuple[int, int]] = {}
        self._below: dict[cst.CSTNode, tuple[cst.CSTNode, ...]] = {}
        self._note(module, wrapper)
        self._exact: dict[tuple[int, int], list[cst.CSTNode]] = {}
        for node, place in self.spans.items():
            self._exact.setdefault(place, []).append(node)

    def _note(self, module: cst.Module, wrapper: MetadataWrapper) -> None:
        places = wrapper.resolve(ByteSpanPositionProvider)
        waiting: list[cst.CSTNode] = [module]
        while waiting:
            node = waiting.pop()
            if (place := places.get(node)) is not None:
                self.spans[node] = (place.start, place.start + place.length)
            below = tuple(children(node))
            self._below[node] = below
            self.parents.update(dict.fromkeys(below, node))
            waiting.extend(below)

    # --- places --------------------------------------------------------------------------------

    def offset(self, line: int, column: int) -> int:
        """Where a line and a column, both from 1 and in bytes, are in the text."""
        if line > len(self.starts):
            raise ImpossibleError(f"the file has no line {line}")
        return self.starts[line - 1] + column - 1

    def place(self, span: Span) -> tuple[int, int]:
        """A span as two offsets."""
        start = self.offset(span.line, span.column)
        return start, self.offset(span.end_line, span.end_column)

    def exact(self, span: Span, kind: type[_Node]) -> _Node | None:
        """The innermost node of a kind that has exactly this span."""
        found = [n for n in self._exact.get(self.place(span), ()) if isinstance(n, kind)]
        return max(found, key=self.depth) if found else None

    def around(self, span: Span, kind: type[_Node]) -> _Node | None:
        """The innermost node of a kind that holds the start of the span."""
        start = self.offset(span.line, span.column)
        found = [
            node
            for node, (first, end) in self.spans.items()
            if first <= start < end and isinstance(node, kind)
        ]
        return max(found, key=self.depth) if found else None

    def node(self, span: Span) -> cst.CSTNode:
        """What a span is about: the node that has it, else the innermost one at its start."""
        start = self.offset(span.line, span.column)
        exact = [n for n in self._exact.get(self.place(span), ()) if n is not self.module]
        if exact:
            return max(exact, key=self.depth)
        holding = [n for n, (first, end) in self.spans.items() if first <= start < end]
        for node in holding:
            if isinstance(node, _DEFINITIONS) and self.spans[node][0] == start:
                return node
        found = max(holding, key=self.depth, default=self.module)
        if found is self.module:
            raise ImpossibleError("nothing stands there")
        return found

    def every(self, *kinds: type[cst.CSTNode]) -> list[cst.CSTNode]:
        """All nodes of some kinds, in the order of the text."""
        found = [node for node in self.spans if isinstance(node, kinds)]
        return sorted(found, key=lambda node: self.spans[node])

    def code(self, node: cst.CSTNode) -> str:
        """The text of a node, without its leading lines."""
        first, end = self.spans[node]
        return self.text[first:end].decode()

    def walk(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """A node and all below it, outermost first, in the order of the text."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(self._below[node]))

    # --- around a node -------------------------------------------------------------------------

    def up(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """A node and all around it, innermost first."""
        here: cst.CSTNode | None = node
        while here is not None:
            yield here
            here = self.parents.get(here)

    def depth(self, node: cst.CSTNode) -> int:
        """How many nodes are around it."""
        return sum(1 for _ in self.up(node))

    def unit(self, node: cst.CSTNode) -> Unit:
        """The statement that a node stands in, or is."""
        for here in self.up(node):
            parent = self.parents.get(here)
            if isinstance(here, cst.BaseSmallStatement):
                assert isinstance(parent, (cst.SimpleStatementLine, cst.SimpleStatementSuite))
                alone = isinstance(parent, cst.SimpleStatementLine) and len(parent.body) == 1
                return parent if alone and isinstance(parent, cst.BaseStatement) else here
            if isinstance(here, cst.BaseStatement) and isinstance(parent, CONTAINERS):
                return here
        raise ImpossibleError("no statement stands there")

    def container(self, node: cst.CSTNode) -> Container:
        """The block that a statement stands in."""
        for here in self.up(node):
            if here is not node and isinstance(here, CONTAINERS):
                return here
        raise ImpossibleError("no block stands around it")

    def siblings(self, unit: Unit) -> list[Unit]:
        """All statements of the block that a statement stands in."""
        return list(units(self.container(unit).body))

    def indent(self, node: cst.CSTNode) -> str | None:
        """The step of indentation around a node; None for the usual one of the file."""
        for here in self.up(node):
            if isinstance(here, cst.IndentedBlock):
                return here.indent
        return None


def _decoded(content: bytes) -> tuple[str, str]:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return encoding, content.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise ImpossibleError(f"the file cannot be decoded: {_first_line(error)}") from error


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
