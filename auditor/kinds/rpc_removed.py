"""A method called by name on the workers is gone.

What it is: a remote call names a method that neither the provider's workers nor the consumer's own
classes have, or passes what it does not take.

Why it matters: the call fails in the worker, and the driver only sees a failed remote call.

Known problems: names that are not written out as a string are not judged.

Example:
    executor.collective_rpc("start_profile")      # 2.0: the workers have `profile`

What to do: call the method by its new name and with its new arguments.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..bind import Fault
from ..judge import Case, Drift, Kind, since
from ..model import Severity
from ..outcome import Remote


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Remote) or case.guarded:
        return
    before = case.before if isinstance(case.before, Remote) else None
    if not case.now.holders and before and before.holders:
        yield Drift(
            symbol=case.now.name,
            message=(
                f"no worker of {since(case)} has `{case.now.name}`, which this remote call names"
            ),
            standing=case.standing(wrong_before=False),
            before=", ".join(before.holders[:3]),
            now="no class has it",
            advice="call it by the name that the workers have now",
        )
    for fault in _faults(case.now):
        yield Drift(
            symbol=case.now.holders[0],
            message=(
                f"`{case.now.holders[0]}` does not fit this remote call in {since(case)}: "
                f"{fault.form} ({fault.parameter})"
            ),
            standing=case.standing(wrong_before=fault in _faults(before)),
            now=case.now.holders[0],
            advice="send what the method takes now",
            parameter=fault.parameter,
        )


def _faults(outcome: Remote | None) -> tuple[Fault, ...]:
    return outcome.binding.faults if outcome and outcome.binding else ()


KIND = Kind(
    id="rpc-removed",
    title="A method called by name on the workers is gone",
    severity=Severity.BREAKS,
    check=check,
)
