"""A test for releases that are no longer supported.

What it is: the consumer asks the provider for its version, for a member, for a parameter, or tries
an import, and the answer is the same in every release that its metadata asks for.

Why it matters: one of the two branches never runs. It is read, tested and carried along for
nothing, and it hides which release the code is written for.

Known problems: a consumer that declares no range of the provider is not judged. Of the version all
is told by the range. Of a member, a parameter or an import only what the provider and the baseline
have is seen: one of them must be the oldest release that is asked for, and what lies between is
taken to be the same. What is in none of them may come in a later one, and is told only where the
range has no later one, or an older baseline had it. Two tests in one (`and`, `or`), flags that are
set by a test, and imports that fall back on something of the consumer's own are left alone.

Example:
    # pyproject.toml: dependencies = ["prov>=2.0"]
    if Version(prov.__version__) >= Version("1.5"):   # in 2.0 and later always true
        prov.run(tokens)
    else:
        prov.run_all(tokens)

What to do: keep the branch that runs, and drop the test. `drift-audit fix` does.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing
from ..model import Severity
from ..outcome import Tested


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Tested):
        return
    always = "always" if case.now.holds else "never"
    it = "the import" if case.use.text == "try" else "the test"
    comes = "succeeds" if case.use.text == "try" else "holds"
    yield Drift(
        symbol=case.now.name,
        message=f"{it} {always} {comes}: {case.now.why}",
        standing=Standing.UNSURE,
        now=f"{always} so",
        advice="keep the branch that runs, and drop the test",
    )


KIND = Kind(
    id="stale-gate",
    title="A test for releases that are no longer supported",
    severity=Severity.NOTE,
    check=check,
)
