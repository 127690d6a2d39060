"""A result can be None now.

What it is: the return annotation has gained `| None`, and the use dereferences, subscripts or
unpacks the result without a test.

Why it matters: where the provider does return None, the use raises; a protocol may have changed (a
second call may be due).

Known problems: whether None can come up here is not known: a risk.

Example:
    output = executor.execute(plan)
    output.tokens      # 2.0: execute(…) -> Output | None

What to do: test for None, and see what the provider expects then.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import Severity
from ..outcome import Consumed
from ..returns import may_be_none, returns_shown


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Consumed) or not isinstance(case.before, Consumed) or case.guarded:
        return
    if (
        case.now.function is None
        or not may_be_none(case.now)
        or may_be_none(case.before) is not False
    ):
        return
    yield Drift(
        symbol=case.now.function.name,
        message=(
            f"`{case.now.function.name}` can return None in {since(case)}, and the result is "
            f"{case.now.consumption} here without a test"
        ),
        standing=Standing.FRESH,
        before=returns_shown(case.before),
        now=returns_shown(case.now),
        advice="test for None, and see what the provider does then at its own call sites",
    )


KIND = Kind(
    id="return-optional", title="A result can be None now", severity=Severity.RISK, check=check
)
