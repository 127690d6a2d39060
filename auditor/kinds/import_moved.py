"""An imported name lives elsewhere now.

What it is: a module or a name that the consumer imports is gone from its place, and is defined in
another module of the provider.

Why it matters: the import raises ImportError, although all it takes is the new path.

Known problems: when several modules define the name, the nearest to the old place is named first;
they are all listed.

Example:
    from prov.utils import get_open_port      # 2.0: prov.utils.network

What to do: import it from the new place; for both versions, try the new one and fall back on
ImportError.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, gone_now, in_words, since
from ..model import Severity, UseForm
from ..places import new_places


def check(case: Case) -> Iterator[Drift]:
    found = gone_now(case)
    if found is None or case.use.form not in (UseForm.IMPORT, UseForm.ATTRIBUTE):
        return
    gone, standing = found
    places = [name for name, _ in new_places(case.worlds[0], gone.dotted)]
    if not places or gone.owner_form.value != "module":
        return
    others = f" (also in {', '.join(places[1:4])})" if len(places) > 1 else ""
    how = in_words(standing, changed="has moved", today="is not there")
    yield Drift(
        symbol=gone.dotted,
        message=f"`{gone.dotted}` {how}: {since(case)} has it as `{places[0]}`",
        standing=standing,
        before=gone.dotted if case.before else "",
        now=places[0],
        advice=f"import it from `{places[0].rpartition('.')[0]}`{others}",
        replacement=places[0] if len(places) == 1 else "",
    )


KIND = Kind(
    id="import-moved",
    title="An imported name lives elsewhere now",
    severity=Severity.BREAKS,
    check=check,
)
