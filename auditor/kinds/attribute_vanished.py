"""An attribute of an untyped receiver has vanished from the provider.

What it is: code that works on an object of unknown class uses an attribute which the provider
classes that fit it had in the baseline, and none of them has now.

Why it matters: the object comes from the provider at run time, and reading the attribute raises
AttributeError.

Known problems: the classes are told from the attributes that the same function uses, from a test
such as `supports_x(obj)`, or from the name alone where the provider has no other class with it.

Example:
    def forward(self, ids):      # put onto a model with MethodType
        return self.get_embeddings(ids)      # 2.0: every model has embed() instead

What to do: use what took its place; the candidates are named.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, in_words, short, since
from ..model import Evidence, Severity
from ..outcome import Herd
from ..successors import alike, outstanding

_MOST_SHOWN = 4


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Herd) or case.guarded or not case.now.lacking:
        return
    now = case.now
    before = case.before.having if isinstance(case.before, Herd) else ()
    every = not now.having
    shown = ", ".join(f"`{short(name)}`" for name in now.lacking[:_MOST_SHOWN])
    more = f" and {len(now.lacking) - _MOST_SHOWN} more" if len(now.lacking) > _MOST_SHOWN else ""
    standing = case.standing(wrong_before=False)
    how = in_words(standing, changed="has vanished from", today="is missing from")
    yield Drift(
        symbol=now.name,
        message=(
            f"`{now.name}` {how} {'all' if every else 'some'} classes that this code fits: "
            f"{shown}{more} in {since(case)}"
        ),
        standing=standing,
        before=", ".join(before[:6]),
        now=now.why,
        advice=alike(now.successors),
        replacement=outstanding(now.successors) if every else "",
        severity=None if every else Severity.RISK,
        evidence=(Evidence.CANDIDATES,),
    )


KIND = Kind(
    id="attribute-vanished",
    title="An attribute of an untyped receiver has vanished from the provider",
    severity=Severity.BREAKS,
    check=check,
)
