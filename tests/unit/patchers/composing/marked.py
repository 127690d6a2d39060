"""Sources with the use marked in them: `x = «f(a)»`."""

import re
from dataclasses import dataclass

from drift_audit.auditor.model import Span
from drift_audit.patchers.compose import Composed, compose
from drift_audit.patchers.model import Edit, Operation, Uncarded

_MARKS = re.compile("[«»]")
_LINE_END = re.compile("\r\n|\n|\r")


@dataclass(frozen=True)
class Case:
    """`before` becomes `after`; a mark in `after` says where the use is then."""

    before: str
    operations: tuple[Operation | Uncarded, ...]
    after: str
    given: tuple[tuple[str, str], ...] = ()


def case(before: str, *operations: Operation | Uncarded, after: str, **given: str) -> Case:
    return Case(before=before, operations=operations, after=after, given=tuple(given.items()))


def plain(text: str) -> str:
    return _MARKS.sub("", text)


def span_in(text: str) -> Span:
    """Where the marks are: lines from 1, columns from 1 and in UTF-8 bytes."""
    start, end = text.index("«"), text.index("»")
    line, column = _place(text[:start])
    end_line, end_column = _place(plain(text[:end]))
    return Span(path="m.py", line=line, column=column, end_line=end_line, end_column=end_column)


def _place(text: str) -> tuple[int, int]:
    lines = _LINE_END.split(text)
    return len(lines), len(lines[-1].encode()) + 1


def edits_in(
    text: str, *operations: Operation | Uncarded, given: tuple[tuple[str, str], ...] = ()
) -> list[Edit]:
    span = span_in(text)
    return [Edit(operation=operation, span=span, given=given) for operation in operations]


def composed(text: str, *operations: Operation | Uncarded, **given: str) -> Composed:
    edits = edits_in(text, *operations, given=tuple(given.items()))
    return compose(plain(text).encode(), edits)


def assert_case(it: Case) -> None:
    """The edits do what the case says, and done again they do nothing."""
    edits = edits_in(it.before, *it.operations, given=it.given)
    result = compose(plain(it.before).encode(), edits)
    assert [failure.reason for failure in result.failed] == []
    assert result.deferred == ()
    assert result.after.decode() == plain(it.after), result.after.decode()
    assert result.done == tuple(edits)
    if "«" in it.after:
        again = edits_in(it.after, *it.operations, given=it.given)
        twice = compose(result.after, again)
        assert twice.after.decode() == plain(it.after)
        assert twice.deferred == ()


def reason(text: str, *operations: Operation | Uncarded, **given: str) -> str:
    """Why the edits fail; nothing changes then."""
    result = composed(text, *operations, **given)
    assert result.after.decode() == plain(text)
    assert result.done == ()
    return "; ".join(failure.reason for failure in result.failed)
