"""A few calls whose meaning every Python program shares."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from packaging.version import InvalidVersion, Version

from .annotations import of_type
from .env import Env
from .partials import judged
from .strings import literal_getattr, literal_import
from .targets import item_of
from .values import (
    NOT_TOLD,
    Foreign,
    ForeignInstance,
    Instance,
    Items,
    Known,
    Nothing,
    OwnClass,
    OwnFunction,
    Row,
    SuperOf,
    Table,
    Value,
    bare,
)

if TYPE_CHECKING:
    from .run import Run

_PAIR = 2
Maker: TypeAlias = Callable[["Run", ast.Call, list[Value], Env], Value | None]


def well_known(
    run: Run, node: ast.Call, function: Value, values: list[Value], env: Env
) -> Value | None:
    """The value of a call that is known by name; None where it is an ordinary one."""
    function = bare(function)
    if not isinstance(function, Foreign):
        return None
    maker = _MAKERS.get(function.name) or _MAKERS.get(function.name.rpartition(".")[2])
    return maker(run, node, values, env) if maker else None


def _version(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if values else NOT_TOLD
    if isinstance(value, Known) and isinstance(value.value, (str, Version)):
        try:
            return Known(Version(str(value.value)), of=value.of)
        except InvalidVersion:
            return NOT_TOLD
    return NOT_TOLD


def _installed_version(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if values else NOT_TOLD
    if isinstance(value, Known) and isinstance(value.value, str):
        edition = run.world.editions.get(value.value.replace("-", "_"))
        if edition and edition.version:
            return Known(str(edition.version), of=edition.package)
    return NOT_TOLD


def _find_spec(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if values else NOT_TOLD
    name = value.value if isinstance(value, Known) else None
    if isinstance(name, str) and run.world.edition_of(name):
        return ForeignInstance("ModuleSpec") if run.world.has_module(name) else Nothing()
    return NOT_TOLD


def _super(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    if env.cls is None:
        return NOT_TOLD
    first = bare(values[0]) if values else env.cls
    return SuperOf(first) if isinstance(first, OwnClass) else NOT_TOLD


def _type(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if len(values) == 1 else NOT_TOLD
    return value.cls if isinstance(value, Instance) else NOT_TOLD


def _partial(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    return judged(run, node, bare(values[0]), env) if values else NOT_TOLD


def _same(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if values else NOT_TOLD
    return value if isinstance(value, (Items, Row, Table)) else Items(NOT_TOLD)


def _method_type(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    """`types.MethodType(f, obj)`: the function with its first parameter given."""
    value = bare(values[0]) if values else NOT_TOLD
    return replace(value, bound=True) if isinstance(value, OwnFunction) else value


def _first(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    return bare(values[0]) if values else NOT_TOLD


def _next(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if values else NOT_TOLD
    return value.item if isinstance(value, Items) else NOT_TOLD


def _enumerate(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    return Items(Row((NOT_TOLD, item_of(values[0]) if values else NOT_TOLD)))


def _zip(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    return Items(Row(tuple(item_of(value) for value in values)))


def _getattr(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    return literal_getattr(run, node, values, env)


def _import_module(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    return literal_import(run, values)


def _cast(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    return of_type(run, node.args[0], env) if len(node.args) == _PAIR else NOT_TOLD


_MAKERS: dict[str, Maker] = {
    "packaging.version.parse": _version,
    "packaging.version.Version": _version,
    "Version": _version,
    "parse_version": _version,
    "LooseVersion": _version,
    "importlib.metadata.version": _installed_version,
    "importlib_metadata.version": _installed_version,
    "importlib.util.find_spec": _find_spec,
    "importlib.import_module": _import_module,
    "super": _super,
    "type": _type,
    "functools.partial": _partial,
    "functools.partialmethod": _partial,
    "list": _same,
    "tuple": _same,
    "sorted": _same,
    "reversed": _same,
    "iter": _same,
    "itertools.islice": _same,
    "types.MethodType": _method_type,
    "MethodType": _method_type,
    "copy.copy": _first,
    "copy.deepcopy": _first,
    "next": _next,
    "enumerate": _enumerate,
    "zip": _zip,
    "getattr": _getattr,
    "typing.cast": _cast,
}
