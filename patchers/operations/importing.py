"""Which import statements change, decided when all that is asked of a file is known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import libcst as cst

from .blocks import leading
from .changes import Changes
from .claims import Side
from .imports import (
    STATEMENTS,
    Bound,
    Statement,
    alias_of,
    aliases,
    bound,
    is_there,
    means_else,
    module_of,
    row_of,
    statement_of,
    uses,
)
from .refusals import ImpossibleError
from .sections import on_top, section
from .shelf import Fresh, Named, Shelf
from .tree import Unit, units

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span
    from drift_audit.patchers.model import AddImport


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A name that is imported from another module from now on."""

    bound: Bound
    module: str
    name: str

    @property
    def alias(self) -> cst.ImportAlias:
        """The name as it is imported then: as what the file calls it."""
        return alias_of(self.name, self.bound.local)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A name that has to be bound; `behind` is the import in whose block that is, if not on top."""

    bound: Bound
    use: cst.CSTNode
    behind: Bound | None = None


class Imports:
    """All that is asked of the import statements of a file.

    `said` is the text of all edits: a name in there is not taken away.
    """

    def __init__(self, changes: Changes, said: str) -> None:
        self.changes = changes
        self._source = changes.source
        self._said = said
        self._shelf = Shelf(changes)
        self._moves: dict[Statement, list[Move]] = {}
        self._left: dict[Bound, set[cst.CSTNode]] = {}
        self._wanted: list[Wanted] = []

    # --- asking --------------------------------------------------------------------------------

    def move(self, move: Move) -> None:
        """Import a name from elsewhere."""
        self._moves.setdefault(move.bound.statement, []).append(move)

    def leave(self, one: Bound, use: cst.CSTNode) -> None:
        """A use does not need an import any more; with its last use it goes."""
        self._left.setdefault(one, set()).add(use)

    def want(self, wanted: Wanted) -> None:
        """A name is needed."""
        self._wanted.append(wanted)

    def add(self, span: Span, operation: AddImport) -> None:
        """Add an import statement, where its names are not bound by it already."""
        use = self._source.node(span)
        wanted = [one for one in _parsed(operation) if not is_there(self._source, one, use)]
        for one in wanted:
            if means_else(self._source, one.local, one.means, use):
                raise ImpossibleError(f"`{one.local}` means something else in this file")
        self._wanted.extend(Wanted(bound=one, use=use) for one in wanted)

    # --- deciding ------------------------------------------------------------------------------

    def settle(self) -> None:
        """Decide what becomes of each statement, and note it."""
        for one, gone in self._left.items():
            if self._is_idle(one, gone):
                self._shelf.turn(one.statement).removed.add(one.alias)
        for statement, moves in self._moves.items():
            self._shelf.turn(statement).removed.update(move.bound.alias for move in moves)
        for statement, moves in self._moves.items():
            self._place(statement, moves)
        for wanted in self._wanted:
            self._bind(wanted)
        self._shelf.settle()

    def _is_idle(self, one: Bound, gone: set[cst.CSTNode]) -> bool:
        """Whether nothing uses an import any more; what is imported for others stays."""
        if re.search(rf"\b{re.escape(one.local)}\b", self._said) or self._is_noted(one.statement):
            return False
        left = list(uses(self._source, one.local, gone))
        if one.module or one.asname:
            return not left
        others = [b for b in self._bounds() if b.local == one.local and b.alias is not one.alias]
        if left and not others:
            return False
        return not any(f"{use}.".startswith(f"{one.name}.") or use == one.local for use in left)

    def _bounds(self) -> Iterable[Bound]:
        for node in self._source.every(*STATEMENTS):
            if isinstance(node, STATEMENTS):
                yield from bound(node)

    def _is_noted(self, statement: Statement) -> bool:
        line = self._source.parents[statement]
        comment = getattr(getattr(line, "trailing_whitespace", None), "comment", None)
        return comment is not None

    def _place(self, statement: Statement, moves: Sequence[Move]) -> None:
        """Give the moved names of a statement their new place."""
        turn = self._shelf.turn(statement)
        unit = self._source.unit(statement)
        groups: dict[str, list[Move]] = {}
        for move in moves:
            groups.setdefault(move.module, []).append(move)
        self._stay(statement, groups.pop(module_of(statement), []))
        noted = self._is_noted(statement) or any(line.comment for line in leading(unit))
        for module, group in groups.items():
            named = [self._named(move) for move in group]
            keeps = turn.is_empty and not turn.module
            host = self._shelf.host(module, self._near(unit))
            if host is not None and not (keeps and noted) and self._takes(host.statement, named):
                host.added.extend(n for n in named if not _imports(host.statement, n.alias))
            elif keeps:
                turn.module = module
                self._stay(statement, group)
            else:
                fresh = Fresh(module=module, unit=unit, side=Side.AFTER, names=named)
                self._shelf.put(self._source.container(unit), fresh)

    def _stay(self, statement: Statement, moves: Sequence[Move]) -> None:
        """Names that stay in their statement, under another name or another module."""
        turn = self._shelf.turn(statement)
        for move in moves:
            turn.removed.discard(move.bound.alias)
            turn.renamed[move.bound.alias] = move.alias

    def _named(self, move: Move) -> Named:
        statement = move.bound.statement
        row = row_of(statement)
        index = aliases(statement).index(move.bound.alias)
        return Named(alias=move.alias, comment=row.note(index))

    @staticmethod
    def _takes(statement: Statement, names: Sequence[Named]) -> bool:
        """Whether the comments of names have room in a statement."""
        return row_of(statement).is_broken or not any(named.comment for named in names)

    def _near(self, unit: Unit) -> list[Unit]:
        """The statements of the block with nothing but imports between them and this one."""
        siblings = self._source.siblings(unit)
        here = siblings.index(unit)
        behind = here
        while behind < len(siblings) and statement_of(siblings[behind]):
            behind += 1
        return [other for other in siblings[:behind] if other is not unit]

    # --- names that are needed -------------------------------------------------------------------

    def _bind(self, wanted: Wanted) -> None:
        one = wanted.bound
        named = Named(alias=one.alias)
        if wanted.behind is not None:
            unit = self._source.unit(wanted.behind.statement)
            block = self._source.container(unit)
            if not any(self._stands(one, other) for other in units(block.body)):
                fresh = Fresh(module=one.module, unit=unit, side=Side.AFTER, names=[named])
                self._shelf.put(block, fresh)
            return
        above = section(self.changes, wanted.use)
        host = self._shelf.host(one.module, above) if one.module else None
        if host is None:
            self._shelf.put(self._source.module, on_top(self.changes, above, one))
        elif not _imports(host.statement, one.alias):
            host.added.append(named)

    def _stands(self, one: Bound, unit: Unit) -> bool:
        statement = statement_of(unit)
        turn = self._shelf.turns.get(statement) if statement else None
        gone = turn.removed if turn else set()
        there = bound(statement) if statement else ()
        return any(
            b.full == one.full and b.asname == one.asname and b.alias not in gone for b in there
        )


def _parsed(operation: AddImport) -> list[Bound]:
    try:
        parsed = cst.parse_statement(operation.statement.strip())
    except cst.ParserSyntaxError as error:
        raise ImpossibleError(f"`{operation.statement}` is no import") from error
    statement = statement_of(parsed)
    found = list(bound(statement)) if statement else []
    if not found:
        raise ImpossibleError(f"`{operation.statement}` is no import of names")
    return [replace(one, alias=alias_of(one.name, one.asname)) for one in found]


def _imports(statement: Statement, alias: cst.ImportAlias) -> bool:
    """Whether a statement has a name already, under the same name."""
    return any(
        (one.evaluated_name, one.evaluated_alias) == (alias.evaluated_name, alias.evaluated_alias)
        for one in aliases(statement)
    )
