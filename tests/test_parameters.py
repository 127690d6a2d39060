"""Changes of parameters, judged by a scan and by the interpreter: the two must agree.

Signatures are drawn at random or taken from the standard library, and changed as releases change
them. Calls that bound before are written into a consumer, and scanned with both releases of the
provider; `inspect.signature(…).bind`, and the call itself, say which of them raise now. What stands
behind a star that nobody can know is tried in all that it may hold: a scan may then say no more
than holds for each.

`DRIFT_AUDIT_EXAMPLES` asks for so many examples; the default is a few hundred.
"""

import enum
import inspect
import itertools
import os
from collections.abc import Callable, Iterator

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from drift_audit.auditor.judge import parameters_shown
from drift_audit.auditor.model import Severity
from drift_audit.auditor.scan import scan_trees

from .signatures import LATER, NAMES, Call, Signature, calls, changed, signatures
from .test_kinds import distribution

EXAMPLES = int(os.environ.get("DRIFT_AUDIT_EXAMPLES", "300"))
CALLEES = {
    "function": ("def f({0}): return 0", "f"),
    "method": ("class T:\n    def f(self, {0}): return 0", "T().f"),
    "class method": ("class T:\n    @classmethod\n    def f(cls, {0}): return 0", "T.f"),
    "static method": ("class T:\n    @staticmethod\n    def f({0}): return 0", "T.f"),
    "constructor": ("class T:\n    def __init__(self, {0}): pass", "T"),
}
"""How a provider defines what is called, and how a consumer names it."""

Bound = dict[str, object] | None
Binds = Callable[[tuple[int, ...], dict[str, int]], Bound]
"""What a call gives each parameter whose stars hold these values; None where it raises."""


class Fate(enum.Enum):
    """What becomes of a call that bound before, whatever its stars hold."""

    FITS = "it binds"
    RAISES = "it raises"
    HANGS = "it hangs on what a star holds"


RIGHT = {
    (Fate.FITS, False): {"fits", "silent"},
    (Fate.RAISES, False): {"breaks"},
    (Fate.FITS, True): {"fits", "silent"},
    (Fate.HANGS, True): {"unjudged", "silent"},
    (Fate.RAISES, True): {"breaks", "unjudged", "silent"},
}
"""What may be said of a call, by its fate and by whether it has stars that nobody can know."""


def source(form: str, signature: Signature) -> str:
    text = CALLEES[form][0].format(parameters_shown(signature))
    return text.replace("(self, )", "(self)").replace("(cls, )", "(cls)") + "\n"


def binder(code: str, callee: str, call: Call) -> Binds:
    """The call as the interpreter binds it to what the provider's code defines."""
    space: dict[str, object] = {}
    exec(code, space)
    target = eval(callee, space)
    bind = inspect.signature(target).bind
    run = eval(f"lambda target, rest, more: target({call.text})")

    def binds(rest: tuple[int, ...], more: dict[str, int]) -> Bound:
        try:
            bound: inspect.BoundArguments = run(bind, rest, more)
        except TypeError:
            return made(rest, more)
        return bound.arguments

    def made(rest: tuple[int, ...], more: dict[str, int]) -> Bound:
        """The call itself: before Python 3.13, `bind` refuses some that are taken by `**kwargs`."""
        try:
            return {"given": run(target, rest, more)}
        except (TypeError, KeyError):  # of a keyword that comes twice, some Pythons say the latter
            return None

    return binds


def contents(call: Call, names: set[str]) -> Iterator[tuple[tuple[int, ...], dict[str, int]]]:
    """All that the unknown stars of a call may hold."""
    counts = range(len(names) + 1) if call.rest else [0]
    sizes = range(len(names) + 1) if call.more else [0]
    for count in counts:
        for size in sizes:
            for chosen in itertools.combinations(sorted(names), size):
                yield (7,) * count, dict.fromkeys(chosen, 7)


def fate(before: Binds, now: Binds, call: Call, names: set[str]) -> Fate | None:
    """What becomes of the call; None where it never bound."""
    seen = set()
    for rest, more in contents(call, names):
        if before(rest, more) is not None:
            seen.add(now(rest, more) is not None)
        if len(seen) > 1:
            return Fate.HANGS
    if not seen:
        return None
    return Fate.FITS if seen == {True} else Fate.RAISES


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.data(), st.sampled_from(sorted(CALLEES)), signatures())
def test_agrees_with_the_interpreter(data: st.DataObject, form: str, old: Signature) -> None:
    new = data.draw(changed(old))
    drawn = data.draw(st.lists(calls(old), min_size=1, max_size=6))
    then, today = source(form, old), source(form, new)
    callee = CALLEES[form][1]
    names = {p.name for p in (*old, *new)} | {NAMES[0], LATER[0]}
    kept: list[tuple[Call, Fate]] = []
    lines = [f"from prov import {callee.partition('.')[0].rstrip('()')}", "def use(rest, more):"]
    for call in drawn:
        found = fate(binder(then, callee, call), binder(today, callee, call), call, names)
        if found is not None:
            kept.append((call, found))
            lines.append(f"    {callee}({call.text})")
            event(found.value)
    if not kept:
        return
    consumer = "\n".join(lines) + "\n"
    scan = scan_trees(
        distribution("consumer", "", {"consumer.py": consumer.encode()}),
        distribution("prov", "2.0", {"prov/__init__.py": today.encode()}),
        distribution("prov", "1.0", {"prov/__init__.py": then.encode()}),
        package="prov",
    )
    said = {u.line: "unjudged" for u in scan.coverage.unjudged}
    for severity in (Severity.SILENT, Severity.BREAKS):
        said |= {f.span.line: str(f.severity) for f in scan.findings if f.severity is severity}
    for line, (call, found) in enumerate(kept, start=3):
        word = said.get(line, "fits")
        shown = f"{call.text}: {found}\n{then}{today}{scan.findings}"
        assert word in RIGHT[found, call.has_unknown], shown
        if word == "silent" and not call.has_unknown:
            bound = [binder(code, callee, call)((), {}) for code in (then, today)]
            assert bound[0] != bound[1], shown
