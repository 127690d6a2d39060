"""A function became a coroutine, or stopped being one.

What it is: a function is `async def` now and its result is not awaited here, or it is no coroutine
any more and is awaited.

Why it matters: an unawaited coroutine never runs (a warning at most); awaiting a plain value raises
TypeError.

Known problems: an awaitable returned by a plain function is only told by its annotation.

Example:
    engine.abort(request)      # 2.0: async def abort

What to do: await it, or stop awaiting it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import Severity, UseForm
from ..outcome import Called
from ..returns import is_async


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Called) or not isinstance(case.before, Called) or case.guarded:
        return
    now, before = is_async(case.now), is_async(case.before)
    if (
        case.use.form is not UseForm.CALL
        or now is before
        or None in (now, before)
        or case.use.handed_on
    ):
        return
    if now is case.use.awaited:
        return
    how = "a coroutine" if now else "no coroutine any more"
    yield Drift(
        symbol=case.now.signature.name,
        message=(
            f"`{case.now.signature.name}` is {how} in {since(case)}, and this call is "
            f"{'not ' if now else ''}awaited"
        ),
        standing=Standing.FRESH,
        before=f"{'def' if now else 'async def'} {case.before.signature.name}",
        now=f"{'async def' if now else 'def'} {case.now.signature.name}",
        advice="await it" if now else "do not await it",
        defined_at=case.now.signature.defined_at,
    )


KIND = Kind(
    id="became-async",
    title="A function became a coroutine, or stopped being one",
    severity=Severity.BREAKS,
    check=check,
)
