"""The default of a left-out parameter has changed.

What it is: the call leaves out a parameter whose default is another one now.

Why it matters: the same call does something else; about one in five such changes matters to a given
consumer, so it is a risk to look at, not a verdict.

Known problems: defaults are compared as values where they are literal or name a constant of the
provider, else as text.

Example:
    CacheConfig(block_size=16)      # 2.0: prefix_caching=True by default

What to do: pass the old value explicitly if the consumer relies on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..defaults import same
from ..judge import Case, Drift, Kind, Standing, before_shown, callee, shown, since
from ..model import Parameter, Severity
from ..outcome import Called, Gone
from ..references import resolve
from ..world import World

_NONE = re.compile(r"\b(None|Optional|Any|object)\b")
_DOTTED = re.compile(r"['\"](\w+(?:\.\w+)+)['\"]")


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Called) or not isinstance(case.before, Called) or case.guarded:
        return
    now, before = case.now, case.before
    if not now.agreed:
        return
    old = {p.name: p for p in before.signature.parameters}
    for parameter in now.signature.parameters:
        earlier = old.get(parameter.name)
        if earlier is None or earlier.default is None or parameter.default is None:
            continue
        left_out = now.binding.leaves_out(parameter.name) and before.binding.leaves_out(
            parameter.name
        )
        if not left_out or same(case.worlds, before.signature, earlier, now.signature, parameter):
            continue
        name = callee(now.signature)
        yield Drift(
            symbol=f"{now.signature.name}.{parameter.name}",
            message=(
                f"`{name}` is called without `{parameter.name}`, whose default went from "
                f"`{earlier.default}` to `{parameter.default}` in {since(case)}"
            ),
            standing=Standing.FRESH,
            before=before_shown(case),
            now=shown(now.signature),
            advice=_advice(case.worlds[0], earlier, parameter),
            parameter=parameter.name,
            defined_at=now.signature.defined_at,
        )


def _advice(world: World, before: Parameter, now: Parameter) -> str:
    """To pass the old default, unless today's annotation or package refuses it."""
    takes_none = now.annotation is None or _NONE.search(now.annotation)
    if before.default == "None" and not takes_none:
        return f"`{now.name}` is `{now.annotation}` now: see whether `{now.default}` suits"
    if _leads_nowhere(world, before.default or ""):
        return f"`{before.default}` is gone from the package: see whether `{now.default}` suits"
    return f"pass `{now.name}={before.default}` to keep what the baseline did"


def _leads_nowhere(world: World, default: str) -> bool:
    """Whether a default is the dotted name, in quotes, of what a provider no longer has."""
    named = _DOTTED.fullmatch(default)
    return (
        named is not None
        and world.edition_of(named[1]) is not None
        and isinstance(resolve(world, named[1]), Gone)
    )


KIND = Kind(
    id="default-flipped",
    title="The default of a left-out parameter has changed",
    severity=Severity.RISK,
    check=check,
)
