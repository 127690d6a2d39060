"""A few calls whose meaning every Python program shares."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from packaging.version import InvalidVersion, Version

from .env import Env
from .values import (
    NOT_TOLD,
    ClassRef,
    Foreign,
    ForeignInstance,
    Instance,
    Items,
    Known,
    Nothing,
    OwnClass,
    OwnFunction,
    Prefilled,
    Row,
    SuperOf,
    Table,
    Unknown,
    Value,
    bare,
)

if TYPE_CHECKING:
    from .run import Run

Maker: TypeAlias = Callable[["Run", ast.Call, list[Value], Env], Value | None]


def well_known(
    run: Run,
    node: ast.Call,
    function: Value,
    values: list[Value],
    keywords: dict[str | None, Value],
    env: Env,
) -> Value | None:
    """The value of a call that is known by name; None where it is an ordinary one."""
    function = bare(function)
    if isinstance(node.func, ast.Attribute):
        method = _method(node.func.attr, node, function, values)
        if method is not None:
            return method
    if not isinstance(function, Foreign):
        return None
    maker = _MAKERS.get(function.name) or _MAKERS.get(function.name.rpartition(".")[2])
    return maker(run, node, values, env) if maker else None


def _method(name: str, node: ast.Call, function: Value, values: list[Value]) -> Value | None:
    """Methods of plain containers that hand their items on."""
    return None


def _version(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if values else NOT_TOLD
    if isinstance(value, Known) and isinstance(value.value, (str, Version)):
        try:
            return Known(Version(str(value.value)))
        except InvalidVersion:
            return NOT_TOLD
    return NOT_TOLD


def _installed_version(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if values else NOT_TOLD
    if isinstance(value, Known) and isinstance(value.value, str):
        edition = run.world.editions.get(value.value.replace("-", "_"))
        if edition and edition.version:
            return Known(str(edition.version))
    return NOT_TOLD


def _find_spec(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if values else NOT_TOLD
    if isinstance(value, Known) and isinstance(value.value, str):
        if run.world.edition_of(value.value):
            there = run.world.has_module(value.value)
            return ForeignInstance("ModuleSpec") if there else Nothing()
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
    from .partials import judged

    return judged(run, node, bare(values[0]), env) if values else NOT_TOLD


def _same(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if values else NOT_TOLD
    return value if isinstance(value, (Items, Row, Table)) else Items(NOT_TOLD)


def _method_type(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    """`types.MethodType(f, obj)`: the function with its first parameter given."""
    from dataclasses import replace

    value = bare(values[0]) if values else NOT_TOLD
    return replace(value, bound=True) if isinstance(value, OwnFunction) else value


def _first(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    return bare(values[0]) if values else NOT_TOLD


def _next(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    value = bare(values[0]) if values else NOT_TOLD
    return value.item if isinstance(value, Items) else NOT_TOLD


def _enumerate(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    from .targets import item_of

    return Items(Row((NOT_TOLD, item_of(values[0]) if values else NOT_TOLD)))


def _zip(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    from .targets import item_of

    return Items(Row(tuple(item_of(value) for value in values)))


def _getattr(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    from .strings import literal_getattr

    return literal_getattr(run, node, values, env)


def _import_module(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    from .strings import literal_import

    return literal_import(run, node, values, env)


def _cast(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    from .annotations import of_type

    return of_type(run, node.args[0], env) if len(node.args) == 2 else NOT_TOLD


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
_ = (ClassRef, Prefilled, Unknown)
