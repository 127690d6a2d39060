"""Import statements as they change: names taken out and put in, whole statements more or less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import libcst as cst

from .blocks import Made, Replaced
from .changes import Changes
from .claims import Side
from .imports import Statement, alias_of, aliases, module_of, row_of, statement_of, with_row
from .tree import Container, Lines, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name to import, with the comment that stands behind it."""

    alias: cst.ImportAlias
    comment: cst.Comment | None = None


@dataclass(slots=True, kw_only=True)
class Turn:
    """What becomes of one statement: names that go, that change, that come; another module."""

    statement: Statement
    removed: set[cst.ImportAlias] = field(default_factory=set)
    renamed: dict[cst.ImportAlias, cst.ImportAlias] = field(default_factory=dict)
    added: list[Named] = field(default_factory=list)
    module: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left of the statement."""
        return not self.added and self.removed.issuperset(aliases(self.statement))

    def done(self, node: cst.CSTNode) -> cst.CSTNode:
        """The statement afterwards."""
        assert isinstance(node, (cst.Import, cst.ImportFrom))
        names = [
            now.with_changes(name=new.name, asname=new.asname) if new else now
            for old, now in zip(aliases(self.statement), aliases(node), strict=True)
            for new in [self.renamed.get(old)]
        ]
        row = row_of(node.with_changes(names=names))
        for index, old in reversed(list(enumerate(aliases(self.statement)))):
            row = row.removed(index) if old in self.removed else row
        for named in self.added:
            place = position([a.evaluated_name for a in row.items], named.alias.evaluated_name)
            row = row.inserted(place, named.alias)
            row = row.noted(place, named.comment) if named.comment else row
        node = with_row(node, row)
        if self.module and isinstance(node, cst.ImportFrom):
            return node.with_changes(module=alias_of(self.module, "").name)
        return node


@dataclass(slots=True, kw_only=True)
class Fresh:
    """A new statement beside another one; `module` is "" for `import a.b`.

    `apart`: a blank line comes before it; `parts`: one comes behind it.
    """

    module: str
    unit: Unit
    side: Side
    names: list[Named]
    apart: bool = False
    parts: bool = False

    def lines(self) -> Lines:
        """One line, and one more for each name that has a comment of its own."""
        plain = [named.alias for named in self.names if named.comment is None]
        groups = [(plain, None)] if plain else []
        noted = [([n.alias], n.comment) for n in self.names if n.comment is not None]
        lines = [_line(self.module, names, comment) for names, comment in [*groups, *noted]]
        if self.apart:
            lines[0] = lines[0].with_changes(leading_lines=[cst.EmptyLine(indent=False)])
        return tuple(lines)


@dataclass(slots=True)
class Shelf:
    """All statements that change, and those that come."""

    changes: Changes
    turns: dict[Statement, Turn] = field(default_factory=dict)
    fresh: dict[tuple[Container, str, str], Fresh] = field(default_factory=dict)

    def turn(self, statement: Statement) -> Turn:
        """What becomes of a statement."""
        return self.turns.setdefault(statement, Turn(statement=statement))

    def host(self, module: str, within: Sequence[Unit]) -> Turn | None:
        """One of the statements that imports from a module, and goes on doing so."""
        for unit in within:
            statement = statement_of(unit)
            if not isinstance(statement, cst.ImportFrom) or module_of(statement) != module:
                continue
            if not self.changes.claims.is_free(statement):
                continue
            turn = self.turns.get(statement)
            if aliases(statement) and (turn is None or not (turn.is_empty or turn.module)):
                return self.turn(statement)
        return None

    def put(self, container: Container, fresh: Fresh) -> None:
        """A new statement, or its names into one that is new already."""
        first = "" if fresh.module else fresh.names[0].alias.evaluated_name
        there = self.fresh.setdefault((container, fresh.module, first), fresh)
        if there is fresh:
            return
        for named in fresh.names:
            if not _has(there.names, named):
                names = [other.alias.evaluated_name for other in there.names]
                there.names.insert(position(names, named.alias.evaluated_name), named)

    def settle(self) -> None:
        """Note it all."""
        source = self.changes.source
        emptied = {source.unit(t.statement): t for t in self.turns.values() if t.is_empty}
        beside: dict[Unit, list[Fresh]] = {}
        seen: set[tuple[Unit, Side]] = set()
        for fresh in self.fresh.values():
            if fresh.unit in emptied:
                beside.setdefault(fresh.unit, []).append(fresh)
            else:
                fresh.apart = fresh.apart and (fresh.unit, fresh.side) not in seen
                seen.add((fresh.unit, fresh.side))
                self.changes.insert(fresh.unit, fresh.side, fresh.lines())
                if fresh.parts:
                    self.changes.part(fresh.unit)
        for unit in emptied:
            lines = [line for fresh in beside.get(unit, []) for line in fresh.lines()]
            made = Made(lines=tuple(lines))
            self.changes.replace(Replaced(units=(unit,), make=partial(_given, made)))
        for statement, turn in self.turns.items():
            if not turn.is_empty:
                self.changes.change(statement, turn.done)


def position(names: Sequence[str], new: str) -> int:
    """Where a name goes among others: in their order, else behind them."""
    for key in (_by_kind, str.casefold, str):
        keys = [key(name) for name in names]
        if keys == sorted(keys):
            return sum(other <= key(new) for other in keys)
    return len(names)


def _by_kind(name: str) -> str:
    """Constants, then classes, then the rest, as isort has them."""
    kind = "0" if name.isupper() else "1" if name[:1].isupper() else "2"
    return kind + name.casefold()


def _given(made: Made) -> Made:
    return made


def _has(names: Sequence[Named], named: Named) -> bool:
    return any(_key(other.alias) == _key(named.alias) for other in names)


def _key(alias: cst.ImportAlias) -> tuple[str, str | None]:
    return alias.evaluated_name, alias.evaluated_alias


def _line(
    module: str, names: Sequence[cst.ImportAlias], comment: cst.Comment | None
) -> cst.SimpleStatementLine:
    """A new import statement on a line."""
    gap = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    row = [*(name.with_changes(comma=gap) for name in names[:-1]), *names[-1:]]
    statement: Statement = cst.Import(names=row)
    if module:
        statement = cst.ImportFrom(module=alias_of(module, "").name, names=row)
    line = cst.SimpleStatementLine(body=[statement])
    if comment is None:
        return line
    return line.with_changes(
        trailing_whitespace=cst.TrailingWhitespace(
            whitespace=cst.SimpleWhitespace("  "), comment=comment
        )
    )
