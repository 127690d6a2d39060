"""The imports on top of a file, and where a new one goes among them."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import libcst as cst

from .blocks import leading
from .changes import Changes
from .claims import Side
from .imports import Bound, Statement, module_of, statement_of
from .shelf import Fresh, Named
from .tree import Unit, bare, units

_DEFINITIONS = (cst.FunctionDef, cst.ClassDef)


def section(changes: Changes, use: cst.CSTNode) -> list[Unit]:
    """The statements on top that run before the use, down to the first definition."""
    found: list[Unit] = []
    around = set(changes.source.up(use))
    for unit in units(changes.source.module.body):
        if isinstance(unit, _DEFINITIONS) or unit in around or bare(unit) in around:
            break
        found.append(unit)
    return [unit for unit in found if changes.claims.is_free(unit)]


def on_top(changes: Changes, above: Sequence[Unit], one: Bound) -> Fresh:
    """A new statement among the imports on top, next to those of the same package."""
    imports = [unit for unit in above if statement_of(unit)]
    names = [Named(alias=one.alias)]
    kin = [unit for unit in imports if _package(unit) == one.full.partition(".")[0]]
    if kin:
        return _among(kin, one, names)
    if imports:
        last = imports[-1]
        apart = _kind(_package(last)) != _kind(one.full.partition(".")[0])
        return Fresh(module=one.module, unit=last, side=Side.AFTER, names=names, apart=apart)
    return _first(changes, one, names)


def _among(kin: Sequence[Unit], one: Bound, names: list[Named]) -> Fresh:
    """In the order of the others, if they have one, else behind them."""
    keys = [_key(unit) for unit in kin]
    before = [unit for unit, key in zip(kin, keys, strict=True) if key <= _key_of(one)]
    if keys == sorted(keys) and not before:
        return Fresh(module=one.module, unit=kin[0], side=Side.BEFORE, names=names)
    unit = before[-1] if keys == sorted(keys) else kin[-1]
    return Fresh(module=one.module, unit=unit, side=Side.AFTER, names=names)


def _first(changes: Changes, one: Bound, names: list[Named]) -> Fresh:
    """The first import of a file: behind the docstring and what must come first."""
    body = list(units(changes.source.module.body))
    top = 0
    while top < len(body) and (_is_text(body[top]) or _package(body[top]) == "__future__"):
        top += 1
    if top == len(body) or (top and any(line.comment is None for line in leading(body[top]))):
        unit = body[top - 1]
        return Fresh(module=one.module, unit=unit, side=Side.AFTER, names=names, apart=True)
    return Fresh(
        module=one.module,
        unit=body[top],
        side=Side.BEFORE,
        names=names,
        apart=top > 0,
        parts=True,
    )


def _is_text(unit: Unit) -> bool:
    inner = bare(unit)
    return isinstance(inner, cst.Expr) and isinstance(inner.value, cst.BaseString)


def _package(unit: Unit) -> str:
    """The top of what a statement imports, "" for what is relative and for all other ones."""
    statement = statement_of(unit)
    return _name(statement).partition(".")[0] if statement else ""


def _name(statement: Statement) -> str:
    if isinstance(statement, cst.ImportFrom):
        return module_of(statement)
    return statement.names[0].evaluated_name


def _kind(package: str) -> str:
    """Blank lines part the imports of different kinds."""
    known = package in sys.stdlib_module_names
    return package if package == "__future__" else "library" if known else "other"


def _key(unit: Unit) -> tuple[bool, str]:
    statement = statement_of(unit)
    assert statement is not None
    return isinstance(statement, cst.ImportFrom), _name(statement).casefold()


def _key_of(one: Bound) -> tuple[bool, str]:
    return bool(one.module), (one.module or one.name).casefold()
