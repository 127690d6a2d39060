"""Put what the extensions noted together: a module's facts, each name once."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from drift_audit.auditor.model.contract import (
    Attribute,
    Class,
    Function,
    FunctionForm,
    Import,
    ModuleFacts,
)

from .expressions import annotation_text, last_name, text, value_text
from .flavors import Shape, made_shape
from .lazy import lazy_names
from .names import Names
from .routines import Routinely, deprecation_decorator, deprecation_doc, read_overload
from .scopes import Binding, Routine, chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class Visited:
    """A visited module. `scopes`, `shapes` and `routines` are keyed by the `id` of their node."""

    tree: ast.Module
    names: Names
    exports: tuple[str, ...] | None
    scopes: Mapping[int, tuple[Binding, ...]]
    shapes: Mapping[int, Shape]
    routines: Mapping[int, Routinely]


_MAKING = ("__init__", "__new__", "__call__", "__getattr__")
"""Definitions for type checkers alone that would hide what runs."""


@dataclass(slots=True)
class _Members:
    """The members of one scope."""

    imports: list[Import] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    attributes: list[Attribute] = field(default_factory=list)


def assembled(visited: Visited, empty: ModuleFacts, package: str) -> ModuleFacts:
    """Fill the facts of a module whose relative imports start from `package`."""
    found = visited.scopes[id(visited.tree)]
    members = _members(visited, found)
    stars = (_import(b) for b in found if b.is_import and b.attribute == "*")
    return replace(
        empty,
        imports=(*(one for one in members.imports if one.name != "*"), *stars),
        functions=tuple(members.functions),
        classes=tuple(members.classes),
        attributes=tuple(members.attributes),
        exports=visited.exports,
        lazy=lazy_names(visited.tree, found, package=package),
        has_getattr=any(f.name == "__getattr__" for f in members.functions),
    )


def _members(visited: Visited, found: tuple[Binding, ...]) -> _Members:
    members = _Members()
    for binding in chosen(found).values():
        node = binding.node
        if binding.place.type_checking and binding.name in _MAKING:
            continue
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            members.functions.append(_function(visited, binding, node, found))
        elif isinstance(node, ast.ClassDef):
            members.classes.append(_class(visited, binding, node))
        elif binding.is_import:
            members.imports.append(_import(binding))
        elif made := _made_class(visited, binding):
            members.classes.append(made)
        else:
            members.attributes.append(_attribute(binding))
    return members


def _import(binding: Binding) -> Import:
    return Import(
        name=binding.name,
        module=binding.module,
        attribute=binding.attribute,
        line=binding.node.lineno,
        type_checking=binding.place.type_checking,
        is_conditional=binding.place.conditional,
    )


def _attribute(binding: Binding) -> Attribute:
    annotation, value = binding.annotation, binding.value
    return Attribute(
        name=binding.name,
        line=binding.node.lineno,
        annotation=None if annotation is None else annotation_text(annotation),
        value=None if value is None else value_text(value),
        is_conditional=binding.place.doubtful,
    )


def _function(
    visited: Visited, binding: Binding, node: Routine, found: Iterable[Binding]
) -> Function:
    function = visited.routines[id(node)].function
    partners = [b.node for b in found if b.name == binding.name and b.is_accessory]
    routines = [p for p in partners if isinstance(p, (ast.FunctionDef, ast.AsyncFunctionDef))]
    overloads = [read_overload(p) for p in routines if _has(p, "overload")]
    setter = function.setter or any(_has(p, "setter") for p in routines)
    if not overloads and setter == function.setter and not binding.place.doubtful:
        return function
    return replace(
        function,
        overloads=tuple(overloads),
        setter=setter and function.form is FunctionForm.PROPERTY,
        is_conditional=binding.place.doubtful,
    )


def _has(node: Routine, decorator: str) -> bool:
    return any(last_name(d) == decorator for d in node.decorator_list)


def _class(visited: Visited, binding: Binding, node: ast.ClassDef) -> Class:
    found, shape = visited.scopes[id(node)], visited.shapes[id(node)]
    members = _members(visited, found)
    init = next((f for f in members.functions if f.name == "__init__"), None)
    return Class(
        name=node.name,
        line=node.lineno,
        bases=tuple(text(base) for base in node.bases if not isinstance(base, ast.Starred)),
        keywords=tuple((k.arg, text(k.value)) for k in node.keywords if k.arg is not None),
        decorators=tuple(text(d) for d in node.decorator_list),
        flavor=shape.flavor,
        fields=shape.fields,
        init_only=shape.init_only,
        generates_init=shape.generates_init,
        forbids_unknown=shape.forbids_unknown,
        aliases=shape.aliases,
        functions=tuple(members.functions),
        attributes=(*members.attributes, *_on_self(visited, found)),
        classes=tuple(members.classes),
        is_conditional=binding.place.doubtful,
        deprecated=deprecation_decorator(node.decorator_list, visited.names)
        or deprecation_doc(node.body)
        or (None if init is None else init.deprecated),
    )


def _on_self(visited: Visited, found: Iterable[Binding]) -> Iterator[Attribute]:
    """The attributes that methods bind on `self`, once for each distinct value."""
    seen: set[tuple[str, str | None, str | None]] = set()
    for binding in found:
        routine = visited.routines.get(id(binding.node))
        for one in () if routine is None else routine.binds:
            told = (one.name, one.annotation, one.value)
            if told not in seen:
                seen.add(told)
                yield one


def _made_class(visited: Visited, binding: Binding) -> Class | None:
    """`X = namedtuple("X", "a b")` makes a class, not a value."""
    if not isinstance(binding.value, ast.Call):
        return None
    shape = made_shape(binding.value, visited.names)
    if shape is None:
        return None
    return Class(
        name=binding.name,
        line=binding.node.lineno,
        flavor=shape.flavor,
        fields=shape.fields,
        generates_init=shape.generates_init,
        is_conditional=binding.place.doubtful,
    )
