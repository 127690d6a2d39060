"""A call that must be followed by another now.

What it is: the provider has a new method that its own code calls on the same object after the
one that the consumer calls, because that one can give None now, or leaves undone what it did.

Why it matters: the second step is not taken: the next call raises, or a warm-up, a flush or a
sampling step is silently missing.

Known problems: taken from the provider's own call sites, so it is a ranking and not a verdict:
a risk.

Example:
    out = executor.execute(plan)      # 2.0: None; the provider then calls executor.sample(…)

What to do: make the second call as the provider does.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..companions import companions
from ..judge import Case, Drift, Kind, Standing, before_shown, shown, since
from ..model import Evidence, Severity
from ..outcome import Called


def check(case: Case) -> Iterator[Drift]:
    """A call without the ones that the provider makes beside it now."""
    if not isinstance(case.now, Called) or case.guarded:
        return
    found = companions(case)
    if not found:
        return
    names = ", ".join(f"`{name}`" for name in found)
    yield Drift(
        symbol=case.now.signature.name,
        message=(
            f"`{case.now.signature.name}` leaves a step to {names} in {since(case)}, which the "
            f"provider calls beside it and this code does not"
        ),
        standing=Standing.FRESH,
        before=before_shown(case),
        now=shown(case.now.signature),
        advice=f"call {names} on the same object, as the provider's own code does",
        defined_at=case.now.signature.defined_at,
        evidence=(Evidence.CALLERS, Evidence.BODY),
    )


KIND = Kind(
    id="call-unpaired",
    title="A call that must be followed by another now",
    severity=Severity.RISK,
    check=check,
)
