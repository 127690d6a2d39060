"""Match a call's arguments to a signature, as the interpreter would: pure, and the heart of it."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field

from .model import Argument, ArgumentForm, Parameter, ParameterForm


class FaultForm(enum.StrEnum):
    """Why a call does not fit; the sentence takes the parameter's name."""

    UNEXPECTED = "no parameter takes the keyword"
    MISSING = "a required parameter is not given"
    EXCESS = "more positional arguments than positions"
    TWICE = "a parameter is given twice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One reason why a call raises; `parameter` is "" for EXCESS."""

    form: FaultForm
    parameter: str
    argument: Argument | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """Where each argument went.

    `filled` maps parameters to arguments; `swallowed` are keywords that `**kwargs` took. With a
    star argument (`open_positions`) or a double star (`open_keywords`) what is not filled may
    still be, so that nothing is missing for certain.
    """

    faults: tuple[Fault, ...]
    filled: dict[str, Argument]
    swallowed: tuple[Argument, ...]
    open_positions: bool
    open_keywords: bool

    def leaves_out(self, name: str) -> bool:
        """Whether this parameter certainly takes its default."""
        return name not in self.filled and not self.open_positions and not self.open_keywords


_POSITIONAL = (ParameterForm.POSITIONAL_ONLY, ParameterForm.POSITIONAL_OR_KEYWORD)
_NAMED = (ParameterForm.POSITIONAL_OR_KEYWORD, ParameterForm.KEYWORD_ONLY)


def bind(parameters: Iterable[Parameter], arguments: Iterable[Argument]) -> Binding:
    """Bind `arguments` to `parameters` (without `self`), keeping every fault."""
    parameters, arguments = tuple(parameters), tuple(arguments)
    faults: list[Fault] = []
    filled: dict[str, Argument] = {}
    open_positions = _fill_positions(parameters, arguments, filled, faults)
    swallowed = _fill_keywords(parameters, arguments, filled, faults)
    open_keywords = any(a.form is ArgumentForm.DOUBLE_STAR for a in arguments)
    for parameter in parameters:
        if not parameter.required or parameter.name in filled:
            continue
        by_star = open_positions and parameter.form in _POSITIONAL
        by_name = open_keywords and parameter.form in _NAMED
        if not by_star and not by_name:
            faults.append(Fault(form=FaultForm.MISSING, parameter=parameter.name))
    return Binding(
        faults=tuple(faults),
        filled=filled,
        swallowed=swallowed,
        open_positions=open_positions,
        open_keywords=open_keywords,
    )


def _fill_positions(
    parameters: tuple[Parameter, ...],
    arguments: tuple[Argument, ...],
    filled: dict[str, Argument],
    faults: list[Fault],
) -> bool:
    """Hand out positional arguments; True once a star argument makes later ones unknown."""
    places = iter([p for p in parameters if p.form in _POSITIONAL])
    takes_more = any(p.form is ParameterForm.VAR_POSITIONAL for p in parameters)
    for argument in arguments:
        if argument.form is ArgumentForm.STAR:
            return True
        if argument.form is not ArgumentForm.POSITIONAL:
            continue
        place = next(places, None)
        if place is not None:
            filled[place.name] = argument
        elif not takes_more:
            faults.append(Fault(form=FaultForm.EXCESS, parameter="", argument=argument))
            return False
    return False


def _fill_keywords(
    parameters: tuple[Parameter, ...],
    arguments: tuple[Argument, ...],
    filled: dict[str, Argument],
    faults: list[Fault],
) -> tuple[Argument, ...]:
    """Hand out keyword arguments; what only `**kwargs` takes is given back."""
    named = {p.name for p in parameters if p.form in _NAMED}
    takes_any = any(p.form is ParameterForm.VAR_KEYWORD for p in parameters)
    swallowed: list[Argument] = []
    for argument in arguments:
        if argument.form is not ArgumentForm.KEYWORD or argument.keyword is None:
            continue
        name = argument.keyword
        if name in named and name in filled:
            faults.append(Fault(form=FaultForm.TWICE, parameter=name, argument=argument))
        elif name in named:
            filled[name] = argument
        elif takes_any:
            swallowed.append(argument)
        else:
            faults.append(Fault(form=FaultForm.UNEXPECTED, parameter=name, argument=argument))
    return tuple(swallowed)
