"""Code of an operation, with what its placeholders stand for."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import libcst as cst

from .brackets import fitting
from .refusals import ImpossibleError
from .tree import Lines

_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*)\}|(\$\$?)([A-Za-z_]\w*)")
_STAND_IN = re.compile(r"__(given|one|run)_(\w+?)__in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What inserted code takes from the file that it goes into."""

    newline: str
    unit: str
    indent: str | None


@dataclass(slots=True)
class Template:
    """Text that may hold placeholders.

    `free` is a template of a pattern: there, `$name` stands for what the pattern matches.
    """

    text: str
    given: Mapping[str, str]
    free: bool = False
    _used: dict[str, str] = field(default_factory=dict)

    def expression(self) -> cst.BaseExpression | None:
        """The template as one expression; None where it is none."""
        if not self.text.strip():
            return None
        parsed = parsed_expression(self._stood_in(self.text.strip()))
        return None if parsed is None else cast("cst.BaseExpression", self._filled(parsed))

    def lines(self, around: Surroundings) -> Lines:
        """The template as whole statements, written as the file around is."""
        code = textwrap.dedent(self.text).strip("\n")
        code = self._stood_in(code).replace("\n", around.newline)
        try:
            module = cst.parse_module(code)
        except cst.ParserSyntaxError as error:
            raise ImpossibleError(f"the code to put in does not parse: {self.text!r}") from error
        if not module.body:
            return ()
        if module.footer:
            raise ImpossibleError("the code to put in ends with a comment of its own")
        first = cast("cst.BaseStatement", module.body[0])
        first = first.with_changes(leading_lines=[*module.header, *_leading(first)])
        told = _Indented(module.default_indent, around)
        lines = [cast("cst.BaseStatement", line.visit(told)) for line in (first, *module.body[1:])]
        return tuple(cast("cst.BaseStatement", self._filled(line)) for line in lines)

    # --- placeholders --------------------------------------------------------------------------

    def _stood_in(self, text: str) -> str:
        return _PLACEHOLDER.sub(self._stand_in, text)

    def _stand_in(self, found: re.Match[str]) -> str:
        if found[0] in ("{{", "}}"):
            return found[0][0]
        name = found[1] or found[3]
        if name in self.given and (found[1] or not self.free):
            stand_in = f"__given_{name}__in"
            self._used[stand_in] = self.given[name]
            return stand_in
        if found[1] or not self.free:  # of a pattern, `$name` is its own
            raise ImpossibleError(f"nothing is given for `{found[0]}`")
        return f"__{'run' if found[2] == '$$' else 'one'}_{name}__in"

    def _filled(self, node: cst.CSTNode) -> cst.CSTNode:
        return cast("cst.CSTNode", node.visit(_Filling(self._used))) if self._used else node


def free_name(node: cst.CSTNode) -> tuple[str, str] | None:
    """("one" or "run", the name) of a node that stands for whatever a pattern matches."""
    if isinstance(node, cst.Name) and (found := _STAND_IN.fullmatch(node.value)):
        return found[1], found[2]
    return None


def free_statement(node: cst.CSTNode) -> str:
    """The name of a statement that stands for any statements, "" for any other node."""
    if isinstance(node, cst.SimpleStatementLine) and len(node.body) == 1:
        node = node.body[0]
    found = free_name(node.value) if isinstance(node, cst.Expr) else None
    return found[1] if found else ""


def parsed_expression(text: str) -> cst.BaseExpression | None:
    """An expression, in parentheses where it could not stand without; None where it is none."""
    for attempt in (text, f"({text})"):
        try:
            parsed = cst.parse_expression(attempt)
        except cst.ParserSyntaxError:
            continue
        return None if isinstance(parsed, cst.StarredElement) else parsed
    return None


class _Filling(cst.CSTTransformer):
    """Puts what is given in the place of its stand-ins."""

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__()
        self._given = given
        self._parents: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._parents.append(node)
        return True

    def on_leave(  # type: ignore[override]  # the same for all kinds of node
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode:
        self._parents.pop()
        parent = self._parents[-1] if self._parents else None
        value = getattr(updated_node, "value", None)
        if not isinstance(value, str) or "__given_" not in value:
            return updated_node
        if isinstance(updated_node, cst.Name) and value in self._given:
            return self._whole(updated_node, original_node, parent)
        for stand_in, text in self._given.items():
            value = value.replace(stand_in, text)
        return updated_node.with_changes(value=value)

    def _whole(
        self, node: cst.Name, original: cst.CSTNode, parent: cst.CSTNode | None
    ) -> cst.CSTNode:
        text = self._given[node.value]
        parsed = parsed_expression(text.strip())
        if parsed is None:
            raise ImpossibleError(f"what is given is no expression: {text!r}")
        if isinstance(parsed, cst.Name) or is_value(original, parent):
            parsed = cast("cst.BaseExpression", parsed.visit(_Verbatim()))
            return parsed if parent is None else fitting(parsed, node, parent)
        raise ImpossibleError(f"what is given is no name: {text!r}")


def is_value(node: cst.CSTNode, parent: cst.CSTNode | None) -> bool:
    """Whether a name is an expression there, and not part of something that is named."""
    match parent:
        case cst.Attribute():
            return node is parent.value
        case cst.Arg():
            return node is not parent.keyword
        case cst.Param():
            return node is not parent.name
        case cst.NamedExpr():
            return node is not parent.target
        case (
            cst.FunctionDef()
            | cst.ClassDef()
            | cst.ImportAlias()
            | cst.AsName()
            | cst.NameItem()
            | cst.ImportFrom()
        ):
            return False
        case _:
            return True


def _leading(line: cst.CSTNode) -> tuple[cst.EmptyLine, ...]:
    return tuple(getattr(line, "leading_lines", ()))


class _Verbatim(cst.CSTTransformer):
    """Keeps the indentation that a text has by itself, wherever it goes."""

    def leave_ParenthesizedWhitespace(  # noqa: N802
        self,
        original_node: cst.ParenthesizedWhitespace,  # noqa: ARG002
        updated_node: cst.ParenthesizedWhitespace,
    ) -> cst.ParenthesizedWhitespace:
        return updated_node.with_changes(indent=False)

    def leave_EmptyLine(  # noqa: N802
        self,
        original_node: cst.EmptyLine,  # noqa: ARG002
        updated_node: cst.EmptyLine,
    ) -> cst.EmptyLine:
        return updated_node.with_changes(indent=False)


class _Indented(cst.CSTTransformer):
    """Gives code the indentation of the file around it."""

    def __init__(self, own: str, around: Surroundings) -> None:
        super().__init__()
        self._own = own
        self._around = around

    def leave_IndentedBlock(  # noqa: N802
        self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock
    ) -> cst.IndentedBlock:
        if original_node.indent is not None:
            return updated_node
        return updated_node.with_changes(indent=self._around.indent)

    def leave_EmptyLine(  # noqa: N802
        self,
        original_node: cst.EmptyLine,  # noqa: ARG002
        updated_node: cst.EmptyLine,
    ) -> cst.EmptyLine:
        return updated_node if updated_node.comment else updated_node.with_changes(indent=False)

    def leave_ParenthesizedWhitespace(  # noqa: N802
        self,
        original_node: cst.ParenthesizedWhitespace,
        updated_node: cst.ParenthesizedWhitespace,
    ) -> cst.ParenthesizedWhitespace:
        space = original_node.last_line.value.replace(self._own, self._around.unit)
        return updated_node.with_changes(last_line=cst.SimpleWhitespace(space))
