"""A keyword is taken and dropped without a word.

What it is: a keyword that was a parameter is one no longer, and `**kwargs` (or a validated class
that ignores unknown fields) takes it without reading it.

Why it matters: nothing raises: the value that the consumer passes has no effect any more.

Known problems: a `**kwargs` that is handed on counts as read.

Example:
    build(model, dtype="half")      # 1.0: build(model, dtype); 2.0: build(model, **kwargs), unread

What to do: pass the value where it is read now, or drop the keyword.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..bind import FaultForm
from ..constructors import hands_on_unknown
from ..judge import Case, Drift, Kind, Standing, before_shown, callee, shown, since
from ..model import Severity
from ..outcome import Called
from ..swallowing import is_unread


def check(case: Case) -> Iterator[Drift]:
    if not isinstance(case.now, Called) or not isinstance(case.before, Called) or case.guarded:
        return
    signature = case.now.signature
    unread = [
        argument
        for argument in case.now.binding.swallowed
        if is_unread(case.worlds[0], signature, argument.keyword or "")
    ]
    if signature.forbids_unknown is False and not hands_on_unknown(case.worlds[0], signature):
        faults = case.now.binding.faults
        unread += [f.argument for f in faults if f.form is FaultForm.UNEXPECTED and f.argument]
    then = {a.keyword for a in case.before.binding.filled.values() if a.keyword is not None}
    for argument in unread:
        if argument.keyword in then:
            yield Drift(
                symbol=signature.name,
                message=(
                    f"`{callee(signature)}` takes `{argument.keyword}=` without reading it in "
                    f"{since(case)}: the value has no effect"
                ),
                standing=Standing.FRESH,
                before=before_shown(case),
                now=shown(signature),
                advice=f"find what reads `{argument.keyword}` now, or drop the keyword",
                parameter=argument.keyword or "",
                defined_at=signature.defined_at,
                line=argument.line,
            )


KIND = Kind(
    id="keyword-swallowed",
    title="A keyword is taken and dropped without a word",
    severity=Severity.SILENT,
    check=check,
)
