"""A returned tuple has another length.

What it is: a function returns a tuple of another length, and the use unpacks it into a fixed number
of names.

Why it matters: unpacking raises ValueError: too many values, or not enough.

Known problems: the length is taken from the return annotation, else from the `return` statements
where all agree.

Example:
    blocks, n = manager.get_blocks(request)      # 2.0: a tuple of three

What to do: unpack what comes now, with a star for what may follow.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, since
from ..model import Severity
from ..outcome import Consumed, Consumption
from ..returns import arity, returns_shown


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Consumed) or case.now.consumption is not Consumption.UNPACK:
        return
    if case.now.count is None or case.guarded or case.now.function is None:
        return
    count = arity(case.now)
    if count is None or count == case.now.count:
        return
    old = arity(case.before) if isinstance(case.before, Consumed) else None
    yield Drift(
        symbol=case.now.function.name,
        message=(
            f"`{case.now.function.name}` returns {count} values in {since(case)}; {case.now.count} "
            "are unpacked here"
        ),
        standing=case.standing(wrong_before=None if old is None else old != case.now.count),
        before=returns_shown(case.before),
        now=returns_shown(case.now),
        advice=f"unpack {count} values",
    )


KIND = Kind(
    id="return-arity",
    title="A returned tuple has another length",
    severity=Severity.BREAKS,
    check=check,
)
