"""What a name is, and whether the consumer's use fits it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .bind import Fault, FaultForm
from .judge import Case, Standing
from .model import FunctionForm, UseForm
from .outcome import Based, Called, Overridden, Reached, Signature, TargetForm
from .values import ClassRef, FunctionRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Misuse:
    """A name that became something that the use does not fit."""

    symbol: str
    before: str
    now: str
    use: str
    defined_at: str


def faults(case: Case, *forms: FaultForm) -> Iterator[tuple[Fault, Signature, Standing]]:
    """The call's faults now, each with how it stood in the baseline; none where a form changed."""
    if not isinstance(case.now, Called) or misuse(case) is not None:
        return
    before = case.before.binding.faults if isinstance(case.before, Called) else ()
    for fault in case.now.binding.faults:
        if fault.form in forms:
            yield fault, case.now.signature, case.standing(wrong_before=fault in before)


def misuse(case: Case) -> Misuse | None:
    """The change of form that breaks this use, if there is one."""
    match case.before, case.now:
        case Based() as before, Based() as now:
            if (before.target.form, now.target.form) == (TargetForm.CLASS, TargetForm.FUNCTION):
                return _misuse(
                    now, before, f"is {'tested for' if now.tested else 'subclassed'} here"
                )
        case Overridden() as before, Overridden() as now:
            return _overridden(case, before, now)
        case Called() as before, Called() as now:
            return _called(before, now)
        case Called() as before, Reached() as now:
            return Misuse(
                symbol=now.target.name,
                before=_form_of(before),
                now=str(now.target.form),
                use="is called here",
                defined_at=now.target.defined_at,
            )
        case Reached() as before, Reached() as now:
            return _reached(case, before, now)
        case _:
            pass
    return None


def _called(before: Called, now: Called) -> Misuse | None:
    """A method that was called on the class and needs an object now."""
    old, new = before.signature.function, now.signature.function
    if not isinstance(old, FunctionRef) or not isinstance(new, FunctionRef) or new.bound:
        return None
    static = (FunctionForm.STATIC_METHOD, FunctionForm.CLASS_METHOD)
    if old.facts.form in static and new.facts.form is FunctionForm.METHOD:
        return Misuse(
            symbol=new.name,
            before=str(old.facts.form),
            now="method",
            use="is called on the class here",
            defined_at=now.signature.defined_at,
        )
    return None


def _form_of(called: Called) -> str:
    function = called.signature.function
    return "class" if isinstance(function, ClassRef) else "function"


def _misuse(now: Based | Reached, before: Based | Reached, use: str) -> Misuse:
    return Misuse(
        symbol=now.target.name,
        before=str(before.target.form),
        now=str(now.target.form),
        use=use,
        defined_at=now.target.defined_at,
    )


def _overridden(case: Case, before: Overridden, now: Overridden) -> Misuse | None:
    pair = {before.form, now.form}
    if pair != {TargetForm.METHOD, TargetForm.PROPERTY}:
        return None
    own = TargetForm.PROPERTY if case.use.is_property else TargetForm.METHOD
    if own is not before.form:
        return None
    return Misuse(
        symbol=f"{now.base}.{case.use.text}",
        before=str(before.form),
        now=str(now.form),
        use=f"is overridden as a {own} here",
        defined_at=now.defined_at,
    )


def _reached(case: Case, before: Reached, now: Reached) -> Misuse | None:
    forms = (before.target.form, now.target.form)
    plain = (TargetForm.PROPERTY, TargetForm.DATA)
    if case.use.form is not UseForm.ATTRIBUTE:
        return None
    if forms[0] is TargetForm.METHOD and forms[1] is TargetForm.PROPERTY and case.use.called:
        return _misuse(now, before, "is called here")
    if forms[0] in plain and forms[1] is TargetForm.METHOD and not case.use.called:
        return _misuse(now, before, "is read as a value here")
    return None
