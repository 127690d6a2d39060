"""The constructor parameters that the fields of a class body make, flavour by flavour."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from drift_audit.auditor.model.contract import ClassFlavor, Parameter, ParameterForm

from .expressions import (
    annotation_text,
    is_false,
    is_none,
    is_true,
    keyword,
    last_name,
    literal_string,
    string_items,
    text,
    value_text,
)
from .names import Names
from .scopes import Binding

_SPECIFIERS = ("field", "Field", "ib", "attrib")
_NOTHING = ("MISSING", "NOTHING", "NODEFAULT", "PydanticUndefined", "Undefined")
_MODELS = (ClassFlavor.PYDANTIC_MODEL, ClassFlavor.TYPED_DICT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a class's decorator or keywords say of all its fields."""

    flavor: ClassFlavor
    owner: str
    keyword_only: bool = False
    by_name: bool = False
    annotated_only: bool = True
    total: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field: its parameter, whether the constructor takes it and keeps it.

    `other` is a second keyword that fills it, "" when there is none.
    """

    parameter: Parameter
    in_init: bool = True
    is_init_only: bool = False
    other: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Specified:
    """What a field's value says."""

    default: str | None = None
    in_init: bool = True
    keyword_only: bool | None = None
    alias: str | None = None


def read_fields(found: Iterable[Binding], setting: Setting, names: Names) -> tuple[Field, ...]:
    """The fields of a class body, positional ones first, as its constructor orders them."""
    fields: dict[str, Field] = {}
    keyword_only = setting.keyword_only
    given_later = {decorated for b in found for decorated in _default_of(b)}
    for binding in found:
        if binding.place.type_checking:
            continue
        if binding.annotation is not None and _is_keyword_marker(binding.annotation, names):
            keyword_only = True
        elif _is_field(binding, setting):
            one = _field(binding, setting, names, keyword_only=keyword_only)
            if binding.name in given_later and one.parameter.default is None:
                one = replace(one, parameter=replace(one.parameter, default="..."))
            fields[binding.name] = one
    return in_order(fields.values())


def in_order(fields: Iterable[Field]) -> tuple[Field, ...]:
    """Positional fields first, keyword-only ones behind, each in their own order."""
    last = ParameterForm.KEYWORD_ONLY
    return tuple(sorted(fields, key=lambda one: one.parameter.form is last))


