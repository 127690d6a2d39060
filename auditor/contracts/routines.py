"""A `def` as a contract: its parameters, what its decorators make of it, its body's facts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from drift_audit.auditor.model.contract import (
    Attribute,
    Function,
    FunctionForm,
    Parameter,
    ParameterForm,
)

from .bodies import Body, read_body
from .exits import exits
from .expressions import annotation_text, literal_string, text, value_text
from .names import Names
from .scopes import Routine
from .warned import is_warning, message, tells_deprecation

# fmt: off
_KEEPERS = frozenset((
    "property", "staticmethod", "classmethod", "abstractmethod", "abstractproperty",
    "abstractclassmethod", "abstractstaticmethod", "setter", "getter", "deleter",
    "cached_property", "cache", "lru_cache", "wraps", "singledispatch", "singledispatchmethod",
    "total_ordering", "override", "final", "overload", "no_type_check", "contextmanager",
    "asynccontextmanager", "inference_mode", "no_grad", "enable_grad", "set_grad_enabled",
    "deprecated", "instrument", "instrument_manual", "traced", "run_once",
    "cached_property_with_setter", "field_validator", "model_validator", "validator",
    "root_validator", "field_serializer", "model_serializer", "computed_field", "validate_call",
    "typechecked", "runtime_checkable", "dataclass_transform", "ignore", "export", "unused",
    "script_if_tracing", "disable", "allow_in_graph", "substitute_in_graph", "compile",
    "custom_op", "register_fake", "cache_on_self", "deprecate_args", "deprecate_kwargs",
    "deprecate_kwarg", "support_torch_compile", "auto_docstring", "can_return_tuple",
    "check_model_inputs", "capture_outputs", "merge_with_config_defaults",
    "add_start_docstrings", "add_start_docstrings_to_model_forward",
    "add_code_sample_docstrings", "add_end_docstrings", "replace_return_docstrings",
    "copy_func", "dynamic_rope_update", "use_kernel_forward_from_hub",
    "use_kernel_func_from_hub", "eager_break_during_capture", "with_thread_limit", "default",
    "validates",
))
# fmt: on
"""Decorators, by their last name, behind which a function is called as it is written."""

_PROPERTIES = frozenset(
    ("property", "cached_property", "abstractproperty", "computed_field", "setter", "deleter")
)
_ABSTRACT = re.compile(r"(^|\.)abstract(method|property|classmethod|staticmethod)$")
_DEPRECATED_DOC = re.compile(
    r"^\s*(?:\.\. deprecated::|\W{0,2}deprecated\b\W|note: deprecated).*",
    re.IGNORECASE | re.MULTILINE,
)
_SETTABLE = ("cached_property", "setter")


@dataclass(frozen=True, slots=True, kw_only=True)
class Routinely:
    """A function's contract, and the attributes that its body binds on `self`."""

    function: Function
    binds: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Decorated:
    """What the decorators of a function say."""

    texts: tuple[str, ...]
    canonical: tuple[str, ...]
    form: FunctionForm


def read_routine(node: Routine, *, names: Names, in_class: bool) -> Routinely:
    """The contract of a `def` that stands in a module or a class body."""
    decorated = _decorated(node, names, in_class=in_class)
    parameters = read_parameters(node.args)
    body = read_body(node, receiver=_receiver(decorated.form, parameters))
    function = Function(
        name=node.name,
        line=node.lineno,
        form=decorated.form,
        parameters=parameters,
        returns=None if node.returns is None else annotation_text(node.returns),
        is_async=isinstance(node, ast.AsyncFunctionDef),
        is_generator=body.is_generator,
        is_abstract=any(_ABSTRACT.search(name) for name in decorated.canonical),
        is_stub=body.is_stub,
        decorators=decorated.texts,
        wrapped_by=tuple(_wrappers(decorated)),
        exits=() if body.is_stub or body.is_generator else exits(node),
        raises=body.raises,
        keys=body.keys,
        forwards=body.forwards,
        reads=body.reads,
        warns=body.warns,
        digest=body.digest,
        deprecated=_deprecated(node, names, body),
        setter=any(name.split(".")[-1] in _SETTABLE for name in decorated.canonical),
    )
    return Routinely(function=function, binds=body.binds)


def read_overload(node: Routine) -> tuple[tuple[Parameter, ...], str | None]:
    """The parameters and the return annotation of one overload."""
    returns = None if node.returns is None else annotation_text(node.returns)
    return read_parameters(node.args), returns


