"""Symbols that live elsewhere now: at their import, and where a dotted name leads to them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from .brackets import fitting
from .changes import Changes
from .claims import Point, Region
from .importing import Imports, Move, Wanted
from .imports import STATEMENTS, Bound, alias_of, all_bound, bound, is_visible, means_else, uses
from .refusals import ImpossibleError
from .source import Source
from .tree import dotted

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span
    from drift_audit.patchers.model import MoveSymbol


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """Moves symbols; what becomes of the statements is gathered in `imports`."""

    changes: Changes
    imports: Imports

    @property
    def source(self) -> Source:
        """The file."""
        return self.changes.source

    def move(self, span: Span, operation: MoveSymbol) -> None:
        """`from a.b import x` becomes `from c.d import x`, `a.b.x` becomes `c.d.x`."""
        node = self.source.node(span)
        if isinstance(node, cst.Call):
            node = node.func
        statement = next((h for h in self.source.up(node) if isinstance(h, STATEMENTS)), None)
        if statement is not None:
            self._at_import(statement, node, operation)
        elif isinstance(node, cst.SimpleString):
            self._in_string(node, operation)
        else:
            self._at_use(node, operation)

    # --- at the import -------------------------------------------------------------------------

    def _at_import(
        self, statement: cst.Import | cst.ImportFrom, node: cst.CSTNode, operation: MoveSymbol
    ) -> None:
        if isinstance(statement.names, cst.ImportStar):
            raise ImpossibleError("`*` imports it there, together with all else")
        around = list(self.source.up(node))
        every = list(bound(statement))
        here = [one for one in every if one.alias in around] or every
        if any(one.full == operation.to for one in here):
            return
        wanted = [one for one in here if one.full == operation.name]
        if not wanted:
            raise ImpossibleError(f"`{operation.name}` is not imported there")
        if isinstance(statement, cst.Import):
            self._module(wanted[0], operation)
        else:
            self._name(wanted[0], operation)

    def _name(self, one: Bound, operation: MoveSymbol) -> None:
        """`from a.b import x` becomes `from c.d import x`."""
        module, _, name = operation.to.rpartition(".")
        if not module:
            raise ImpossibleError(f"`{operation.to}` names no module to import from")
        point = Point(node=one.alias, part="moved", result=operation.to)
        if self.changes.claims.take([point]):
            self.imports.move(Move(bound=one, module=module, name=name))

    def _module(self, one: Bound, operation: MoveSymbol) -> None:
        """`import a.b as m` becomes `import c.d as m`; without the `as`, all its uses follow."""
        if not one.asname:
            self._rename_all(one, operation)
            return
        point = Point(node=one.alias, part="moved", result=operation.to)
        if self.changes.claims.take([point]):
            name = _expression(operation.to)
            self.changes.change(one.alias, lambda now: now.with_changes(name=name))

    def _rename_all(self, one: Bound, operation: MoveSymbol) -> None:
        chains = [
            node
            for node in self.source.every(cst.Attribute, cst.Name)
            if dotted(node) == one.name
            and not any(isinstance(here, STATEMENTS) for here in self.source.up(node))
        ]
        others = [other for other in all_bound(self.source) if other.local == one.local]
        if list(uses(self.source, one.local, set(chains))) and len(others) < 2:  # noqa: PLR2004
            raise ImpossibleError(f"`{one.local}` is used beside `{one.name}`")
        self._refuse_taken(operation.to, one.alias)
        point = Point(node=one.alias, part="moved", result=operation.to)
        regions = [Region(nodes=(chain,), result=operation) for chain in chains]
        if self.changes.claims.take([point, *regions]):
            name = _expression(operation.to)
            self.changes.change(one.alias, lambda now: now.with_changes(name=name))
            for chain in chains:
                self._replace(chain, operation.to)

    # --- at a use ------------------------------------------------------------------------------

    def _at_use(self, node: cst.CSTNode, operation: MoveSymbol) -> None:
        parent = self.source.parents.get(node)
        if isinstance(parent, cst.Attribute) and parent.attr is node:
            node = parent
        chain = dotted(node)
        if chain == operation.to:
            return
        one = self._root(node, chain, operation.name)
        if one is None:
            raise ImpossibleError(f"`{operation.name}` is not what stands there")
        if isinstance(node, cst.Name):
            self._at_import(one.statement, one.alias, operation)
            return
        self._refuse_taken(operation.to, node)
        left = Point(node=one.alias, part="left", result="left")
        if self.changes.claims.take([Region(nodes=(node,), result=operation), left]):
            self._replace(node, operation.to)
            self.imports.leave(one, node)
            module = operation.to.rpartition(".")[0]
            statement = cst.Import(names=[alias_of(module, "")])
            (needed,) = bound(statement)
            self.imports.want(Wanted(bound=needed, use=node, behind=one))

    def _root(self, node: cst.CSTNode, chain: str, name: str) -> Bound | None:
        """The import by which a dotted name stands for a symbol."""
        root, _, rest = chain.partition(".")
        found = [
            one
            for one in all_bound(self.source)
            if one.local == root
            and f"{one.means}.{rest}".rstrip(".") == name
            and is_visible(self.source, one.alias, node)
        ]
        nearest = [one for one in found if f"{name}.".startswith(f"{one.full}.")]
        return max(nearest or found, key=lambda one: len(one.full), default=None)

    def _refuse_taken(self, to: str, use: cst.CSTNode) -> None:
        """A package whose name is something else in the file cannot be spelt out."""
        root = to.partition(".")[0]
        if means_else(self.source, root, root, use):
            raise ImpossibleError(f"`{root}` means something else in this file")

    def _replace(self, node: cst.CSTNode, to: str) -> None:
        parent = self.source.parents.get(node)
        assert isinstance(node, (cst.Attribute, cst.Name))
        made = fitting(_expression(to), node, parent)
        self.changes.change(node, lambda _: made)

    def _in_string(self, node: cst.SimpleString, operation: MoveSymbol) -> None:
        """A dotted name in a string, as `mock.patch` takes it."""
        old = re.compile(rf"(?<![\w.]){re.escape(operation.name)}(?!\w)")
        new = re.compile(rf"(?<![\w.]){re.escape(operation.to)}(?!\w)")
        content = node.raw_value
        if new.search(content) and not old.search(content):
            return
        if len(old.findall(content)) != 1:
            raise ImpossibleError(f"`{operation.name}` is not in the string, or more than once")
        moved = f"{node.prefix}{node.quote}{old.sub(operation.to, content)}{node.quote}"
        if self.changes.claims.take([Point(node=node, part="name", result=operation.to)]):
            self.changes.change(node, lambda now: now.with_changes(value=moved))


def _expression(name: str) -> cst.Attribute | cst.Name:
    parsed = cst.parse_expression(name)
    assert isinstance(parsed, (cst.Attribute, cst.Name))
    return parsed
