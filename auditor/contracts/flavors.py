"""Which machinery builds a class's constructor, and with what settings."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from drift_audit.auditor.model.contract import ClassFlavor, Parameter

from .expressions import (
    annotation_text,
    is_false,
    is_none,
    is_true,
    keyword,
    last_name,
    literal_string,
)
from .fields import Field, Setting, made_by_call, read_fields
from .names import Names
from .scopes import Binding

_BASES = {
    "BaseModel": ClassFlavor.PYDANTIC_MODEL,
    "RootModel": ClassFlavor.PYDANTIC_MODEL,
    "BaseSettings": ClassFlavor.PYDANTIC_MODEL,
    "Struct": ClassFlavor.MSGSPEC_STRUCT,
    "NamedTuple": ClassFlavor.NAMED_TUPLE,
    "namedtuple": ClassFlavor.NAMED_TUPLE,
    "TypedDict": ClassFlavor.TYPED_DICT,
    "Protocol": ClassFlavor.PROTOCOL,
    **dict.fromkeys(
        ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"), ClassFlavor.ENUM
    ),
}
"""A base's last name. Nothing else in the providers' world has a base of such a name."""

_INHERITED = (
    ClassFlavor.PYDANTIC_MODEL,
    ClassFlavor.MSGSPEC_STRUCT,
    ClassFlavor.TYPED_DICT,
    ClassFlavor.ENUM,
)
"""Flavours that a metaclass passes on to subclasses."""

_ATTRS = ("attr", "attrs")
_ATTRS_DECORATORS = ("define", "s", "attrs", "frozen", "mutable", "dataclass", "attributes")
_STRICT = "huggingface_hub.dataclasses.strict"
"""Stands on dataclasses alone; those without `@dataclass` are made ones by their base."""

_WITHOUT_INIT = (ClassFlavor.PLAIN, ClassFlavor.ENUM, ClassFlavor.PROTOCOL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What builds a class's constructor, and the parameters that its own fields add."""

    flavor: ClassFlavor = ClassFlavor.PLAIN
    fields: tuple[Parameter, ...] = ()
    init_only: tuple[str, ...] = ()
    generates_init: bool = False
    forbids_unknown: bool | None = None
    aliases: tuple[tuple[str, str], ...] = ()


def shape_of(
    node: ast.ClassDef,
    found: tuple[Binding, ...],
    names: Names,
    local: Mapping[str, ClassFlavor],
) -> Shape:
    """The shape of a class; `local` holds the flavours of the module's classes so far."""
    by_decorator = _decorated(node, found, names)
    if by_decorator is not None:
        flavor, decorator = by_decorator
    else:
        flavor, decorator = _inherited(node, names, local), None
    setting = _setting(node, flavor, decorator, found, names)
    taken = _call_fields(node) + read_fields(found, setting, names)
    in_init = [one for one in taken if one.in_init]
    return Shape(
        flavor=flavor,
        fields=() if flavor is ClassFlavor.ENUM else tuple(f.parameter for f in in_init),
        init_only=tuple(f.parameter.name for f in in_init if f.is_init_only),
        generates_init=_generates_init(flavor, decorator, found, names),
        forbids_unknown=_forbids_unknown(node, flavor, decorator, found, names),
        aliases=tuple((f.parameter.name, f.other) for f in in_init if f.other),
    )


def made_shape(call: ast.Call, names: Names) -> Shape | None:
    """The shape of `X = namedtuple("X", "a b")` and its kin, None for any other call."""
    canonical = names.canonical(call)
    if canonical in ("collections.namedtuple", "typing.NamedTuple", "typing_extensions.NamedTuple"):
        fields = made_by_call(call)
        if fields is None:
            return None
        return Shape(
            flavor=ClassFlavor.NAMED_TUPLE,
            fields=tuple(f.parameter for f in fields),
            generates_init=True,
        )
    return None


def _call_fields(node: ast.ClassDef) -> tuple[Field, ...]:
    for base in node.bases:
        if isinstance(base, ast.Call) and last_name(base) in ("namedtuple", "NamedTuple"):
            return made_by_call(base) or ()
    return ()


def _decorated(
    node: ast.ClassDef, found: tuple[Binding, ...], names: Names
) -> tuple[ClassFlavor, ast.expr] | None:
    """The flavour that a decorator gives, the innermost that gives one."""
    for decorator in reversed(node.decorator_list):
        flavor = _decorator_flavor(names.canonical(decorator), found)
        if flavor is not None:
            return flavor, decorator
    return None


def _decorator_flavor(canonical: str, found: tuple[Binding, ...]) -> ClassFlavor | None:
    package, _, name = canonical.rpartition(".")
    if package.split(".")[0] in _ATTRS and name in _ATTRS_DECORATORS:
        return ClassFlavor.ATTRS
    if canonical == _STRICT:
        return ClassFlavor.DATACLASS
    if name == "dataclass":
        pydantic = package.startswith("pydantic")
        return ClassFlavor.PYDANTIC_DATACLASS if pydantic else ClassFlavor.DATACLASS
    if name == "config":
        return ClassFlavor.PYDANTIC_DATACLASS
    return ClassFlavor.PYDANTIC_DATACLASS if _is_field_like(found) else None


def _is_field_like(found: Iterable[Binding]) -> bool:
    """Whether a class body has fields that only a decorator can make something of."""
    for binding in found:
        if binding.annotation is None:
            continue
        if annotation_text(binding.annotation).startswith(("InitVar[", "dataclasses.InitVar[")):
            return True
        if isinstance(binding.value, ast.Call) and last_name(binding.value) in ("field", "Field"):
            return True
    return False


