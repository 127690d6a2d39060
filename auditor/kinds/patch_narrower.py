"""A replacement accepts less than what it replaces.

What it is: a function of the consumer is put in the place of a provider's, whose signature has
gained a parameter that the replacement does not accept.

Why it matters: the provider calls the replacement with the new argument, and the call raises
TypeError.

Known problems: for a function put onto an untyped object, the provider classes that fit its body
stand for the object.

Example:
    Model.forward = my_forward      # 2.0: forward(self, ids, extra=None)

What to do: accept the new parameter, or `**kwargs`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, parameters_shown, shown, since
from ..model import Severity
from ..outcome import Patched
from ..overriding import is_optional, passes, uncovered, worded


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Patched) or case.guarded:
        return
    if case.now.signature is None or case.now.replacement is None:
        return
    before = case.before if isinstance(case.before, Patched) else None
    old = (
        uncovered(before.signature, before.replacement)
        if before and before.signature and before.replacement
        else ()
    )
    for name, words in uncovered(case.now.signature, case.now.replacement):
        if is_optional(words) and not passes(case.worlds[0], case.now.signature, name):
            continue
        standing = case.standing(wrong_before=name in dict(old))
        yield Drift(
            symbol=case.now.signature.name,
            message=(
                f"the replacement of `{case.now.signature.name}` does not accept `{name}`, which "
                f"it {worded(words, standing)} in {since(case)}"
            ),
            standing=standing,
            before=shown(before.signature) if before and before.signature else "",
            now=shown(case.now.signature),
            advice=(
                f"accept `{name}` (the replacement takes {parameters_shown(case.now.replacement)})"
            ),
            parameter=name,
            defined_at=case.now.signature.defined_at,
        )


KIND = Kind(
    id="patch-narrower",
    title="A replacement accepts less than what it replaces",
    severity=Severity.BREAKS,
    check=check,
    by_change=True,
)
