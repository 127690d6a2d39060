"""An override gives nothing, or a plain value, where another is expected now.

What it is: the base's method was annotated to return None and is annotated with a value now; the
consumer's override still returns nothing. Or it was annotated with a number, a text or the like, as
the override is, and is annotated with a class of the provider's now.

Why it matters: the provider's code takes the value for granted: arithmetic or an attribute of
what comes raises, far away from the override.

Known problems: only annotations tell; an override that always raises is left alone.

Example:
    class Mine(Worker):
        def warm_up(self): ...      # 2.0: def warm_up(self) -> float

What to do: return what the base returns now.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import ClassFlavor, Severity
from ..outcome import Overridden
from ..values import ClassRef, FunctionRef
from ..world import World

_PLAIN = ("bool", "bytes", "dict", "float", "int", "list", "str", "tuple")
_RECORDS = (
    ClassFlavor.DATACLASS,
    ClassFlavor.PYDANTIC_DATACLASS,
    ClassFlavor.PYDANTIC_MODEL,
    ClassFlavor.MSGSPEC_STRUCT,
    ClassFlavor.ATTRS,
)


def check(case: Case) -> Iterator[Drift]:
    """An override that returns what the base did before it gave something else."""
    if not isinstance(case.now, Overridden) or not isinstance(case.before, Overridden):
        return
    now, before = case.now.method, case.before.method
    if now is None or before is None or case.guarded:
        return
    given = _given(case.worlds[0], case.now, before.facts.returns, now)
    if not given:
        return
    yield Drift(
        symbol=now.name,
        message=(
            f"`{case.use.text}` overrides `{now.name}`, which returns {now.facts.returns} in "
            f"{since(case)}; the override returns {given}"
        ),
        standing=Standing.FRESH,
        before=f"{before.name}(…) -> {before.facts.returns}",
        now=f"{now.name}(…) -> {now.facts.returns}",
        advice=f"return {now.facts.returns}, as the base does",
        defined_at=case.now.defined_at,
    )


def _given(world: World, override: Overridden, before: str | None, now: FunctionRef) -> str:
    """What the override gives that the base gave and gives no more, "" where they agree."""
    returns = now.facts.returns or "None"
    if "None" in returns or "Optional" in returns:
        return ""
    if before == "None" and override.gives is False:
        return "nothing"
    if before != override.returns or before not in _PLAIN:
        return ""
    made = world.member(now.module, returns.strip("'\""))
    return before if isinstance(made, ClassRef) and _is_record(made, before) else ""


def _is_record(made: ClassRef, plain: str) -> bool:
    """Whether a class is no plain value of its own: it has fields, or no bases at all."""
    if made.facts.flavor is ClassFlavor.NAMED_TUPLE:
        return plain != "tuple"
    bases = {base.rpartition(".")[2] for base in made.facts.bases}
    return not bases or (made.facts.flavor in _RECORDS and not bases & {*_PLAIN})


KIND = Kind(
    id="override-return",
    title="An override gives nothing, or a plain value, where another is expected now",
    severity=Severity.BREAKS,
    check=check,
)
