"""A required argument is missing.

What it is: a function, method or constructor has a parameter without default that the call does not
fill.

Why it matters: the call raises TypeError (a pydantic ValidationError for validated classes).

Known problems: after a star argument nothing is certain to be missing.

Example:
    Scheduler(config)      # 2.0: Scheduler(config, block_size) TypeError: missing 'block_size'

What to do: pass it; what the provider passes at its own call sites shows the value.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..bind import FaultForm
from ..forms import faults
from ..judge import Case, Drift, Kind, before_shown, callee, in_words, shown, since
from ..model import Severity
from ..outcome import Called


def check(case: Case) -> Iterator[Drift]:
    for fault, signature, standing in faults(case, FaultForm.MISSING):
        if case.guarded:
            continue
        old = case.before.signature.parameters if isinstance(case.before, Called) else ()
        had = any(p.name == fault.parameter for p in old)
        change = "has no default any more" if had else "is new and has no default"
        how = in_words(standing, changed=change, today="has no default")
        yield Drift(
            symbol=signature.name,
            message=(
                f"`{callee(signature)}` requires `{fault.parameter}` in {since(case)}: it {how}"
            ),
            standing=standing,
            before=before_shown(case),
            now=shown(signature),
            advice=f"pass `{fault.parameter}=`",
            parameter=fault.parameter,
            defined_at=signature.defined_at,
        )


KIND = Kind(
    id="argument-required",
    title="A required argument is missing",
    severity=Severity.BREAKS,
    check=check,
)
