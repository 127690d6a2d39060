"""Which names the statements of one scope bind, and under what conditions."""

from __future__ import annotations

import ast
import operator
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from .expressions import dotted, is_none, last_name

Scope: TypeAlias = ast.Module | ast.ClassDef
Routine: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_ORDERS: dict[type[ast.cmpop], Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ACCESSORIES = ("overload", "setter", "deleter")
Binder: TypeAlias = Routine | ast.ClassDef | ast.Import | ast.ImportFrom | ast.stmt


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Under what a statement stands: a condition (`if`, `try`, ...), a guard for type checkers.

    What stands in a branch for other Python versions counts as for type checkers too.
    """

    conditional: bool = False
    type_checking: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether what stands here may be absent at run time."""
        return self.conditional or self.type_checking


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """One statement that binds one name.

    `value` and `annotation` are those of an assignment; for an import, `module` is absolute and
    `attribute` the name there (None for the module itself).
    """

    name: str
    node: Binder
    place: Place
    value: ast.expr | None = None
    annotation: ast.expr | None = None
    module: str = ""
    attribute: str | None = None

    @property
    def is_import(self) -> bool:
        """Whether the name comes from elsewhere."""
        return isinstance(self.node, (ast.Import, ast.ImportFrom))

    @property
    def is_accessory(self) -> bool:
        """Whether it adds to a definition of its name (an overload, a property's setter)."""
        if not isinstance(self.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return False
        return any(last_name(d) in _ACCESSORIES for d in self.node.decorator_list)

    @property
    def is_placeholder(self) -> bool:
        """Whether it only holds the place of the real thing (`X = None`)."""
        return is_none(self.value) and self.annotation is None


@dataclass(slots=True)
class _Walk:
    """The state of one walk over a scope's statements."""

    package: str
    found: list[Binding] = field(default_factory=list)


def bindings(scope: Scope, *, package: str) -> tuple[Binding, ...]:
    """All bindings of a scope in source order; relative imports start from `package`."""
    walk = _Walk(package)
    _statements(walk, scope.body, Place())
    return tuple(walk.found)


def chosen(found: Iterable[Binding]) -> dict[str, Binding]:
    """The one binding of each name that holds at run time, as far as one module can tell.

    Of several, one that only type checkers see loses; the last that no condition guards wins,
    unless it merely holds the place; of conditional ones the first branch wins.
    """
    by_name: dict[str, list[Binding]] = {}
    for binding in found:
        if isinstance(binding.node, ast.Delete):
            by_name.pop(binding.name, None)
        else:
            by_name.setdefault(binding.name, []).append(binding)
    return {name: _best(several) for name, several in by_name.items()}


def _best(several: list[Binding]) -> Binding:
    several = [b for b in several if not b.is_accessory] or several
    several = [b for b in several if not b.place.type_checking] or several
    several = [b for b in several if not b.is_placeholder] or several
    certain = [b for b in several if not b.place.conditional]
    return certain[-1] if certain else several[0]


def runs(test: ast.expr) -> bool | None:
    """Whether a test holds at run time, None where that cannot be told.

    `TYPE_CHECKING` does not; a comparison with `sys.version_info` is made for this interpreter.
    """
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            held = runs(inner)
            return None if held is None else not held
        case ast.Compare(left=left, ops=[op], comparators=[ast.Tuple(elts=elements)]):
            if isinstance(left, ast.Subscript):
                left = left.value
            if dotted(left) != "sys.version_info" or type(op) not in _ORDERS:
                return None
            asked = tuple(e.value for e in elements if isinstance(e, ast.Constant))
            numbers = tuple(n for n in asked if isinstance(n, int))
            return _ORDERS[type(op)](sys.version_info[:2], numbers[:2])
        case _:
            name = dotted(test)
            return False if name is not None and name.endswith("TYPE_CHECKING") else None


def _statements(walk: _Walk, body: Iterable[ast.stmt], place: Place) -> None:
    for node in body:
        for block, inner in _blocks(node, place):
            _statements(walk, block, inner)
        walk.found.extend(_bound(node, place, walk.package))


def _blocks(node: ast.stmt, place: Place) -> Iterator[tuple[list[ast.stmt], Place]]:
    """The blocks below a compound statement, each with its place; none for definitions."""
    maybe = replace(place, conditional=True)
    match node:
        case ast.If(test=test):
            yield from _if_blocks(node, place, held=runs(test))
        case ast.Try():
            yield node.body, maybe
            yield node.orelse, maybe
            for handler in node.handlers:
                yield handler.body, maybe
            yield node.finalbody, place
        case ast.With(items=items) | ast.AsyncWith(items=items):
            suppresses = any(last_name(item.context_expr) == "suppress" for item in items)
            yield node.body, maybe if suppresses else place
        case ast.For() | ast.While() | ast.AsyncFor():
            yield node.body, maybe
            yield node.orelse, maybe
        case ast.Match(cases=cases):
            for case in cases:
                yield case.body, maybe
        case _:
            pass


def _if_blocks(
    node: ast.If, place: Place, *, held: bool | None
) -> Iterator[tuple[list[ast.stmt], Place]]:
    if held is None:
        maybe = replace(place, conditional=True)
        yield node.body, maybe
        yield node.orelse, maybe
        return
    dead = replace(place, type_checking=True)
    yield node.body, place if held else dead
    yield node.orelse, dead if held else place


def _bound(node: ast.stmt, place: Place, package: str) -> Iterator[Binding]:
    """The bindings that one statement itself makes."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield Binding(name=node.name, node=node, place=place)
        case ast.Import() | ast.ImportFrom():
            yield from imports(node, place, package)
        case ast.Assign(targets=targets, value=value):
            parts = (pair for target in targets for pair in unpacked(target, value))
            yield from (Binding(name=n, node=node, place=place, value=part) for n, part in parts)
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield Binding(
                name=name, node=node, place=place, value=node.value, annotation=node.annotation
            )
        case _:
            yield from _bound_without_value(node, place)


def _bound_without_value(node: ast.stmt, place: Place) -> Iterator[Binding]:
    for target in _targets(node, place):
        for name, _ in unpacked(target, None):
            yield Binding(name=name, node=node, place=place)
    yield from _type_alias(node, place)


def _targets(node: ast.stmt, place: Place) -> Iterator[ast.expr | None]:
    """What a compound statement binds, or what a `del` that no condition guards takes away."""
    match node:
        case ast.For(target=target) | ast.AsyncFor(target=target):
            yield target
        case ast.With(items=items) | ast.AsyncWith(items=items):
            yield from (item.optional_vars for item in items)
        case ast.Delete(targets=targets) if not place.conditional:
            yield from targets
        case _:
            pass


def _type_alias(node: ast.stmt, place: Place) -> Iterator[Binding]:
    """`type X = ...`, which interpreters before 3.12 cannot parse and have no node for."""
    if type(node).__name__ != "TypeAlias":
        return
    name, value = getattr(node, "name", None), getattr(node, "value", None)
    if isinstance(name, ast.Name) and isinstance(value, ast.expr):
        yield Binding(name=name.id, node=node, place=place, value=value)


def unpacked(
    target: ast.expr | None, value: ast.expr | None
) -> Iterator[tuple[str, ast.expr | None]]:
    """The names that a target binds, each with the part of the value that goes there."""
    match target:
        case ast.Name(id=name):
            yield name, value
        case ast.Starred(value=inner):
            yield from unpacked(inner, None)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            parts: list[ast.expr | None] = [None] * len(elements)
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(elements):
                parts = list(value.elts)
            for element, part in zip(elements, parts, strict=True):
                yield from unpacked(element, part)
        case _:
            pass


def imports(node: ast.Import | ast.ImportFrom, place: Place, package: str) -> Iterator[Binding]:
    """The names that an import statement binds."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            module = alias.name if alias.asname else name
            yield Binding(name=name, node=node, place=place, module=module)
        return
    module = absolute(node.module or "", level=node.level, package=package)
    for alias in node.names:
        yield Binding(
            name=alias.asname or alias.name,
            node=node,
            place=place,
            module=module,
            attribute=alias.name,
        )


def absolute(module: str, *, level: int, package: str) -> str:
    """The absolute name of a relative import; level 0 is absolute already."""
    if level == 0:
        return module
    parts = package.split(".")
    base = parts[: len(parts) - level + 1]
    return ".".join([*base, module] if module else base)
