"""A name in a string leads nowhere.

What it is: a dotted path in a string, a literal `getattr` or `import_module` names something of the
provider that is gone.

Why it matters: it raises only when the string is used, often in a worker or on a rare path.

Known problems: a string counts only if the baseline knows what it names; without a baseline nothing
is said.

Example:
    Config(worker_cls="prov.worker.Worker")      # 2.0: prov.v2.worker.Worker

What to do: name the new place.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, gone_now, since
from ..model import Severity, UseForm
from ..places import new_places
from ..successors import alike, successors


def check(case: Case) -> Iterator[Drift]:
    found = gone_now(case)
    if found is None or case.use.form is not UseForm.STRING or found[1] is not Standing.FRESH:
        return
    gone, standing = found
    places = [name for name, _ in new_places(case.worlds[0], gone.dotted)]
    where = f"; `{places[0]}` has that name now" if places else ""
    yield Drift(
        symbol=gone.dotted,
        message=(
            f'"{case.use.text}" names nothing in {since(case)}: `{gone.owner}` has no '
            f"`{gone.name}`{where}"
        ),
        standing=standing,
        before=gone.dotted,
        now="gone",
        advice=f'write "{places[0]}"' if places else alike(successors(case.worlds, gone)),
    )


KIND = Kind(
    id="string-gone",
    title="A name in a string leads nowhere",
    severity=Severity.BREAKS,
    check=check,
)
