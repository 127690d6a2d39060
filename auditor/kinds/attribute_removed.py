"""An attribute is gone from a known receiver.

What it is: a module attribute, or a member of an object whose class is known, no longer exists.

Why it matters: reading it raises AttributeError, in a worker often only as a failed remote call.

Known problems: members that a base outside the provider gives are not seen; the baseline decides
then.

Example:
    engine.config.legacy_level      # 1.0: a field of Config; 2.0: AttributeError

What to do: use the member that took its place; the advice lists candidates with their evidence.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, gone_now, in_words, short, since
from ..model import Severity, UseForm
from ..places import new_places
from ..successors import alike, outstanding, successors


def check(case: Case) -> Iterator[Drift]:
    found = gone_now(case)
    if found is None or case.use.form is not UseForm.ATTRIBUTE:
        return
    gone, standing = found
    if gone.owner_form.value == "module" and new_places(case.worlds[0], gone.dotted):
        return
    lack = in_words(standing, changed=f"`{gone.name}` any more", today=f"`{gone.name}`")
    candidates = successors(case.worlds, gone)
    yield Drift(
        symbol=gone.dotted,
        message=f"`{short(gone.owner)}` has no {lack} in {since(case)}",
        standing=standing,
        before=f"{gone.dotted}" if case.before else "",
        now=f"AttributeError: `{short(gone.owner)}` has no `{gone.name}`",
        advice=alike(candidates),
        replacement=outstanding(candidates),
    )


KIND = Kind(
    id="attribute-removed",
    title="An attribute is gone from a known receiver",
    severity=Severity.BREAKS,
    check=check,
)
