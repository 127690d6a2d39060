"""More positional arguments than positions.

What it is: a call passes more positional arguments than the signature has positions: a parameter is
gone, or has become keyword-only.

Why it matters: the call raises TypeError.

Known problems: a star argument makes the count unknown, and nothing is said.

Example:
    init_app(client, config, state, args)      # 2.0: init_app(client, state, args)

What to do: drop the argument, or pass it by keyword.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..bind import FaultForm
from ..forms import faults
from ..judge import Case, Drift, Kind, before_shown, callee, shown, since
from ..model import Severity


def check(case: Case) -> Iterator[Drift]:
    for _, signature, standing in faults(case, FaultForm.EXCESS):
        if case.guarded:
            continue
        yield Drift(
            symbol=signature.name,
            message=(
                f"`{callee(signature)}` takes fewer positional "
                f"arguments in {since(case)} than this call passes"
            ),
            standing=standing,
            before=before_shown(case),
            now=shown(signature),
            advice="pass by keyword what is keyword-only, and drop what is not taken",
            defined_at=signature.defined_at,
        )


KIND = Kind(
    id="argument-excess",
    title="More positional arguments than positions",
    severity=Severity.BREAKS,
    check=check,
)
