"""A monkeypatch whose target is gone.

What it is: the consumer replaces an attribute of a provider's module or class that does not exist
any more.

Why it matters: assigning it still works, so nothing raises: the patch is without effect.
`mock.patch` and `setattr` by string raise AttributeError.

Known problems: attributes that the consumer adds of its own accord were not there in the baseline
either, and are not reported.

Example:
    prov.runner.prepare = mine      # 2.0: prov.runner has no prepare

What to do: patch what took its place, or drop the patch.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, gone_now, short, since
from ..model import Severity, UseForm
from ..places import new_places
from ..successors import alike, successors


def check(case: Case) -> Iterator[Drift]:
    found = gone_now(case)
    if found is None or case.use.form is not UseForm.PATCH or found[1] is not Standing.FRESH:
        return
    gone, standing = found
    places = [name for name, _ in new_places(case.worlds[0], gone.dotted)]
    where = f"; `{places[0]}` has that name now" if places else ""
    yield Drift(
        symbol=gone.dotted,
        message=(
            f"the patch of `{gone.dotted}` has no effect in {since(case)}: `{short(gone.owner)}` "
            f"has no `{gone.name}`{where}"
        ),
        standing=standing,
        before=gone.dotted,
        now="gone",
        advice=f"patch `{places[0]}`" if places else alike(successors(case.worlds, gone)),
    )


KIND = Kind(
    id="patch-gone",
    title="A monkeypatch whose target is gone",
    severity=Severity.SILENT,
    check=check,
)
