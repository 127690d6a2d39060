"""An override that nothing calls any more.

What it is: the method that the consumer overrides is gone from the provider's class, and the
provider's code calls nothing of that name.

Why it matters: the code still loads and simply stops running: whatever it did is not done.

Known problems: a method that the consumer calls itself is alive and not reported; so is one whose
name the provider still mentions.

Example:
    class Mine(Worker):
        def warm_up(self): ...      # 2.0: Worker has no warm_up and calls none

What to do: move the code to the hook that took its place, or remove it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import Severity
from ..outcome import Overridden
from ..overriding import still_called


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Overridden) or not isinstance(case.before, Overridden):
        return
    if case.now.form is not None or case.before.form is None or case.guarded:
        return
    if case.before.data or case.use.text.startswith("__") or still_called(case):
        return
    dotted = f"{case.before.base}.{case.use.text}"
    yield Drift(
        symbol=dotted,
        message=(
            f"`{case.use.text}` overrides nothing any more: {since(case)} neither has `{dotted}` "
            "nor calls it"
        ),
        standing=Standing.FRESH,
        before=dotted,
        now="gone, and no call of that name in the provider",
        advice="move it to the hook that took its place, or remove it",
    )


KIND = Kind(
    id="override-dead",
    title="An override that nothing calls any more",
    severity=Severity.SILENT,
    check=check,
)
