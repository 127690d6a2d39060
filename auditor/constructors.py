"""How functions, classes and objects are called."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .classes import Member, class_member, is_enum, line_of, method_of, own_entry
from .model import (
    Class,
    ClassFlavor,
    Function,
    FunctionForm,
    Parameter,
    ParameterForm,
)
from .outcome import Gone, Signature, Unclear
from .values import (
    AnyClass,
    ClassRef,
    FunctionRef,
    Instance,
    OwnClass,
    Value,
)

if TYPE_CHECKING:
    from .world import World


_GENERATED = {
    ClassFlavor.DATACLASS,
    ClassFlavor.PYDANTIC_DATACLASS,
    ClassFlavor.PYDANTIC_MODEL,
    ClassFlavor.MSGSPEC_STRUCT,
    ClassFlavor.NAMED_TUPLE,
    ClassFlavor.ATTRS,
}


_BY_BASE = (ClassFlavor.PYDANTIC_MODEL, ClassFlavor.MSGSPEC_STRUCT)


def signature_of(world: World, value: Value) -> Signature | Unclear:
    """How a function, a class or an object is called, without `self`."""
    match value:
        case FunctionRef(facts=facts):
            return Signature(
                name=value.name,
                parameters=without_self(value),
                function=value,
                source=facts,
                defined_at=f"{world.path(value.module)}:{facts.line}",
            )
        case ClassRef() | OwnClass():
            return constructor(world, value)
        case Instance(cls=cls):
            return _called_instance(world, cls)
        case _:
            return Unclear(reason="what is called is not told")


def hands_on_unknown(world: World, signature: Signature) -> bool:
    """Whether what a generated constructor does not know comes to a `__post_init__(**kwargs)`."""
    if not isinstance(signature.function, ClassRef):
        return False
    member = class_member(world, signature.function, "__post_init__")
    entry = member.entry if isinstance(member, Member) else None
    return isinstance(entry, Function) and any(
        parameter.form is ParameterForm.VAR_KEYWORD for parameter in entry.parameters
    )


def without_self(ref: FunctionRef) -> tuple[Parameter, ...]:
    """The parameters that a call fills."""
    parameters = ref.facts.parameters
    static = ref.facts.form is FunctionForm.STATIC_METHOD
    given = ref.bound and ref.owner is not None and not static
    if given and parameters and parameters[0].form is not ParameterForm.VAR_POSITIONAL:
        return parameters[1:]
    return parameters


def _called_instance(world: World, cls: AnyClass) -> Signature | Unclear:
    """`obj(…)`: its `__call__`, and for a torch module its `forward`."""
    member = class_member(world, cls, "__call__")
    if isinstance(member, Gone) and any(base.endswith("Module") for base in member.outside):
        member = class_member(world, cls, "forward")
    if isinstance(member, Member) and isinstance(member.entry, Function):
        assert isinstance(member.owner, ClassRef)
        return signature_of(world, method_of(member.owner, member.entry, bound=True))
    return Unclear(reason=f"an object of {cls.name} is called by code that no source shows")


def constructor(world: World, cls: AnyClass) -> Signature | Unclear:
    """`Class(…)`: its `__init__`, a generated one, or why it cannot be told."""
    line = line_of(world, cls)
    family = next(
        (
            c.facts.flavor
            for c in line.classes
            if isinstance(c, ClassRef) and c.facts.flavor in _BY_BASE
        ),
        None,
    )
    for owner in line.classes:
        found = (
            _of_own(world, owner)
            if isinstance(owner, OwnClass)
            else _of_class(world, cls, owner, family)
        )
        if found is not None:
            return found
    if line.outside:
        return Unclear(reason=f"the constructor comes from {line.outside[0]}")
    if any(isinstance(c, ClassRef) and is_enum(c) for c in line.classes):
        return Unclear(reason="an enumeration is called with a value")
    return (
        _generated(world, cls, None)
        if isinstance(cls, ClassRef)
        else Unclear(reason="a constructor of the consumer's own")
    )


def _of_own(world: World, owner: OwnClass) -> Unclear | None:
    if own_entry(world, owner, "__init__") is None and not world.own.builds_itself(owner):
        return None
    return Unclear(reason="a constructor of the consumer's own")


def _of_class(
    world: World, cls: AnyClass, owner: ClassRef, family: ClassFlavor | None
) -> Signature | Unclear | None:
    """The constructor that one class of the line gives; None where it leaves it to its bases."""
    init = own_entry(world, owner, "__init__")
    if isinstance(init, Function):
        return _from_init(world, cls, owner, init)
    flavor = owner.facts.flavor
    if flavor is ClassFlavor.TYPED_DICT:
        return _keys(world, cls, owner)
    if owner.facts.generates_init or (family and flavor in (family, ClassFlavor.PLAIN)):
        return _generated(world, owner, family)
    if isinstance(own_entry(world, owner, "__new__"), Function):
        return Unclear(reason=f"{cls.name} is built by a `__new__`")
    return None


def _from_init(world: World, cls: AnyClass, owner: ClassRef, init: Function) -> Signature:
    ref = method_of(owner, init, bound=True)
    return Signature(
        name=f"{cls.name}.__init__" if cls is not owner else f"{owner.name}.__init__",
        parameters=without_self(ref),
        function=ref,
        source=init,
        defined_at=f"{world.path(owner.module)}:{init.line}",
        forbids_unknown=None,
    )


def _keys(world: World, cls: AnyClass, owner: ClassRef) -> Signature:
    """A TypedDict is a plain `dict` at run time: no key is required, and none refused."""
    found = {
        field.name: field
        for each in reversed(line_of(world, cls).classes)
        if isinstance(each, ClassRef)
        for field in _annotated_fields(each.facts)
    }
    keys = [replace(field, default="...") for field in found.values()]
    rest = Parameter(name="kwargs", form=ParameterForm.VAR_KEYWORD)
    return Signature(
        name=owner.name,
        parameters=(*keys, rest),
        function=owner,
        source=None,
        defined_at=f"{world.path(owner.module)}:{owner.facts.line}",
    )


def _generated(world: World, cls: ClassRef, family: ClassFlavor | None) -> Signature:
    """A constructor made of fields: the bases' first, a field said again keeps its place."""
    fields: dict[str, Parameter] = {}
    forbids: bool | None = None
    for owner in reversed(line_of(world, cls).classes):
        if not isinstance(owner, ClassRef):
            continue
        facts = owner.facts
        own = facts.fields if facts.flavor in _GENERATED else ()
        if family and facts.flavor is ClassFlavor.PLAIN:
            own = _annotated_fields(facts)
        for parameter in own:
            fields[parameter.name] = parameter
        if facts.flavor in _GENERATED:
            forbids = facts.forbids_unknown if facts.forbids_unknown is not None else forbids
    ordered = sorted(fields.values(), key=lambda p: p.form is ParameterForm.KEYWORD_ONLY)
    return Signature(
        name=cls.name,
        parameters=tuple(ordered),
        function=cls,
        source=None,
        defined_at=f"{world.path(cls.module)}:{cls.facts.line}",
        forbids_unknown=forbids,
    )


def _annotated_fields(facts: Class) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(
            name=a.name,
            form=ParameterForm.KEYWORD_ONLY,
            default=a.value,
            annotation=a.annotation,
        )
        for a in facts.attributes
        if a.annotation and a.bound_in is None and not a.annotation.startswith("ClassVar")
    )
