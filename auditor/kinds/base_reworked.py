"""A base class builds its objects in another way.

What it is: a provider class that the consumer subclasses has become a dataclass, a validated class
or one with another metaclass.

Why it matters: mixing it with another metaclass, or relying on its `__init__`, fails at import or
writes the wrong fields.

Known problems: only the clashes that stand in the sources are seen: a second metaclass, fields in
the wrong order, an `__init__` that is not run, a final class.

Example:
    class Mine(Registry, Config): ...      # 2.0: Config is a @strict @dataclass

What to do: build the subclass as the base is built now.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import Severity
from ..outcome import Based
from ..reworked import reworked


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Based) or not isinstance(case.before, Based) or case.guarded:
        return
    found = reworked(case.worlds[0], case.before, case.now)
    if found is None:
        return
    name = case.now.target.name
    yield Drift(
        symbol=name,
        message=f"`{name}` is {found.now} in {since(case)}, {found.clash}; it was {found.before}",
        standing=Standing.FRESH,
        before=found.before,
        now=found.now,
        advice="see how the base builds its objects now, and build the subclass likewise",
        defined_at=case.now.target.defined_at,
    )


KIND = Kind(
    id="base-reworked",
    title="A base class builds its objects in another way",
    severity=Severity.BREAKS,
    check=check,
)