def _inherited(node: ast.ClassDef, names: Names, local: Mapping[str, ClassFlavor]) -> ClassFlavor:
    for base in node.bases:
        canonical = names.canonical(base)
        known = local.get(canonical)
        if known in _INHERITED:
            return known
        name = canonical.split(".")[-1]
        if known is None and name in _BASES:
            return _BASES[name]
    return ClassFlavor.PLAIN


def _setting(
    node: ast.ClassDef,
    flavor: ClassFlavor,
    decorator: ast.expr | None,
    found: tuple[Binding, ...],
    names: Names,
) -> Setting:
    said = _said(node, decorator)
    config = _pydantic_config(node, decorator, found)
    by_name = ("populate_by_name", "validate_by_name", "allow_population_by_field_name")
    return Setting(
        flavor=flavor,
        owner=node.name,
        keyword_only=is_true(said.get("kw_only")) or _is_strict(decorator, names),
        by_name=any(is_true(config.get(name)) for name in by_name),
        annotated_only=_annotated_only(decorator, said, found, names),
        total=not is_false(said.get("total")),
    )


def _is_strict(decorator: ast.expr | None, names: Names) -> bool:
    return decorator is not None and names.canonical(decorator) == _STRICT


def _said(node: ast.ClassDef, decorator: ast.expr | None) -> dict[str, ast.expr]:
    """The keywords of the deciding decorator, and of the class statement."""
    said = {k.arg: k.value for k in node.keywords if k.arg is not None}
    if isinstance(decorator, ast.Call):
        said |= {k.arg: k.value for k in decorator.keywords if k.arg is not None}
    return said


def _annotated_only(
    decorator: ast.expr | None,
    said: Mapping[str, ast.expr],
    found: Iterable[Binding],
    names: Names,
) -> bool:
    """Whether attrs takes annotated names as fields (`auto_attribs`)."""
    if "auto_attribs" in said and not is_none(said["auto_attribs"]):
        return is_true(said["auto_attribs"])
    if decorator is None:
        return True
    if names.canonical(decorator).split(".")[-1] in ("s", "attrs", "attributes"):
        return False
    return not any(
        b.annotation is None
        and isinstance(b.value, ast.Call)
        and last_name(b.value) in ("field", "ib", "attrib")
        for b in found
    )


def _generates_init(
    flavor: ClassFlavor, decorator: ast.expr | None, found: Iterable[Binding], names: Names
) -> bool:
    if flavor in _WITHOUT_INIT:
        return False
    own = "__new__" if flavor is ClassFlavor.NAMED_TUPLE else "__init__"
    defines = any(b.name == own and not b.place.type_checking for b in found)
    if decorator is not None and flavor is ClassFlavor.ATTRS:
        classic = names.canonical(decorator).split(".")[-1] in ("s", "attrs", "attributes")
        detects = isinstance(decorator, ast.Call) and is_true(keyword(decorator, "auto_detect"))
        defines = defines and (detects or not classic)
    if isinstance(decorator, ast.Call) and is_false(keyword(decorator, "init")):
        return False
    return not defines


def _pydantic_config(
    node: ast.ClassDef, decorator: ast.expr | None, found: Iterable[Binding]
) -> dict[str, ast.expr]:
    """The settings of pydantic's configuration, wherever a class writes them."""
    config: dict[str, ast.expr] = {}
    for binding in found:
        if binding.name in ("model_config", "__pydantic_config__") and binding.value is not None:
            config |= _pairs(binding.value)
        elif binding.name == "Config" and isinstance(binding.node, ast.ClassDef):
            config |= {
                target.id: statement.value
                for statement in binding.node.body
                if isinstance(statement, ast.Assign)
                for target in statement.targets
                if isinstance(target, ast.Name)
            }
    config |= {k.arg: k.value for k in node.keywords if k.arg is not None}
    given = keyword(decorator, "config") if isinstance(decorator, ast.Call) else None
    return config if given is None else config | _pairs(given)


def _pairs(node: ast.expr) -> dict[str, ast.expr]:
    """The keywords of `ConfigDict(…)`, or the items of a dict display."""
    if isinstance(node, ast.Call):
        return {k.arg: k.value for k in node.keywords if k.arg is not None}
    if isinstance(node, ast.Dict):
        keys = [literal_string(key) for key in node.keys]
        return {k: v for k, v in zip(keys, node.values, strict=True) if k is not None}
    return {}


def _forbids_unknown(
    node: ast.ClassDef,
    flavor: ClassFlavor,
    decorator: ast.expr | None,
    found: tuple[Binding, ...],
    names: Names,
) -> bool | None:
    """Whether unknown keywords are refused, None where that is left to others."""
    if flavor is ClassFlavor.TYPED_DICT:
        return False
    if any(_accepts_all(one, names) for one in node.decorator_list):
        return False
    if not flavor.value.startswith("pydantic") and flavor is not ClassFlavor.PLAIN:
        return None
    extra = _pydantic_config(node, decorator, found).get("extra")
    if extra is not None:
        said = literal_string(extra) or last_name(extra)
        return said == "forbid" if said in ("forbid", "allow", "ignore") else None
    if flavor is ClassFlavor.PYDANTIC_DATACLASS:
        plain = decorator is not None and names.canonical(decorator).startswith("pydantic")
        return False if plain else None
    direct = any(names.canonical(base).startswith("pydantic") for base in node.bases)
    return False if flavor is ClassFlavor.PYDANTIC_MODEL and direct else None


def _accepts_all(decorator: ast.expr, names: Names) -> bool:
    """Whether a decorator is `@strict(accept_kwargs=True)`."""
    if not isinstance(decorator, ast.Call) or not _is_strict(decorator, names):
        return False
    return is_true(keyword(decorator, "accept_kwargs"))
