"""A call gives something of another shape.

What it is: a function that gave a list gives a single value now, or does so when an argument is
passed that this call passes; or the annotated shape has changed.

Why it matters: subscripting or iterating takes the wrong thing apart: an exception later, or a
wrong value.

Known problems: decided from the function's own `return` statements and annotation; a shape that
hangs on more than one argument is not told, nor that a single value that an argument chose is
iterated: it may be a list itself.

Example:
    first = pool.call("state", rank=0)[0]      # 2.0: with rank, the value itself

What to do: use the result as it comes now.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import Evidence, Severity
from ..outcome import Consumed, Consumption
from ..returns import is_steered, reshaped, returns_shown


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Consumed) or not isinstance(case.before, Consumed) or case.guarded:
        return
    if case.now.function is None or case.now.consumption not in (
        Consumption.ITEM,
        Consumption.ITERATE,
        Consumption.UNPACK,
    ):
        return
    words = reshaped(case.before, case.now)
    if words is None or (case.now.consumption is Consumption.ITERATE and is_steered(case.now)):
        return
    yield Drift(
        symbol=case.now.function.name,
        message=(
            f"`{case.now.function.name}` {words} in {since(case)}, and the result is "
            f"{case.now.consumption} here"
        ),
        standing=Standing.FRESH,
        before=returns_shown(case.before),
        now=returns_shown(case.now),
        advice="use the result as it comes now, without taking it apart",
        evidence=(Evidence.BODY,),
    )


KIND = Kind(
    id="return-changed",
    title="A call gives something of another shape",
    severity=Severity.BREAKS,
    check=check,
)
