"""A positional argument binds another parameter.

What it is: a parameter was inserted, removed or moved before the position that the call fills, so
that the same argument now fills another parameter.

Why it matters: where the types let it pass, nothing raises, and the value is taken for something
else.

Known problems: a plain rename at the same position is no shift; it is told by the old name being
gone and the new one being new. A call that did not fit the baseline, or an argument that is named
like the parameter it fills now rather than the one it filled then, was moved on already.

Example:
    with context(meta, config, 0, n):      # 2.0: the second parameter after config is gone

What to do: pass by keyword.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..forms import misuse
from ..judge import Case, Drift, Kind, Standing, before_shown, short, shown, since
from ..model import Argument, ArgumentForm, Severity
from ..outcome import Called

_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Called) or not isinstance(case.before, Called) or case.guarded:
        return
    now, before = case.now, case.before
    if now.binding.faults or before.binding.faults or misuse(case):
        return
    old = {p.name for p in before.signature.parameters}
    new = {p.name for p in now.signature.parameters}
    places = zip(_by_position(now), _by_position(before), strict=False)
    for (name, argument), (earlier, _) in places:
        if earlier == name or (earlier not in new and name not in old):
            continue
        if _likeness(argument.text, name) > _likeness(argument.text, earlier):
            return
        yield Drift(
            symbol=now.signature.name,
            message=(
                f"`{argument.text[:40]}` fills `{name}` in {since(case)}; "
                f"it was meant for `{earlier}`"
            ),
            standing=Standing.FRESH,
            before=before_shown(case),
            now=shown(now.signature),
            advice=f"pass it by keyword to `{short(now.signature.name)}`",
            parameter=name,
            defined_at=now.signature.defined_at,
        )
        return


def _by_position(called: Called) -> list[tuple[str, Argument]]:
    """The parameters that positions fill, in their order, each with what fills it."""
    filled = called.binding.filled.items()
    return [(name, one) for name, one in filled if one.form is ArgumentForm.POSITIONAL]


def _likeness(text: str, parameter: str) -> int:
    """How many words of a parameter's name an argument's text has."""
    return len(_words(text) & _words(parameter))


def _words(text: str) -> set[str]:
    return {word.lower().rstrip("s") for word in _WORD.findall(text)}


KIND = Kind(
    id="argument-shifted",
    title="A positional argument binds another parameter",
    severity=Severity.SILENT,
    check=check,
)
