"""A comment that ignores what is not there.

What it is: the consumer lets a kind of drift be at a line, with `# drift: ignore[kind] reason`, and
nothing of that kind is found there.

Why it matters: the comment outlived what it was written for. It says something of the code that is
not true any more, and the next drift at this line would go by unseen.

Known problems: a drift is there in some releases of a provider and not in others; who holds one
consumer against several of them sees this in some alone. Nothing is told where no provider has a
baseline that it has moved on from, where the use at that line could not be judged, and of a name
that may be a recipe that was not held against the consumer.

Example:
    generate(prompt)  # drift: ignore[keyword-removed] until 2.0 is out

What to do: remove the comment, or the name in its brackets.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing
from ..model import Severity
from ..outcome import Idle


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Idle):
        return
    names = ", ".join(case.now.names)
    yield Drift(
        symbol=names or case.use.text,
        message=f"`{case.use.text}` ignores {names or 'nothing'}: {case.now.why}",
        standing=Standing.UNSURE,
        now=case.now.why,
        advice="remove the comment, or mend the name in its brackets",
    )


KIND = Kind(
    id="ignore-unused",
    title="A comment that ignores what is not there",
    severity=Severity.NOTE,
    check=check,
)
