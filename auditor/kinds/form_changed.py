"""A name became another kind of thing.

What it is: a class became a function, a method a property, a module a class or the reverse, and the
use does not fit any more.

Why it matters: subclassing a function, calling a property or taking a bound method for a value
raises, or quietly does something else.

Known problems: a class that became a function is reported only where it is subclassed, tested with
isinstance or dereferenced; calling it stays right.

Example:
    class Mine(Fused): ...      # 1.0: a class; 2.0: def Fused(…)

What to do: use it as what it is now.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..forms import misuse
from ..judge import Case, Drift, Kind, Standing, since
from ..model import Severity


def check(case: Case) -> Iterator[Drift]:
    found = misuse(case)
    if found is None or case.guarded:
        return
    yield Drift(
        symbol=found.symbol,
        message=(
            f"`{found.symbol}` is a {found.now} in {since(case)}; it was a {found.before}, and "
            f"{found.use}"
        ),
        standing=Standing.FRESH,
        before=found.before,
        now=found.now,
        advice=f"use it as a {found.now}",
        defined_at=found.defined_at,
    )


KIND = Kind(
    id="form-changed",
    title="A name became another kind of thing",
    severity=Severity.BREAKS,
    check=check,
)
