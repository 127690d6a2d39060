"""Two signatures side by side: one parameter a row, and how each row differs.

Signatures come as text (`Scheduler(self, block_size: int = 16) -> None`). Words that are no
signature stay words: `compare` answers None, and the report shows them as they are.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

from .spelling import same

_HEAD = re.compile(r"(?:(?:async )?(?:def )|class )?(?P<name>[\w.<>\[\]]*)\s*\(")
_PARAMETER = re.compile(r"(?P<stars>\*{0,2})(?P<name>[^\W\d]\w*)\s*(?:[:=].*)?", re.DOTALL)
_MARKS = ("*", "/", "...", "…")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_FOLD_FROM = 3


class Mark(enum.StrEnum):
    """How a row differs; one that says the same in other words is SAME."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a row; `differs` when the other side has something else there."""

    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the comparison. An empty side has no pieces.

    `focus` marks the parameter that the finding is about; `indented` tells parameters from the
    opening and the closing line.
    """

    mark: Mark
    before: tuple[Piece, ...]
    now: tuple[Piece, ...]
    focus: bool = False
    indented: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Rows that are of less interest, to be shown on demand, and how many of them changed."""

    rows: tuple[Row, ...]
    changed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A signature taken apart; `tail` is what follows the closing bracket."""

    head: str
    parameters: tuple[str, ...]
    tail: str


def parse(text: str) -> Signature | None:
    """Take a signature apart; None for any other words."""
    text = " ".join(text.split())
    head = _HEAD.match(text)
    if head is None:
        return None
    parts = _split(text[head.end() :])
    if parts is None:
        return None
    parameters, rest = parts
    tail = rest.strip().removesuffix(":")
    if tail and not tail.startswith("->"):
        return None
    if not all(part in _MARKS or _PARAMETER.fullmatch(part) for part in parameters):
        return None
    return Signature(head=head[0].strip(), parameters=tuple(parameters), tail=tail)


def name_of(parameter: str) -> str:
    """The bare name of a parameter given as source; a mark (`*`, `/`) is its own name."""
    found = _PARAMETER.fullmatch(parameter)
    return found["name"] if found else parameter


def compare(before: str, now: str, parameter: str = "") -> tuple[Row | Fold, ...] | None:
    """Align two signatures by parameter, `parameter` in focus, the unremarkable rows folded.

    One side may be empty: its rows are then all on the other side, and none counts as differing.
    A lone parameter on each side is one row. None when a side is neither empty nor a signature,
    or when both are empty.
    """
    if _lone(before) and _lone(before) == _lone(now):
        return (_pair(before.strip(), now.strip(), focus=True, indented=False),)
    old, new = parse(before), parse(now)
    if (before and old is None) or (now and new is None):
        return None
    if old is None or new is None:
        alone = old or new
        return (
            None
            if alone is None
            else _fold(list(_alone(alone, parameter, is_before=old is not None)))
        )
    rows = [
        _pair(old.head, new.head, indented=False),
        *_aligned(old.parameters, new.parameters, parameter),
        _pair(_closing(old), _closing(new), indented=False),
    ]
    return _fold(rows)


def _lone(text: str) -> str:
    """The name of a parameter that stands alone with its annotation or default, else ""."""
    stripped = text.strip()
    return name_of(stripped) if set(":=") & set(stripped) and _PARAMETER.fullmatch(stripped) else ""


def _closing(signature: Signature) -> str:
    return f") {signature.tail}".rstrip()


def _split(text: str) -> tuple[list[str], str] | None:
    """The comma-separated parts up to the closing bracket, and what follows it."""
    parts, start, closers, quote = [], 0, [")"], ""
    position = 0
    while position < len(text):
        char = text[position]
        if quote:
            position += char == "\\"
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in _PAIRS:
            closers.append(_PAIRS[char])
        elif char == closers[-1]:
            closers.pop()
            if not closers:
                parts.append(text[start:position])
                return [part.strip() for part in parts if part.strip()], text[position + 1 :]
        elif char == "," and len(closers) == 1:
            parts.append(text[start:position])
            start = position + 1
        position += 1
    return None


def _alone(signature: Signature, parameter: str, *, is_before: bool) -> Iterator[Row]:
    lines = [signature.head, *(f"{each}," for each in signature.parameters)]
    for index, text in enumerate([*lines, _closing(signature)]):
        pieces = (Piece(text=text),)
        inner = 0 < index < len(lines)
        yield Row(
            mark=Mark.SAME,
            before=pieces if is_before else (),
            now=() if is_before else pieces,
            focus=inner and bool(parameter) and name_of(text.removesuffix(",")) == parameter,
            indented=inner,
        )


def _aligned(old: tuple[str, ...], new: tuple[str, ...], parameter: str) -> Iterator[Row]:
    names = [[name_of(each) for each in side] for side in (old, new)]
    matcher = SequenceMatcher(None, names[0], names[1], autojunk=False)
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        if tag == "equal":
            for left, right in zip(old[i:i_end], new[j:j_end], strict=True):
                yield _pair(f"{left},", f"{right},", focus=name_of(left) == parameter)
            continue
        for left in old[i:i_end]:
            pieces = (Piece(text=f"{left},"),)
            focus = name_of(left) == parameter
            yield Row(mark=Mark.REMOVED, before=pieces, now=(), focus=focus)
        for right in new[j:j_end]:
            pieces = (Piece(text=f"{right},"),)
            focus = name_of(right) == parameter
            yield Row(mark=Mark.ADDED, before=(), now=pieces, focus=focus)


def _pair(before: str, now: str, *, focus: bool = False, indented: bool = True) -> Row:
    alike = same(before.removesuffix(","), now.removesuffix(","))
    left, right = ((Piece(text=before),), (Piece(text=now),)) if alike else _pieces(before, now)
    mark = Mark.SAME if alike else Mark.CHANGED
    return Row(mark=mark, before=left, now=right, focus=focus, indented=indented)


def _pieces(before: str, now: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both texts cut into common start, differing middle and common end, at word borders."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(now)
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1

    def cut(tokens: list[str]) -> tuple[Piece, ...]:
        stop = len(tokens) - end
        parts = ((tokens[:start], False), (tokens[start:stop], True), (tokens[stop:], False))
        return tuple(Piece(text="".join(part), differs=flag) for part, flag in parts if part)

    return cut(old), cut(new)


def _fold(rows: list[Row]) -> tuple[Row | Fold, ...]:
    """Hide longer runs of dull rows; a dull row is not in focus, and beside none that is not."""
    some_focus = any(row.focus for row in rows)
    vivid = [
        not row.indented or row.focus or (not some_focus and row.mark is not Mark.SAME)
        for row in rows
    ]
    shown = [
        vivid[i]
        or (rows[max(i - 1, 0)].indented and vivid[max(i - 1, 0)])
        or (rows[min(i + 1, len(rows) - 1)].indented and vivid[min(i + 1, len(rows) - 1)])
        for i in range(len(rows))
    ]
    blocks: list[Row | Fold] = []
    for visible, run in groupby(zip(rows, shown, strict=True), key=lambda pair: pair[1]):
        group = tuple(row for row, _ in run)
        if visible or len(group) < _FOLD_FROM:
            blocks.extend(group)
        else:
            changed = sum(row.mark is not Mark.SAME for row in group)
            blocks.append(Fold(rows=group, changed=changed))
    return tuple(blocks)
