"""What a function gives back, compared between two releases."""

from __future__ import annotations

from .model import FunctionForm, Return, ReturnForm
from .outcome import Called, Consumed, Outcome
from .values import (
    Coroutine,
    ForeignInstance,
    FunctionRef,
    Instance,
    Items,
    Nothing,
    Row,
    Several,
    Table,
    Value,
    bare,
)


def returns_shown(outcome: Outcome | None) -> str:
    """The function's return annotation or exits, in one line."""
    if not isinstance(outcome, Consumed) or outcome.function is None:
        return ""
    facts = outcome.function.facts
    if facts.returns:
        deciding = [way.parameter for way in facts.exits if way.parameter]
        passed = [name for name in deciding if name in outcome.given]
        hangs = f", decided by `{(passed or deciding)[0]}`" if deciding else ""
        return f"{outcome.function.name}(…) -> {facts.returns}{hangs}"
    texts = list(dict.fromkeys(f"return {way.text}" for way in facts.exits))[:3]
    return f"{outcome.function.name}(…): {'; '.join(texts)}" if texts else outcome.function.name


def arity(outcome: Consumed) -> int | None:
    """The length of the tuple that comes; None where it cannot be told."""
    assert outcome.function is not None
    value = _settled(outcome.value)
    if isinstance(value, Row):
        return len(value.items)
    annotation = (outcome.function.facts.returns or "").strip("'\"")
    plain = annotation in ("", "tuple", "Tuple", "typing.Tuple")
    if not plain and not isinstance(value, Several):
        return None
    counts = {way.arity for way in _ways(outcome)}
    return counts.pop() if len(counts) == 1 else None


def _settled(value: Value) -> Value:
    value = bare(value)
    return bare(value.value) if isinstance(value, Coroutine) else value


def _ways(outcome: Consumed) -> list[Return]:
    """The exits that this call can take, by the arguments it passes."""
    assert outcome.function is not None
    return [
        way
        for way in outcome.function.facts.exits
        if way.parameter is None or (way.parameter in outcome.given) is way.when_given
    ]


def may_be_none(outcome: Consumed) -> bool | None:
    """Whether the annotation allows None; None without an annotation."""
    assert outcome.function is not None
    if not outcome.function.facts.returns:
        return None
    value = _settled(outcome.value)
    if isinstance(value, Nothing):
        return True
    return isinstance(value, Several) and any(isinstance(o, Nothing) for o in value.options)


def reshaped(before: Consumed, now: Consumed) -> str | None:
    """In words, how a list became a value; None where it did not."""
    assert now.function is not None
    old, new = _sequence(before), _sequence(now)
    if isinstance(_settled(before.value), Table) and isinstance(_settled(now.value), Instance):
        return "gives an object, not a mapping"
    if old is True and new is False:
        deciding = [w.parameter for w in now.function.facts.exits if w.parameter in now.given]
        if deciding:
            return f"gives the value itself, not a list, when `{deciding[0]}` is passed (as here)"
        return "gives a single value, not a list"
    if old is False and new is True:
        return "gives a list, not a single value"
    return None


def is_steered(outcome: Consumed) -> bool:
    """Whether an argument that is passed decides what comes."""
    return any(way.parameter in outcome.given for way in _ways(outcome) if way.parameter)


def _sequence(outcome: Consumed) -> bool | None:
    """Whether this call gives a list; None where it cannot be told."""
    ways = _ways(outcome)
    steered = {way.form for way in ways if way.parameter is not None}
    if steered in ({ReturnForm.LIST}, {ReturnForm.ITEM}):
        return steered == {ReturnForm.LIST}
    match _settled(outcome.value):
        case Items():
            return True
        case Instance() | Nothing():
            return False
        case ForeignInstance(name="int" | "str" | "float" | "bool"):
            return False
        case Row() | Table() | Several():
            return None
        case _:
            return True if {way.form for way in ways} == {ReturnForm.LIST} else None


def is_async(called: Called) -> bool | None:
    """Whether the called function is a coroutine function; None where it may give an awaitable."""
    function = called.signature.function
    if not isinstance(function, FunctionRef) or function.facts.form is FunctionForm.PROPERTY:
        return False
    facts = function.facts
    if any(word in (facts.returns or "") for word in ("Awaitable", "Coroutine", "Future", "Task")):
        return None
    return facts.is_async and not facts.is_generator
