"""Classes of one world: their line of bases, their members, their constructors."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from .editions import ClassEntry, parse_expression
from .model import (
    Attribute,
    Class,
    ClassFlavor,
    Function,
    FunctionForm,
)
from .outcome import Gone, TargetForm, Unclear
from .scope import ANY, Scope, returned
from .swallowing import sets_at_run_time
from .values import (
    AnyClass,
    ClassRef,
    Foreign,
    FunctionRef,
    Instance,
    OwnClass,
    Unknown,
    Value,
    bare,
)

if TYPE_CHECKING:
    from .world import World


@dataclass(frozen=True, slots=True)
class Line:
    """A class and its bases, nearest first; `outside` are bases that no source shows.

    `unsure`: a class of the consumer has such a base, which may come before a provider's.
    """

    classes: tuple[AnyClass, ...]
    outside: tuple[str, ...]
    unsure: bool


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a class, and the class in the line that defines it."""

    owner: AnyClass
    entry: ClassEntry | Value
    name: str


Found: TypeAlias = Member | Gone | Unclear

_LONGEST = 60
_HARMLESS = frozenset(
    [
        "object",
        "ABC",
        "Protocol",
        "Generic",
        "Enum",
        "IntEnum",
        "StrEnum",
        "NamedTuple",
        "Struct",
        "BaseModel",
        "TypedDict",
    ]
)
_OBJECT_MEMBERS = frozenset(dir(object)) | {"__dict__", "__name__", "__qualname__", "__module__"}


def line_of(world: World, cls: AnyClass) -> Line:
    """The class and all its bases, depth first from the left, each once."""
    classes: list[AnyClass] = []
    outside: list[str] = []
    _walk(world, cls, classes, outside)
    unsure = any(
        not isinstance(base, (ClassRef, OwnClass)) and not _is_plain(base)
        for each in classes
        if isinstance(each, OwnClass)
        for base in map(bare, bases_of(world, each))
    )
    return Line(tuple(classes), tuple(dict.fromkeys(outside)), unsure)


def _is_plain(base: Value) -> bool:
    """A base that gives no member of a provider's name."""
    if not isinstance(base, Foreign):
        return False
    last = base.name.rpartition(".")[2]
    return last in _HARMLESS or last == "Module" or last in _BUILTINS


def _walk(world: World, cls: AnyClass, classes: list[AnyClass], outside: list[str]) -> None:
    if cls in classes or len(classes) > _LONGEST:
        return
    classes.append(cls)
    for base in map(bare, bases_of(world, cls)):
        if isinstance(base, (ClassRef, OwnClass)):
            _walk(world, base, classes, outside)
        elif not isinstance(base, Foreign):
            outside.append("a base that is not told")
        elif base.name.rpartition(".")[2] not in _HARMLESS:
            outside.append(base.name)


def bases_of(world: World, cls: AnyClass) -> list[Value]:
    """The values of a class's base expressions."""
    if isinstance(cls, OwnClass):
        return world.own.bases(cls)
    found: list[Value] = []
    for text in cls.facts.bases:
        tree = _base_tree(text)
        if tree is None:
            continue
        value = Scope(world, cls.module).expression(tree)
        if isinstance(value, Unknown) and isinstance(tree, ast.Name) and tree.id in _BUILTINS:
            value = Foreign(tree.id)
        found.append(value)
    return found


_BUILTINS = frozenset(dir(builtins))


def _base_tree(text: str) -> ast.expr | None:
    tree = parse_expression(text)
    if isinstance(tree, ast.Subscript):
        return tree.value
    return tree


def own_entry(world: World, cls: AnyClass, name: str) -> ClassEntry | Value | None:
    """What a class itself (not its bases) says of a name."""
    if isinstance(cls, OwnClass):
        return world.own.entry(cls, name)
    return world.class_index(cls).get(name)


def class_member(world: World, cls: AnyClass, name: str, after: AnyClass | None = None) -> Found:
    """`cls.name` along the line of bases; `after` starts behind that class (`super()`)."""
    line = line_of(world, cls)
    classes = line.classes
    if after is not None and after in classes:
        classes = classes[classes.index(after) + 1 :]
    for owner in classes:
        entry = own_entry(world, owner, name)
        if entry is not None:
            if line.unsure and isinstance(owner, ClassRef):
                return Unclear(reason=f"{line.outside[0]} may come first, and no source shows it")
            return Member(owner, entry, name)
    served = _served(world, classes, name)
    if served:
        return Unclear(reason=served)
    first = classes[0] if classes else cls
    owner_name = next((c.name for c in classes if isinstance(c, ClassRef)), first.name)
    return Gone(owner=owner_name, name=name, owner_form=TargetForm.CLASS, outside=line.outside)


