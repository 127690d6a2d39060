"""A flag of a command that the provider no longer has.

What it is: a script, a container file or a list of words hands a flag to one of the provider's
commands, which knew it in the baseline and does not know it now.

Why it matters: the command ends with "unrecognized arguments" before it does anything, often hours
into a queue.

Known problems: flags are known by the texts in which the provider spells them out. One that may be
made at run time from a class's field of the same name is not told, and neither is one that a
variable of the shell holds.

Example:
    prov serve model --swap 4      # 2.0: there is no --swap

What to do: leave it out, or hand over what took its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..judge import Case, Drift, Kind, Standing, since
from ..model import Severity
from ..outcome import Flag


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Flag) or not isinstance(case.before, Flag):
        return
    if case.now.known or not case.before.known:
        return
    alike = ", ".join(f"`{name}`" for name in case.now.alike)
    yield Drift(
        symbol=case.now.name,
        message=f"no command of {since(case)} knows `{case.now.name}`",
        standing=Standing.FRESH,
        before=f"known to {case.versions.package} {case.versions.before}",
        now="known to no command",
        advice=f"leave it out, or see whether it is {alike} now" if alike else "leave it out",
    )


KIND = Kind(
    id="flag-removed",
    title="A flag of a command that is no longer there",
    severity=Severity.BREAKS,
    check=check,
)
