"""A handler does not catch the exception any more.

What it is: an exception that the called code raises has lost the base class that the handler names.

Why it matters: the exception goes past the `except` and ends the run.

Known problems: exceptions are collected from the called function and the methods of its class that
it calls, four calls deep.

Example:
    try:
        Params(n=n)
    except ValueError: ...      # 2.0: ValidationError(ClientError), no ValueError

What to do: catch the exception itself, or its new base.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import Severity
from ..outcome import Caught


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Caught) or not isinstance(case.before, Caught) or case.guarded:
        return
    handler, before = case.now.handler, dict(case.before.raised)
    for name, bases in case.now.raised:
        if set(case.now.also) & set(bases) or handler not in before.get(name, ()):
            continue
        yield Drift(
            symbol=name,
            message=(
                f"`{name}` is no `{handler}` any more in {since(case)}: this handler does not "
                "catch it"
            ),
            standing=Standing.FRESH,
            before=" < ".join(before[name]),
            now=" < ".join(bases),
            advice=f"catch `{name}` as well",
            parameter=name,
        )


KIND = Kind(
    id="except-base",
    title="A handler does not catch the exception any more",
    severity=Severity.BREAKS,
    check=check,
)
