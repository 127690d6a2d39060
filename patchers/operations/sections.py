"""The imports on top of a file, and where a new one goes among them."""

from __future__ import annotations

import enum
import sys
from collections.abc import Sequence
from functools import partial

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
    """A new statement among the imports on top, in the section that isort gives it.

    Sections are: `__future__`, the standard library, all other packages, what is relative. Within
    one, it goes to those of its own package, and in their order if they have one.
    """
    imports = [unit for unit in above if statement_of(unit)]
    names = [Named(alias=one.alias)]
    if not imports:
        return _first(changes, one, names)
    kind = _kind(one.full.partition(".")[0])
    own = [block for block in _blocks(above) if any(_kind_of(unit) is kind for unit in block)]
    if own:
        kin = [block for block in own if any(map(partial(_is_kin, one), block))]
        block = (kin or own)[0]
        return _among([unit for unit in block if _kind_of(unit) is kind], one, names)
    earlier = [unit for unit in imports if _kind_of(unit) < kind]
    if not earlier:
        first = imports[0]
        return Fresh(module=one.module, unit=first, side=Side.BEFORE, names=names, parts=True)
    return _behind(earlier[-1], above, one, names)


def _behind(last: Unit, above: Sequence[Unit], one: Bound, names: list[Named]) -> Fresh:
    """A section of its own behind another one."""
    for after in above[above.index(last) + 1 :][:1]:
        if statement_of(after) and not _is_apart(after):
            return Fresh(
                module=one.module,
                unit=after,
                side=Side.BEFORE,
                names=names,
                apart=True,
                parts=True,
            )
    return Fresh(module=one.module, unit=last, side=Side.AFTER, names=names, apart=True)


def _blocks(above: Sequence[Unit]) -> list[list[Unit]]:
    """The imports with nothing between them, not even a blank line."""
    found: list[list[Unit]] = []
    before: Unit | None = None
    for unit in above:
        if statement_of(unit):
            if before is None or not statement_of(before) or _is_apart(unit):
                found.append([])
            found[-1].append(unit)
        before = unit
    return found


def _is_apart(unit: Unit) -> bool:
    """Whether a blank line parts a statement from the one above."""
    return any(line.comment is None for line in leading(unit))


def _is_kin(one: Bound, unit: Unit) -> bool:
    return _package(unit) == one.full.partition(".")[0]


def _among(block: Sequence[Unit], one: Bound, names: list[Named]) -> Fresh:
    """In the order of the others, if they have one, else behind its kin or all of them."""
    for key in (_by_form, _by_name):
        keys = [key(_is_from(unit), _name_of(unit)) for unit in block]
        if keys == sorted(keys):
            own = key(bool(one.module), one.module or one.name)
            before = [unit for unit, other in zip(block, keys, strict=True) if other <= own]
            break
    else:
        before = [unit for unit in block if _is_kin(one, unit)] or list(block)
    if not before:
        return Fresh(module=one.module, unit=block[0], side=Side.BEFORE, names=names)
    return Fresh(module=one.module, unit=before[-1], side=Side.AFTER, names=names)


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


class _Kind(enum.IntEnum):
    FUTURE = 0
    STANDARD = 1
    OTHER = 2
    RELATIVE = 3


def _kind(package: str) -> _Kind:
    """Blank lines part the imports of different kinds."""
    if package in ("", "__future__"):
        return _Kind.FUTURE if package else _Kind.RELATIVE
    return _Kind.STANDARD if package in sys.stdlib_module_names else _Kind.OTHER


def _kind_of(unit: Unit) -> _Kind:
    return _kind(_package(unit))


def _is_from(unit: Unit) -> bool:
    return isinstance(statement_of(unit), cst.ImportFrom)


def _name_of(unit: Unit) -> str:
    statement = statement_of(unit)
    return _name(statement) if statement else ""


def _by_form(is_from: bool, name: str) -> tuple[bool, str]:  # noqa: FBT001
    return is_from, name.casefold()


def _by_name(is_from: bool, name: str) -> tuple[str, bool]:  # noqa: FBT001
    return name.casefold(), is_from
