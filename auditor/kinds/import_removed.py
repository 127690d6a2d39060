"""An imported name is gone.

What it is: a module, or a name in one, that the consumer imports no longer exists, and nothing of
that name is defined elsewhere in the provider.

Why it matters: the import raises ImportError, often minutes into a run when it stands inside a
function.

Known problems: names that a module serves at run time (`__getattr__`) can only be told where its
body is literal.

Example:
    from prov.sampling import GuidedParams      # 1.0: there; 2.0: ImportError

What to do: use what took its place; the advice lists names that look like it. Keep both with
try/except ImportError.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, gone_now, in_words, since
from ..model import Severity, UseForm
from ..places import new_places
from ..successors import alike, outstanding, successors


def check(case: Case) -> Iterator[Drift]:
    found = gone_now(case)
    if found is None or case.use.form is not UseForm.IMPORT:
        return
    gone, standing = found
    if new_places(case.worlds[0], gone.dotted):
        return
    where = in_words(standing, changed=f"`{gone.owner}` any more", today=f"`{gone.owner}`")
    candidates = successors(case.worlds, gone)
    yield Drift(
        symbol=gone.dotted,
        message=f"`{gone.name}` is not in {where}: {since(case)} has nothing of that name",
        standing=standing,
        before=f"{gone.dotted}" if case.before else "",
        now=f"ImportError: no `{gone.name}` in `{gone.owner}`",
        advice=alike(candidates),
        replacement=outstanding(candidates),
    )


KIND = Kind(
    id="import-removed", title="An imported name is gone", severity=Severity.BREAKS, check=check
)
