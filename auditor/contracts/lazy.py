"""Names that a module serves without binding them: `__getattr__` and lazy import structures."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .expressions import dotted, keyword, last_name, literal_string, string_items
from .scopes import Binding, Place, Routine, absolute, chosen, imports

_IMPORTERS = ("import_module", "__import__")


@dataclass(frozen=True, slots=True)
class _Module:
    """What the names of a module stand for, as far as lazy names need it."""

    package: str
    tables: dict[str, ast.Dict] = field(default_factory=dict)
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)


def lazy_names(
    tree: ast.Module, found: tuple[Binding, ...], *, package: str
) -> tuple[tuple[str, str], ...]:
    """(name, "module:attribute" or "") for each name served, sorted."""
    module = _Module(package)
    for binding in found:
        if isinstance(binding.value, ast.Dict):
            module.tables[binding.name] = binding.value
        items = string_items(binding.value)
        if items is not None:
            module.groups[binding.name] = items
    served: dict[str, str] = {}
    getter = chosen(found).get("__getattr__")
    if getter is not None and isinstance(getter.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        served.update(_by_getattr(getter.node, module))
    if any(binding.name == "_LazyModule" for binding in found):
        served.update(_by_structure(tree, module))
    return tuple(sorted(served.items()))


def _by_getattr(node: Routine, module: _Module) -> Iterator[tuple[str, str]]:
    if not node.args.args:
        return
    asked = node.args.args[0].arg
    for inner in ast.walk(node):
        names, body = _branch(inner, asked, module)
        for name in names:
            yield name, _returned(name, body, module)
    prefix = _prefix(node)
    for table in _tables(node, asked, module):
        for key, value in zip(table.keys, table.values, strict=True):
            served = literal_string(key)
            if served is not None:
                yield served, _target(served, value, prefix, module.package)


def _branch(node: ast.AST, asked: str, module: _Module) -> tuple[tuple[str, ...], list[ast.stmt]]:
    """The names that a branch is for, and its statements."""
    match node:
        case ast.If(test=test, body=body):
            return tuple(_compared(test, asked, module)), body
        case ast.match_case(pattern=ast.MatchValue(value=ast.Constant(value=str() as name))):
            return (name,), node.body
        case _:
            return (), []


def _compared(test: ast.expr, asked: str, module: _Module) -> Iterator[str]:
    """The names that a test of the asked name accepts, when they are written out."""
    match test:
        case ast.Compare(left=ast.Name(id=left), ops=[ast.Eq()], comparators=[other]):
            name = literal_string(other)
            if left == asked and name is not None:
                yield name
        case ast.Compare(left=ast.Name(id=left), ops=[ast.In()], comparators=[other]):
            if left == asked:
                group = module.groups.get(other.id) if isinstance(other, ast.Name) else None
                yield from group or string_items(other) or ()
        case ast.BoolOp(values=values):
            for value in values:
                yield from _compared(value, asked, module)
        case _:
            pass


def _returned(name: str, body: Iterable[ast.stmt], module: _Module) -> str:
    """Where a branch takes a name from: "module:attribute", "" when it cannot be told."""
    found: dict[str, Binding] = {}
    for statement in body:
        for inner in ast.walk(statement):
            if isinstance(inner, (ast.Import, ast.ImportFrom)):
                for binding in imports(inner, Place(), module.package):
                    found.setdefault(binding.name, binding)
            elif isinstance(inner, ast.Return) and inner.value is not None:
                return _place(inner.value, name, found)
    return ""


def _place(value: ast.expr, asked: str, found: dict[str, Binding]) -> str:
    attribute: str | None = None
    match value:
        case ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id=holder), *_]):
            attribute = asked
        case ast.Attribute(value=ast.Name(id=holder), attr=attribute):
            pass
        case ast.Name(id=holder):
            pass
        case _:
            return ""
    binding = found.get(holder)
    if binding is None:
        return ""
    if attribute is None:
        return f"{binding.module}:{binding.attribute}" if binding.attribute else ""
    inside = f"{binding.module}.{binding.attribute}" if binding.attribute else binding.module
    return f"{inside}:{attribute}"


def _tables(node: Routine, asked: str, module: _Module) -> Iterator[ast.Dict]:
    """The module's dicts that are looked up with the asked name."""
    for inner in ast.walk(node):
        match inner:
            case ast.Compare(
                left=ast.Name(id=key), ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]
            ):
                pass
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Name(id=key)):
                pass
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=name), attr="get" | "pop"),
                args=[ast.Name(id=key), *_],
            ):
                pass
            case _:
                continue
        if key == asked and name in module.tables:
            yield module.tables[name]


def _prefix(node: Routine) -> str:
    """What `import_module(f"package.{x}")` puts before a table's value."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and last_name(inner) in _IMPORTERS and inner.args:
            match inner.args[0]:
                case ast.JoinedStr(values=[ast.Constant(value=str() as prefix), *_]):
                    return prefix
                case ast.BinOp(left=ast.Constant(value=str() as prefix), op=ast.Add()):
                    return prefix
                case _:
                    pass
    return ""


def _target(name: str, value: ast.expr, prefix: str, package: str) -> str:
    """A table's value as "module:attribute"; "" where it is no place."""
    attribute = name
    parts = string_items(value)
    written = literal_string(value)
    if parts is not None and len(parts) == 2:  # noqa: PLR2004 - (module, attribute)
        written, attribute = parts
    if not written:
        return ""
    if ":" in written:
        written, attribute = written.split(":", 1)
    written = prefix + written
    level = len(written) - len(written.lstrip("."))
    return f"{absolute(written.lstrip('.'), level=level, package=package)}:{attribute}"


def _by_structure(tree: ast.Module, module: _Module) -> Iterator[tuple[str, str]]:
    """What `_LazyModule(…, _import_structure, …)` serves."""
    structure = _structure_name(tree)
    if structure is None:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and last_name(node) == "define_import_structure":
            yield "*", ""
        for key, value in _additions(node, structure):
            yield from _structured(key, value, module)


def _additions(node: ast.AST, structure: str) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    """The (sub-module, names) pairs that a statement puts into the structure."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(keys=keys, values=values)):
            pairs = list(zip(keys, values, strict=True))
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=key)]):
            pairs = [(key, node.value)]
        case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name), slice=key)):
            pairs = [(key, node.value)]
        case ast.Call(
            func=ast.Attribute(
                value=ast.Subscript(value=ast.Name(id=name), slice=key), attr="append" | "extend"
            ),
            args=[value],
        ):
            pairs = [(key, value)]
        case _:
            return
    if name in (structure, "_import_structure"):
        yield from pairs


def _structure_name(tree: ast.Module) -> str | None:
    """The name of the structure that a `_LazyModule` of this module is given."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and last_name(node) == "_LazyModule":
            given = keyword(node, "import_structure")
            if given is None and len(node.args) > 2:  # noqa: PLR2004 - name, file, structure
                given = node.args[2]
            return "" if given is None else dotted(given) or ""
    return None


def _structured(
    key: ast.expr | None, value: ast.expr, module: _Module
) -> Iterator[tuple[str, str]]:
    sub = literal_string(key)
    one = literal_string(value)
    names = (one,) if one is not None else string_items(value) or ()
    if sub is not None:
        for name in names:
            yield name, f"{module.package}.{sub}:{name}"
