"""An environment variable that nothing reads any more.

What it is: the consumer sets or reads an environment variable that the provider's code named in the
baseline and does not name now.

Why it matters: setting it has no effect, and nothing says so.

Known problems: names that are put together at run time are not seen.

Example:
    os.environ["PROV_ENGINE"] = "1"      # 2.0: no code reads it

What to do: remove it, or set what took its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import Severity
from ..outcome import Variable


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Variable) or not isinstance(case.before, Variable) or case.guarded:
        return
    if case.now.known or not case.before.known:
        return
    yield Drift(
        symbol=case.now.name,
        message=f"no code of {since(case)} reads `{case.now.name}`",
        standing=Standing.FRESH,
        before=f"read by {case.versions.package} {case.versions.before}",
        now="read by no code",
        advice="remove it, or set what took its place",
    )


KIND = Kind(
    id="environment-inert",
    title="An environment variable that nothing reads any more",
    severity=Severity.RISK,
    check=check,
)
