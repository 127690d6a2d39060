"""A base class builds its objects in another way.

What it is: a provider class that the consumer subclasses has become a dataclass, a validated class or one with another metaclass.

Why it matters: mixing it with another metaclass, or relying on its `__init__`, fails at import or writes the wrong fields.

Known problems: only the change of kind is seen, not whether this subclass suffers from it: a risk.

Example:
    class Mine(Registry, Config): ...      # 2.0: Config is a @strict @dataclass

What to do: build the subclass as the base is built now.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import ClassFlavor, Severity
from ..outcome import Based
from ..values import ClassRef


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Based) or not isinstance(case.before, Based) or case.guarded:
        return
    now, before = case.now.target.value, case.before.target.value
    if not isinstance(now, ClassRef) or not isinstance(before, ClassRef):
        return
    if now.facts.flavor is before.facts.flavor or before.facts.flavor is not ClassFlavor.PLAIN:
        return
    if now.facts.flavor in (ClassFlavor.PLAIN, ClassFlavor.PROTOCOL, ClassFlavor.ENUM):
        return
    yield Drift(
        symbol=now.name,
        message=f"`{now.name}`, a base here, is a {now.facts.flavor} in {since(case)}; it was a plain class",
        standing=Standing.FRESH,
        before="plain class",
        now=str(now.facts.flavor),
        advice="see how the base builds its objects now, and build the subclass likewise",
        defined_at=case.now.target.defined_at,
        severity=Severity.RISK,
    )


KIND = Kind(id="base-reworked", title="A base class builds its objects in another way", severity=Severity.BREAKS, check=check)
