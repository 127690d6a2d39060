"""A keyword is no longer accepted.

What it is: a call passes a keyword argument that the function, method or constructor does not take
any more.

Why it matters: the call raises TypeError (a pydantic ValidationError for validated classes).

Known problems: decorators that are not known to change a signature are taken to keep it.

Example:
    plan(config, specs=specs)      # 2.0: plan(config) TypeError: unexpected keyword 'specs'

What to do: drop the keyword, or pass it where its meaning went; gate it by version when both must
run.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..bind import FaultForm
from ..forms import faults
from ..judge import Case, Drift, Kind, before_shown, callee, in_words, shown, since
from ..model import Severity


def check(case: Case) -> Iterator[Drift]:
    for fault, signature, standing in faults(case, FaultForm.UNEXPECTED):
        if case.guarded or signature.forbids_unknown is False:
            continue
        how = in_words(standing, changed="no longer takes", today="does not take")
        yield Drift(
            symbol=signature.name,
            message=f"`{callee(signature)}` {how} `{fault.parameter}=` in {since(case)}",
            standing=standing,
            before=before_shown(case),
            now=shown(signature),
            advice=f"drop `{fault.parameter}=`, or gate it by version where both must run",
            parameter=fault.parameter,
            defined_at=signature.defined_at,
            line=fault.argument.line if fault.argument else 0,
        )


KIND = Kind(
    id="keyword-removed",
    title="A keyword is no longer accepted",
    severity=Severity.BREAKS,
    check=check,
)
