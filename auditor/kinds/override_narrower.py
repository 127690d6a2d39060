"""An override accepts less than its base.

What it is: a method that the consumer overrides has gained a parameter in the provider, which the
override does not accept.

Why it matters: the provider's code calls the override with the new argument, and the call raises
TypeError.

Known problems: where no call in the provider's sources passes the new parameter, or no baseline
shows that it is new, it is a note.

Example:
    class Mine(Platform):
        def backend(self, name): ...      # 2.0: the provider calls backend(name, dtype=…)

What to do: accept the new parameter, or `**kwargs`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, parameters_shown, shown, since
from ..model import Evidence, Severity
from ..outcome import Overridden
from ..overriding import lacking


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Overridden) or case.now.method is None or case.guarded:
        return
    for gap in lacking(case):
        base = gap.base
        yield Drift(
            symbol=base.name,
            message=(
                f"`{case.use.text}` overrides `{base.name}`, which {gap.words} in {since(case)}; "
                f"the override does not accept it"
            ),
            standing=gap.standing,
            before=gap.base_before,
            now=shown(base),
            advice=f"accept `{gap.parameter}` (the override takes {parameters_shown(gap.own)})",
            parameter=gap.parameter,
            defined_at=base.defined_at,
            severity=None if gap.called_with else Severity.NOTE,
            evidence=(Evidence.CALLERS,) if gap.called_with else (),
        )


KIND = Kind(
    id="override-narrower",
    title="An override accepts less than its base",
    severity=Severity.BREAKS,
    check=check,
    by_change=True,
)
