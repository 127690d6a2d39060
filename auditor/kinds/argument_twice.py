"""A parameter is given twice.

What it is: a parameter was inserted, removed, moved or renamed, so that a position of the call
fills what the call passes by keyword as well.

Why it matters: the call raises TypeError (a pydantic ValidationError for validated classes).

Known problems: what a star holds counts as far as it is written out.

Example:
    render(page, scale=2)      # 2.0: render(scale, page) TypeError: multiple values for 'scale'

What to do: pass by keyword what stands before it too.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..bind import FaultForm
from ..forms import faults
from ..judge import Case, Drift, Kind, before_shown, callee, shown, since
from ..model import Severity


def check(case: Case) -> Iterator[Drift]:
    for fault, signature, standing in faults(case, FaultForm.TWICE):
        if case.guarded:
            continue
        yield Drift(
            symbol=signature.name,
            message=(
                f"`{callee(signature)}` gets `{fault.parameter}` by position and by keyword in "
                f"{since(case)}"
            ),
            standing=standing,
            before=before_shown(case),
            now=shown(signature),
            advice="pass by keyword what stands before it too, by the names of today",
            parameter=fault.parameter,
            defined_at=signature.defined_at,
            line=fault.argument.line if fault.argument else 0,
        )


KIND = Kind(
    id="argument-twice",
    title="A parameter is given twice",
    severity=Severity.BREAKS,
    check=check,
)
