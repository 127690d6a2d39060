"""A new abstract method is not implemented.

What it is: a provider class that the consumer subclasses has a new abstract method, and the
subclass does not define it.

Why it matters: creating an object of the subclass raises TypeError.

Known problems: classes that are abstract themselves are left alone.

Example:
    class Mine(Connector): ...      # 2.0: Connector.close is abstract

What to do: implement the method.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, in_words, since
from ..model import Severity
from ..outcome import Based


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Based) or case.guarded:
        return
    before = dict(case.before.open_methods) if isinstance(case.before, Based) else {}
    for name, owner in case.now.open_methods:
        standing = case.standing(wrong_before=name in before)
        yield Drift(
            symbol=f"{owner}.{name}",
            message=(
                f"`{case.use.enclosing or case.use.text}` does not implement `{name}`, which "
                f"`{owner}` makes abstract in {since(case)}"
            ),
            standing=standing,
            before=in_words(standing, changed="not abstract, or not there", today=""),
            now=f"abstract: {owner}.{name}",
            advice=f"implement `{name}`",
            parameter=name,
            defined_at=case.now.target.defined_at,
        )


KIND = Kind(
    id="abstract-added",
    title="A new abstract method is not implemented",
    severity=Severity.BREAKS,
    check=check,
    by_change=True,
)
