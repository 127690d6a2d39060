"""What one name of a provider promises in one release, in lines that can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .classes import Member, class_member
from .constructors import signature_of
from .judge import parameters_shown, parts_shown
from .model import Attribute, Class, Function, FunctionForm, Import
from .outcome import Gone, Signature, Unclear
from .places import new_places
from .references import resolve
from .successors import members
from .values import ClassRef, Data, FunctionRef, ModuleRef, Value
from .world import World

_SHORT = 60
_FORMS = {
    FunctionForm.CLASS_METHOD: "@classmethod ",
    FunctionForm.STATIC_METHOD: "@staticmethod ",
    FunctionForm.PROPERTY: "@property ",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """A name in one release.

    `name` is where it is defined, which may be elsewhere than where it was asked for, `form` what
    it is ("class", "function", …; "gone" and "unclear" too), `lines` what it promises. Of a name
    that is gone they say where one like it is.
    """

    name: str
    form: str
    defined_at: str = ""
    lines: tuple[str, ...] = ()


def portrait(world: World, dotted: str) -> Portrait:
    """The portrait of a dotted name: a module, a class, a function, a member, a value."""
    owner, _, last = dotted.rpartition(".")
    holder = resolve(world, owner) if owner and not world.has_module(dotted) else None
    if isinstance(holder, ClassRef):
        found = class_member(world, holder, last)
        if isinstance(found, Member) and isinstance(found.owner, ClassRef):
            return _member(world, found.owner, found)
    return _value(world, dotted, resolve(world, dotted))


def _value(world: World, dotted: str, value: Value | Gone | Unclear) -> Portrait:
    match value:
        case Gone():
            places = tuple(f"# `{name}`" for name, _ in new_places(world, dotted)[:3])
            told = ("# is not there; of that name there is", *places) if places else ()
            return Portrait(name=dotted, form="gone", lines=told or ("# is not there",))
        case ModuleRef(name=name):
            lines = tuple(_entries(members(world, name), own=name))
            return Portrait(name=name, form="module", defined_at=world.path(name), lines=lines)
        case ClassRef():
            return _class(world, value)
        case FunctionRef():
            return _function(world, value)
        case Data():
            text = f"{value.name} = {value.literal}" if value.literal else f"{value.name} = …"
            at = f"{world.path(value.module)}:{value.line}"
            name = f"{value.module}.{value.name}"
            return Portrait(name=name, form="value", defined_at=at, lines=(text,))
        case Unclear(reason=reason):
            return Portrait(name=dotted, form="unclear", lines=(f"# {reason}",))
        case _:
            return Portrait(name=dotted, form="value", lines=("# what it holds is not told",))


def _member(world: World, owner: ClassRef, found: Member) -> Portrait:
    entry = found.entry
    name = f"{owner.name}.{found.name}"
    if isinstance(entry, Class):
        return _class(world, ClassRef(owner.module, f"{owner.qualname}.{entry.name}", entry))
    if isinstance(entry, (Function, Attribute)):
        form = "attribute" if isinstance(entry, Attribute) else _form(entry)
        at = f"{world.path(owner.module)}:{entry.line}"
        lines = tuple(_signature(entry)) if isinstance(entry, Function) else (_line(entry),)
        return Portrait(name=name, form=form, defined_at=at, lines=lines)
    return Portrait(name=name, form="value", lines=("# what it holds is not told",))


def _class(world: World, cls: ClassRef) -> Portrait:
    called = signature_of(world, cls)
    lines = [f"class {cls.qualname}{_bases(cls.facts)}:", *_deprecated(cls.facts)]
    if isinstance(called, Signature):
        lines += _broken(f"{cls.qualname.rpartition('.')[2]}", called)
    else:
        lines.append(f"# how it is called: {called.reason}")
    lines += _entries(members(world, cls.name), own=cls.module)
    at = f"{world.path(cls.module)}:{cls.facts.line}"
    return Portrait(name=cls.name, form="class", defined_at=at, lines=tuple(lines))


def _function(world: World, function: FunctionRef) -> Portrait:
    facts = function.facts
    at = f"{world.path(function.module)}:{facts.line}"
    lines = (*_deprecated(facts), *_signature(facts))
    return Portrait(name=function.name, form=_form(facts), defined_at=at, lines=lines)


def _form(facts: Function) -> str:
    plain = "property" if facts.form is FunctionForm.PROPERTY else str(facts.form)
    return f"async {plain}" if facts.is_async else plain


def _signature(facts: Function) -> Iterator[str]:
    """A `def`, a parameter a line."""
    yield f"{_FORMS.get(facts.form, '')}{'async ' if facts.is_async else ''}def {facts.name}("
    yield from (f"    {part}," for part in parts_shown(facts.parameters))
    yield f"){f' -> {facts.returns}' if facts.returns else ''}"


def _broken(name: str, signature: Signature) -> Iterator[str]:
    """A call, a parameter a line."""
    yield f"{name}("
    yield from (f"    {part}," for part in parts_shown(signature.parameters))
    yield ")"


def _bases(facts: Class) -> str:
    return f"({', '.join(facts.bases)})" if facts.bases else ""


def _deprecated(facts: Class | Function) -> tuple[str, ...]:
    text = " ".join((facts.deprecated or "").split())
    return (f"# deprecated: {text[:200]}",) if text else ()


def _entries(found: dict[str, Attribute | Class | Function | Import], own: str) -> Iterator[str]:
    """What a module or class holds, a line each, by name; dunder names aside."""
    for name, entry in sorted(found.items()):
        is_dunder = name.startswith("__") and name.endswith("__") and name != "__call__"
        if not is_dunder and not (isinstance(entry, Import) and not _is_own(entry, own)):
            yield f"  {_line(entry)}"


def _is_own(entry: Import, own: str) -> bool:
    """Whether an import gives a module's own name to what another one of the package has."""
    return entry.attribute is not None and entry.module.partition(".")[0] == own.partition(".")[0]


def _line(entry: Attribute | Class | Function | Import) -> str:
    match entry:
        case Function():
            given = entry.parameters
            if entry.form not in (FunctionForm.FUNCTION, FunctionForm.STATIC_METHOD):
                given = given[1:]
            returns = f" -> {entry.returns}" if entry.returns else ""
            start = f"{_FORMS.get(entry.form, '')}{'async ' if entry.is_async else ''}def"
            if entry.form is FunctionForm.PROPERTY:
                return f"@property {entry.name}{returns}"
            return f"{start} {entry.name}({parameters_shown(given)}){returns}"
        case Class():
            return f"class {entry.name}{_bases(entry)}"
        case Import():
            return f"{entry.name}  # {entry.module}.{entry.attribute}"
        case Attribute():
            annotation = f": {entry.annotation}" if entry.annotation else ""
            value = " ".join((entry.value or "").split())
            is_short = value and len(value) <= _SHORT and not entry.bound_in
            return f"{entry.name}{annotation}{f' = {value}' if is_short else ''}"