def _served(world: World, classes: tuple[AnyClass, ...], name: str) -> str:
    """Why a name may be there though no class in the line says so; "" where none may."""
    if name in _OBJECT_MEMBERS:
        return "a member that every object has"
    for owner in classes:
        if own_entry(world, owner, "__getattr__") is not None:
            return f"{owner.name} serves names at run time (`__getattr__`)"
        if isinstance(owner, ClassRef) and sets_at_run_time(world, owner):
            return f"{owner.name} sets attributes by computed names"
        if isinstance(owner, ClassRef) and name in _given(owner):
            return f"a member that every {owner.facts.flavor} has"
    return ""


_ENUM = frozenset(
    ["name", "value", "_value_", "__members__", "_missing_", "_member_map_", "_name_"]
)
_MODEL = frozenset(
    [
        "copy",
        "dict",
        "json",
        "construct",
        "parse_obj",
        "parse_raw",
        "schema",
        "schema_json",
        "validate",
    ]
)
_TUPLE = frozenset(dir(tuple)) | {"_asdict", "_replace", "_fields", "_make", "_field_defaults"}


def _given(cls: ClassRef) -> frozenset[str]:
    """Members that a class's flavour gives it."""
    flavor = cls.facts.flavor
    if flavor is ClassFlavor.ENUM or is_enum(cls):
        return _ENUM
    if flavor is ClassFlavor.PYDANTIC_MODEL:
        return _MODEL | _PYDANTIC
    if flavor is ClassFlavor.NAMED_TUPLE:
        return _TUPLE
    if flavor is ClassFlavor.TYPED_DICT:
        return frozenset(dir(dict))
    return frozenset()


_PYDANTIC = frozenset(
    [
        "model_config",
        "model_fields",
        "model_fields_set",
        "model_computed_fields",
        "model_extra",
        "model_construct",
        "model_copy",
        "model_dump",
        "model_dump_json",
        "model_json_schema",
        "model_parametrized_name",
        "model_post_init",
        "model_rebuild",
        "model_validate",
        "model_validate_json",
        "model_validate_strings",
    ]
)


def is_enum(cls: ClassRef) -> bool:
    """Whether a class is an enumeration by its own bases."""
    return any(text.rpartition(".")[2].endswith("Enum") for text in cls.facts.bases)


def member_value(world: World, member: Member, *, bound: bool) -> Value:
    """What reading the member gives, on an instance (`bound`) or on the class."""
    entry, owner = member.entry, member.owner
    if isinstance(owner, OwnClass):
        return world.own.member_value(owner, member.name, bound=bound)
    match entry:
        case Function(form=FunctionForm.PROPERTY):
            ref = method_of(owner, entry, bound=True)
            return returned(world, ref) if bound else ANY
        case Function():
            return method_of(owner, entry, bound=bound)
        case Class():
            return ClassRef(owner.module, f"{owner.qualname}.{entry.name}", entry)
        case Attribute():
            return attribute_value(world, owner, entry)
        case _:
            return ANY


def method_of(owner: ClassRef, entry: Function, *, bound: bool) -> FunctionRef:
    """A class's function as a method; class methods are bound either way."""
    given = bound or entry.form is FunctionForm.CLASS_METHOD
    return FunctionRef(owner.module, f"{owner.qualname}.{entry.name}", entry, owner, given)


def attribute_value(world: World, owner: ClassRef, entry: Attribute) -> Value:
    """What an attribute holds: by its annotation, else by what `__init__` puts there."""
    scope = Scope(world, owner.module, owner)
    if entry.annotation:
        return scope.annotated(entry.annotation)
    if is_enum(owner) and entry.bound_in is None:
        return Instance(owner)
    tree = parse_expression(entry.value) if entry.value else None
    if isinstance(tree, ast.Name) and entry.bound_in:
        annotation = _parameter_type(world, owner, entry.bound_in, tree.id)
        if annotation:
            return scope.annotated(annotation)
    elif tree is not None and (isinstance(tree, ast.Call) or entry.bound_in is None):
        return bare(scope.expression(tree))
    return Unknown(f"{owner.name}.{entry.name} has no type", derived=True)


def _parameter_type(world: World, owner: ClassRef, method: str, name: str) -> str:
    """The annotation of a method's parameter, "" without one."""
    entry = world.class_index(owner).get(method)
    parameters = entry.parameters if isinstance(entry, Function) else ()
    return next((p.annotation for p in parameters if p.name == name and p.annotation), "")
