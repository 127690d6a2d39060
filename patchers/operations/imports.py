"""The import statements of a file: what they bind, and whether a name is free."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import libcst as cst

from .rows import NOTHING, Row
from .source import Source
from .tree import Unit, bare, dotted

Statement: TypeAlias = cst.Import | cst.ImportFrom
STATEMENTS = (cst.Import, cst.ImportFrom)
_SCOPES = (cst.FunctionDef, cst.ClassDef, cst.Lambda)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """One name of an import statement; `module` is "" for `import a.b`."""

    statement: Statement
    alias: cst.ImportAlias
    module: str
    name: str

    @property
    def asname(self) -> str:
        """What stands behind `as`, "" where nothing does."""
        return self.alias.evaluated_alias or ""

    @property
    def full(self) -> str:
        """All that is imported, dotted."""
        return f"{self.module}.{self.name}" if self.module else self.name

    @property
    def local(self) -> str:
        """What the file calls it."""
        return self.asname or self.name.partition(".")[0]

    @property
    def means(self) -> str:
        """What the local name stands for; of `import a.b` it is `a`."""
        whole = self.module or self.asname
        return self.full if whole else self.local


def module_of(statement: Statement) -> str:
    """`a.b` of `from a.b import c`; "" for what is relative, and for `import a.b`."""
    if isinstance(statement, cst.Import) or statement.relative:
        return ""
    return dotted(statement.module)


def aliases(statement: Statement) -> tuple[cst.ImportAlias, ...]:
    """The names of a statement; none for `*`."""
    return () if isinstance(statement.names, cst.ImportStar) else tuple(statement.names)


def bound(statement: Statement) -> Iterator[Bound]:
    """What a statement binds; nothing for what is relative."""
    module = module_of(statement)
    if module or isinstance(statement, cst.Import):
        for alias in aliases(statement):
            name = alias.evaluated_name
            yield Bound(statement=statement, alias=alias, module=module, name=name)


def all_bound(source: Source) -> list[Bound]:
    """What all statements of a file bind, in their order."""
    return [
        one
        for node in source.every(cst.Import, cst.ImportFrom)
        if isinstance(node, STATEMENTS)
        for one in bound(node)
    ]


def statement_of(unit: Unit) -> Statement | None:
    """The import statement that a line is."""
    inner = bare(unit)
    return inner if isinstance(inner, STATEMENTS) else None


def is_for_types(source: Source, node: cst.CSTNode) -> bool:
    """Whether a node stands below `if TYPE_CHECKING:`."""
    return any(
        isinstance(here, cst.If) and dotted(here.test).rpartition(".")[2] == "TYPE_CHECKING"
        for here in source.up(node)
    )


def is_visible(source: Source, node: cst.CSTNode, use: cst.CSTNode) -> bool:
    """Whether what is bound at a node is bound at the use: on top, or in a function around it."""
    scope = _scope(source, node)
    return scope is None or any(here is scope for here in source.up(use))


def is_there(source: Source, wanted: Bound, use: cst.CSTNode) -> bool:
    """Whether a name is bound as it is wanted, wherever the use can see it at run time."""
    return any(
        (one.local, one.means) == (wanted.local, wanted.means)
        and f"{one.full}.".startswith(f"{wanted.full}.")
        and is_visible(source, one.alias, use)
        and not is_for_types(source, one.statement)
        for one in all_bound(source)
    )


def alias_of(name: str, local: str) -> cst.ImportAlias:
    """A name as it is imported under what the file calls it."""
    parsed = cst.parse_expression(name)
    assert isinstance(parsed, (cst.Attribute, cst.Name))
    asname = None if local in (name, "") else cst.AsName(name=cst.Name(local))
    return cst.ImportAlias(name=parsed, asname=asname)


def means_else(source: Source, local: str, means: str, use: cst.CSTNode) -> bool:
    """Whether a name stands for something else than `means`, as far as the use sees it."""
    for one in all_bound(source):
        if one.local == local and one.means != means and is_visible(source, one.alias, use):
            return True
    return any(
        name.value == local and is_visible(source, name, use)
        for name in source.every(cst.Name)
        if isinstance(name, cst.Name) and _binds(source, name)
    )


def row_of(statement: Statement) -> Row[cst.ImportAlias]:
    """The names of a statement, with what is around them."""
    if isinstance(statement, cst.Import) or statement.lpar is None or statement.rpar is None:
        return Row.of(aliases(statement), NOTHING)
    opening, closing = statement.lpar.whitespace_after, statement.rpar.whitespace_before
    return Row.of(aliases(statement), opening, closing)


def with_row(statement: Statement, row: Row[cst.ImportAlias]) -> Statement:
    """The statement with other names."""
    names = row.together()
    if isinstance(statement, cst.Import) or statement.lpar is None or statement.rpar is None:
        return statement.with_changes(names=names)
    closed = NOTHING if row.trailing is not None else row.closing
    return statement.with_changes(
        names=names,
        lpar=statement.lpar.with_changes(whitespace_after=row.opening),
        rpar=statement.rpar.with_changes(whitespace_before=closed),
    )


def _scope(source: Source, node: cst.CSTNode) -> cst.CSTNode | None:
    """The function or class whose name a bound name is; None for the module."""
    start: cst.CSTNode | None = node
    if isinstance(parent := source.parents.get(node), _SCOPES):
        start = source.parents.get(parent)
    return next((here for here in source.up(start or node) if isinstance(here, _SCOPES)), None)


def _binds(source: Source, name: cst.Name) -> bool:
    """Whether a name is given a meaning there, other than by an import."""
    node: cst.CSTNode = name
    parent = source.parents.get(node)
    while isinstance(parent, (cst.Element, cst.StarredElement, cst.Tuple, cst.List)):
        node, parent = parent, source.parents.get(parent)
    match parent:
        case cst.AssignTarget():
            return True
        case cst.AnnAssign() | cst.AugAssign() | cst.For() | cst.CompFor() | cst.NamedExpr():
            return node is parent.target
        case cst.Param() | cst.FunctionDef() | cst.ClassDef():
            return node is parent.name
        case cst.AsName():
            return not isinstance(source.parents.get(parent), cst.ImportAlias)
        case _:
            return False


def uses(source: Source, local: str, without: set[cst.CSTNode]) -> Iterator[str]:
    """The dotted names that begin with a local one, outside of import statements and of some."""
    for name in source.every(cst.Name, cst.SimpleString):
        chain = list(_chain(source, name))
        if isinstance(name, cst.SimpleString):
            if f"{local}." in name.value:
                yield local
        elif isinstance(name, cst.Name) and name.value == local:
            imported = any(isinstance(here, STATEMENTS) for here in source.up(name))
            if not imported and not without.intersection(chain) and _is_root(source, name):
                yield dotted(chain[-1])


def _chain(source: Source, name: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A name, and the attributes that are taken of it one after the other."""
    here = name
    yield here
    while isinstance(parent := source.parents.get(here), cst.Attribute) and parent.value is here:
        here = parent
        yield here


def _is_root(source: Source, name: cst.Name) -> bool:
    parent = source.parents.get(name)
    if isinstance(parent, cst.Attribute):
        return parent.value is name
    return not (isinstance(parent, cst.Arg) and parent.keyword is name)
