"""An override gives nothing where a value is expected now.

What it is: the base's method was annotated to return None and is annotated with a value now; the
consumer's override still returns nothing.

Why it matters: the provider's code takes the value for granted: arithmetic or an attribute of
None raises, far away from the override.

Known problems: only annotations tell; an override that always raises is left alone.

Example:
    class Mine(Worker):
        def warm_up(self): ...      # 2.0: def warm_up(self) -> float

What to do: return what the base returns now.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import Severity
from ..outcome import Overridden


def check(case: Case) -> Iterator[Drift]:
    """An override without a value, where the base has gained one."""
    if not isinstance(case.now, Overridden) or not isinstance(case.before, Overridden):
        return
    now, before = case.now.method, case.before.method
    if now is None or before is None or case.now.gives is not False or case.guarded:
        return
    if before.facts.returns != "None" or now.facts.returns in (None, "None"):
        return
    if "None" in (now.facts.returns or "") or "Optional" in (now.facts.returns or ""):
        return
    yield Drift(
        symbol=now.name,
        message=(
            f"`{case.use.text}` overrides `{now.name}`, which returns {now.facts.returns} in "
            f"{since(case)}; the override returns nothing"
        ),
        standing=Standing.FRESH,
        before=f"{before.name}(…) -> None",
        now=f"{now.name}(…) -> {now.facts.returns}",
        advice=f"return {now.facts.returns}, as the base does",
        defined_at=case.now.defined_at,
    )


KIND = Kind(
    id="override-return",
    title="An override gives nothing where a value is expected now",
    severity=Severity.BREAKS,
    check=check,
)