def read_parameters(arguments: ast.arguments) -> tuple[Parameter, ...]:
    """All parameters in the order of the source."""
    return tuple(_parameters(arguments))


def _parameters(arguments: ast.arguments) -> Iterator[Parameter]:
    named = ParameterForm.POSITIONAL_OR_KEYWORD
    positional = [(a, ParameterForm.POSITIONAL_ONLY) for a in arguments.posonlyargs]
    positional += [(a, named) for a in arguments.args]
    first_default = len(positional) - len(arguments.defaults)
    for index, (argument, form) in enumerate(positional):
        default = arguments.defaults[index - first_default] if index >= first_default else None
        yield _parameter(argument, form, default)
    if arguments.vararg is not None:
        yield _parameter(arguments.vararg, ParameterForm.VAR_POSITIONAL, None)
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(argument, ParameterForm.KEYWORD_ONLY, default)
    if arguments.kwarg is not None:
        yield _parameter(arguments.kwarg, ParameterForm.VAR_KEYWORD, None)


def _parameter(argument: ast.arg, form: ParameterForm, default: ast.expr | None) -> Parameter:
    annotation = argument.annotation
    return Parameter(
        name=argument.arg,
        form=form,
        default=None if default is None else value_text(default),
        annotation=None if annotation is None else annotation_text(annotation),
    )


def _decorated(node: Routine, names: Names, *, in_class: bool) -> _Decorated:
    canonical = tuple(names.canonical(d) for d in node.decorator_list)
    return _Decorated(
        texts=tuple(text(d) for d in node.decorator_list),
        canonical=canonical,
        form=_form(node.name, canonical, in_class=in_class),
    )


def _form(name: str, canonical: Iterable[str], *, in_class: bool) -> FunctionForm:
    last = {one.split(".")[-1] for one in canonical}
    if last & _PROPERTIES:
        return FunctionForm.PROPERTY
    if not in_class:
        return FunctionForm.FUNCTION
    if last & {"staticmethod", "abstractstaticmethod"} or name == "__new__":
        return FunctionForm.STATIC_METHOD
    implicit = name in ("__init_subclass__", "__class_getitem__")
    validators = {"field_validator", "validator", "root_validator"}
    if implicit or last & ({"classmethod", "abstractclassmethod"} | validators):
        return FunctionForm.CLASS_METHOD
    return FunctionForm.METHOD


def _receiver(form: FunctionForm, parameters: tuple[Parameter, ...]) -> str | None:
    """The name of `self` or `cls`; a function outside of classes has one if it says so."""
    if form is FunctionForm.STATIC_METHOD or not parameters or parameters[0].variadic:
        return None
    first = parameters[0].name
    return first if form is not FunctionForm.FUNCTION or first == "self" else None


def _wrappers(decorated: _Decorated) -> Iterator[str]:
    for written, canonical in zip(decorated.texts, decorated.canonical, strict=True):
        last = canonical.split(".")[-1]
        registers = last.startswith(("register", "_register"))
        routes = last in ("get", "post", "put", "patch", "on_event") and "router" in canonical
        if last not in _KEEPERS and not registers and not routes:
            yield written


def _deprecated(node: Routine, names: Names, body: Body) -> str | None:
    """What says that the whole function goes: a decorator, a warning at top level, its docs."""
    by_decorator = deprecation_decorator(node.decorator_list, names)
    if by_decorator is not None:
        return by_decorator
    if body.warns:
        for statement in node.body:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                said = message(statement.value)
                if is_warning(statement.value) and tells_deprecation(said):
                    return said
    return deprecation_doc(node.body)


def deprecation_decorator(decorators: Iterable[ast.expr], names: Names) -> str | None:
    """The text of a `@deprecated("…")`, None without one."""
    for decorator in decorators:
        if names.canonical(decorator).split(".")[-1] in ("deprecated", "_deprecated"):
            said = message(decorator) if isinstance(decorator, ast.Call) else ""
            return said or "deprecated"
    return None


def deprecation_doc(body: list[ast.stmt]) -> str | None:
    """The line of a docstring that says that its owner is deprecated, None without one."""
    if not body or not isinstance(body[0], ast.Expr):
        return None
    found = _DEPRECATED_DOC.search(literal_string(body[0].value) or "")
    return None if found is None else " ".join(found[0].split())[:300]
