"""Calls with stars: whether what nobody can know is sure to fit still."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .model import Argument, ArgumentForm, Parameter, ParameterForm
from .outcome import Called, Outcome, Record

_PLACED = (ParameterForm.POSITIONAL_ONLY, ParameterForm.POSITIONAL_OR_KEYWORD)
_NAMED = (ParameterForm.POSITIONAL_OR_KEYWORD, ParameterForm.KEYWORD_ONLY)
_ANY_OTHER = "**"
"""Stands for all the names that no parameter has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What a double star must give and may give, for so many positions, so that a call fits."""

    asked: frozenset[str]
    taken: frozenset[str]

    @property
    def is_open(self) -> bool:
        """Whether there is anything that fits."""
        return self.asked <= self.taken


def hanging(record: Record, before: Outcome | None) -> str:
    """The stars of a call that may hold what fitted the baseline and raises now; "" for none."""
    stars = (ArgumentForm.STAR, ArgumentForm.DOUBLE_STAR)
    arguments = record.use.arguments
    unknown = [argument for argument in arguments if argument.form in stars]
    if (
        record.guarded
        or not unknown
        or not isinstance(record.outcome, Called)
        or not isinstance(before, Called)
    ):
        return ""
    old, new = before.signature.parameters, record.outcome.signature.parameters
    if _fits_still(old, new, arguments):
        return ""
    marks = {ArgumentForm.STAR: "*", ArgumentForm.DOUBLE_STAR: "**"}
    return ", ".join(f"{marks[one.form]}{one.text}" for one in unknown)


def _fits_still(
    old: tuple[Parameter, ...], new: tuple[Parameter, ...], arguments: tuple[Argument, ...]
) -> bool:
    """Whether all that the stars may have held in the baseline fits now."""
    rooms = zip(_rooms(old, arguments, new), _rooms(new, arguments, old), strict=True)
    return all(
        now is not None and now.asked <= was.asked and was.taken <= now.taken
        for was, now in rooms
        if was is not None and was.is_open
    )


def _rooms(
    parameters: tuple[Parameter, ...],
    arguments: tuple[Argument, ...],
    others: tuple[Parameter, ...],
) -> Iterator[Room | None]:
    """The room for each number of positions that the stars may come to; None where none fits."""
    written = sum(argument.form is ArgumentForm.POSITIONAL for argument in arguments)
    most = max(len(parameters), len(others), written) + 1
    is_open = any(argument.form is ArgumentForm.STAR for argument in arguments)
    pool = {parameter.name for parameter in (*parameters, *others)} | {_ANY_OTHER}
    for count in range(written, most + 1 if is_open else written + 1):
        yield _room(parameters, arguments, count, pool)


def _room(
    parameters: tuple[Parameter, ...],
    arguments: tuple[Argument, ...],
    count: int,
    pool: set[str],
) -> Room | None:
    forms = {parameter.form for parameter in parameters}
    places = [p for p in parameters if p.form in _PLACED]
    if count > len(places) and ParameterForm.VAR_POSITIONAL not in forms:
        return None
    filled = {place.name for place in places[:count]}
    named = {p.name for p in parameters if p.form in _NAMED}
    given = {argument.keyword for argument in arguments if argument.keyword is not None}
    takes = pool | given if ParameterForm.VAR_KEYWORD in forms else named
    asked = {p.name for p in parameters if p.required} - filled
    by_place = {p.name for p in places if p.form is ParameterForm.POSITIONAL_ONLY}
    if not given <= takes - (named & filled) or asked & by_place:
        return None
    unknown = any(argument.form is ArgumentForm.DOUBLE_STAR for argument in arguments)
    taken = takes - (named & filled) - given if unknown else set()
    return Room(asked=frozenset(asked - given), taken=frozenset(taken))