def _default_of(binding: Binding) -> Iterator[str]:
    """The field whose default a method decorated with `@field.default` gives (attrs)."""
    if isinstance(binding.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        for decorator in binding.node.decorator_list:
            match decorator:
                case ast.Attribute(value=ast.Name(id=name), attr="default"):
                    yield name
                case _:
                    pass


def _is_keyword_marker(annotation: ast.expr, names: Names) -> bool:
    return names.canonical(annotation).split(".")[-1] == "KW_ONLY"


def _is_field(binding: Binding, setting: Setting) -> bool:
    picked = setting.flavor is ClassFlavor.ATTRS and not setting.annotated_only
    if picked and not _is_specifier(binding.value):
        return False
    if binding.annotation is None:
        return picked
    hidden = binding.name.startswith("_") or binding.name == "model_config"
    if setting.flavor is ClassFlavor.PYDANTIC_MODEL and hidden:
        return False
    return not _is_class_variable(binding.annotation)


def _is_specifier(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Call) and last_name(value) in _SPECIFIERS


def _is_class_variable(annotation: ast.expr) -> bool:
    quoted = literal_string(annotation)
    if quoted is not None:
        return quoted.strip().split("[")[0].split(".")[-1] == "ClassVar"
    if isinstance(annotation, ast.Subscript) and last_name(annotation) == "Annotated":
        inner = annotation.slice
        first = inner.elts[0] if isinstance(inner, ast.Tuple) and inner.elts else inner
        return last_name(first) == "ClassVar"
    return last_name(annotation) == "ClassVar"


def _field(binding: Binding, setting: Setting, names: Names, *, keyword_only: bool) -> Field:
    annotation = None if binding.annotation is None else annotation_text(binding.annotation)
    said = _specified(binding.value, names)
    if setting.flavor.value.startswith("pydantic") and binding.annotation is not None:
        said = _with_metadata(said, binding.annotation, names)
    if setting.flavor is ClassFlavor.TYPED_DICT:
        said = _typed_dict_field(binding.annotation, setting)
    by_keyword = keyword_only if said.keyword_only is None else said.keyword_only
    by_keyword = by_keyword or setting.flavor in _MODELS
    name, other = _spelled(_mangled(binding.name, setting.owner), said.alias, setting)
    form = ParameterForm.KEYWORD_ONLY if by_keyword else ParameterForm.POSITIONAL_OR_KEYWORD
    return Field(
        parameter=Parameter(name=name, form=form, default=said.default, annotation=annotation),
        in_init=said.in_init,
        is_init_only=annotation is not None and annotation.split("[")[0].endswith("InitVar"),
        other=other,
    )


def _mangled(name: str, owner: str) -> str:
    """The name that a class body really binds: `__x` is the class's own."""
    own = name.startswith("__") and not name.endswith("__") and owner.strip("_")
    return f"_{owner.lstrip('_')}{name}" if own else name


def _spelled(name: str, alias: str | None, setting: Setting) -> tuple[str, str]:
    """The constructor's name for a field, and a second one that it takes as well."""
    if setting.flavor is ClassFlavor.ATTRS:
        return alias or name.lstrip("_"), ""
    if alias is None or not setting.flavor.value.startswith("pydantic"):
        return name, ""
    return alias, name if setting.by_name else ""


def _specified(value: ast.expr | None, names: Names) -> _Specified:
    if value is None:
        return _Specified()
    if not isinstance(value, ast.Call) or not _is_specifier(value):
        return _Specified(default=value_text(value))
    alias = keyword(value, "validation_alias") or keyword(value, "alias")
    by_keyword = keyword(value, "kw_only")
    return _Specified(
        default=_call_default(value, names),
        in_init=not is_false(keyword(value, "init")),
        keyword_only=None if by_keyword is None else is_true(by_keyword),
        alias=literal_string(alias),
    )


def _call_default(call: ast.Call, names: Names) -> str | None:
    factory = keyword(call, "default_factory") or keyword(call, "factory")
    if factory is not None and not is_none(factory):
        return factory_text(factory)
    default = keyword(call, "default")
    if default is None and call.args and last_name(call) != "field":
        default = call.args[0]
    if default is None:
        return None
    if value_text(default) == "..." or last_name(default) in _NOTHING:
        return None
    if isinstance(default, ast.Call) and names.canonical(default) in _FACTORIES and default.args:
        return factory_text(default.args[0])
    return value_text(default)


_FACTORIES = ("attr.Factory", "attrs.Factory")


def factory_text(factory: ast.expr) -> str:
    """What a default factory gives, as text: `list()`, a lambda's body."""
    if isinstance(factory, ast.Lambda):
        return value_text(factory.body)
    return f"{text(factory)}()"


def _with_metadata(said: _Specified, annotation: ast.expr, names: Names) -> _Specified:
    """A default or alias that stands in `Annotated[int, Field(default=1)]`."""
    if last_name(annotation) != "Annotated" or not isinstance(annotation, ast.Subscript):
        return said
    inner = annotation.slice
    for part in inner.elts[1:] if isinstance(inner, ast.Tuple) else []:
        if _is_specifier(part):
            more = _specified(part, names)
            said = replace(
                said, default=said.default or more.default, alias=said.alias or more.alias
            )
    return said


def _typed_dict_field(annotation: ast.expr | None, setting: Setting) -> _Specified:
    """A key that may be left out has the default `...`."""
    qualifier = "" if annotation is None else last_name(annotation)
    required = qualifier == "Required" or (setting.total and qualifier != "NotRequired")
    return _Specified(default=None if required else "...")


def made_by_call(call: ast.Call) -> tuple[Field, ...] | None:
    """The fields of `namedtuple("X", "a b")` and `NamedTuple("X", [("a", int)])`."""
    if len(call.args) < 2:  # noqa: PLR2004 - the name and the fields
        return ()
    listed = call.args[1]
    defaults = keyword(call, "defaults")
    written = literal_string(listed)
    plain = string_items(listed) if written is None else tuple(written.replace(",", " ").split())
    if plain is not None:
        texts: list[str | None] = [None] * len(plain)
        if isinstance(defaults, (ast.Tuple, ast.List)):
            given = [text(e) for e in defaults.elts]
            texts = [*texts[: len(plain) - len(given)], *given]
        return tuple(_positional(n, d, None) for n, d in zip(plain, texts, strict=False))
    pairs = listed.elts if isinstance(listed, (ast.List, ast.Tuple)) else None
    if pairs is None:
        return None
    return tuple(_pair(pair) for pair in pairs)


def _pair(pair: ast.expr) -> Field:
    match pair:
        case ast.Tuple(elts=[ast.Constant(value=str() as name), annotation]):
            return _positional(name, None, annotation_text(annotation))
        case _:
            return _positional("", None, None)


def _positional(name: str, default: str | None, annotation: str | None) -> Field:
    return Field(
        parameter=Parameter(
            name=name,
            form=ParameterForm.POSITIONAL_OR_KEYWORD,
            default=default,
            annotation=annotation,
        )
    )
