"""Arguments, parameters and names between brackets, with the whitespace and comments around them.

A row is taken apart into its items and the gaps between them, changed, and put together again;
what is not next to a change keeps its bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias, TypeVar

import libcst as cst

Space: TypeAlias = cst.BaseParenthesizableWhitespace
NOTHING = cst.SimpleWhitespace("")
ONE = cst.SimpleWhitespace(" ")
_TWO = cst.SimpleWhitespace("  ")
_PLAIN = cst.Comma(whitespace_after=ONE)
_TAILS = {
    cst.Arg: "whitespace_after_arg",
    cst.Param: "whitespace_after_param",
    cst.ParamSlash: "whitespace_after",
}
_Item = TypeVar("_Item", bound=cst.CSTNode)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Generic[_Item]):
    """Items in brackets.

    `opening` is the space behind the opening bracket, `gaps` are the commas between the items,
    `trailing` is the comma behind the last one, None where there is none, and `closing` the space
    before the closing bracket.
    """

    opening: Space
    items: tuple[_Item, ...]
    gaps: tuple[cst.Comma, ...]
    trailing: cst.Comma | None
    closing: Space

    @classmethod
    def of(cls, items: Sequence[_Item], opening: Space, closing: Space = NOTHING) -> Row[_Item]:
        """Take a row apart; `closing` is what the bracket itself has before it."""
        commas = [getattr(item, "comma", None) for item in items]
        gaps = tuple(c if isinstance(c, cst.Comma) else _PLAIN for c in commas[:-1])
        trailing = commas[-1] if commas else None
        trailing = trailing if isinstance(trailing, cst.Comma) else None
        for item in items[-1:]:
            own = trailing.whitespace_after if trailing else getattr(item, _tail(item), NOTHING)
            closing = closing if own.empty else own
        return cls(
            opening=opening, items=tuple(items), gaps=gaps, trailing=trailing, closing=closing
        )

    def together(self) -> tuple[_Item, ...]:
        """The items with their commas; the last one has the space before the bracket."""
        last = len(self.items) - 1
        return tuple(
            self._last(item) if index == last else _with(item, self.gaps[index], NOTHING)
            for index, item in enumerate(self.items)
        )

    def _last(self, item: _Item) -> _Item:
        if self.trailing is None:
            return _with(item, cst.MaybeSentinel.DEFAULT, self.closing)
        return _with(item, self.trailing.with_changes(whitespace_after=self.closing), NOTHING)

    def inserted(self, index: int, item: _Item) -> Row[_Item]:
        """The row with an item more, on a line of its own where the others have one."""
        items = (*self.items[:index], item, *self.items[index:])
        if not self.items:
            alone = _is_broken(self.opening)
            opening, closing = (NOTHING, self.opening) if alone else (self.opening, self.closing)
            return replace(self, items=items, opening=opening, closing=closing)
        if index < len(self.items):
            return replace(self._before(index), items=items)
        return replace(self._behind(), items=items)

    def noted(self, index: int, comment: cst.Comment) -> Row[_Item]:
        """The row with a comment at the end of an item's line, where that line ends with it."""
        space = self._space(index + 1)
        if not isinstance(space, cst.ParenthesizedWhitespace) or _notes(space):
            return self
        line = space.first_line.with_changes(comment=comment, whitespace=_TWO)
        space = space.with_changes(first_line=line)
        if index == len(self.items) - 1:
            return replace(self, closing=space)
        gap = self.gaps[index].with_changes(whitespace_after=space)
        return replace(self, gaps=(*self.gaps[:index], gap, *self.gaps[index + 1 :]))

    def note(self, index: int) -> cst.Comment | None:
        """The comment behind an item that has a line to itself."""
        before, behind = self._space(index), self._space(index + 1)
        if _is_broken(before) and isinstance(behind, cst.ParenthesizedWhitespace):
            return behind.first_line.comment
        return None

    @property
    def is_broken(self) -> bool:
        """Whether each item has a line to itself."""
        return bool(self.items) and self._one_per_line and _is_broken(self.closing)

    def removed(self, index: int) -> Row[_Item]:
        """The row without an item, and without its line and its comments if it has a line."""
        items = (*self.items[:index], *self.items[index + 1 :])
        before, behind = self._space(index), self._space(index + 1)
        if not items:
            space = _between(before, behind) if _notes(before) or _lines(behind) else NOTHING
            return replace(self, items=(), trailing=None, opening=space, closing=NOTHING)
        if index == len(items):
            closing = _closing_up(before, behind)
            return replace(self, items=items, gaps=self.gaps[:-1], closing=closing)
        space = _between(before, behind)
        gaps = (*self.gaps[:index], *self.gaps[index + 1 :])
        if index == 0:
            return replace(self, items=items, gaps=gaps, opening=space)
        kept = self.gaps[index - 1].with_changes(whitespace_after=space)
        return replace(self, items=items, gaps=(*gaps[: index - 1], kept, *gaps[index:]))

    def _space(self, index: int) -> Space:
        """The space before an item; behind the last one it is that before the bracket."""
        if index == 0:
            return self.opening
        return self.closing if index == len(self.items) else self.gaps[index - 1].whitespace_after

    @property
    def _one_per_line(self) -> bool:
        if len(self.items) == 1:
            return _is_broken(self.opening)
        return all(_is_broken(gap.whitespace_after) for gap in self.gaps)

    def _before(self, index: int) -> Row[_Item]:
        """Room for an item before another."""
        space = self._space(index)
        if not self._one_per_line or not isinstance(space, cst.ParenthesizedWhitespace):
            return replace(self, gaps=(*self.gaps[:index], _PLAIN, *self.gaps[index:]))
        gap = cst.Comma(whitespace_after=_unnoted(space))
        here = space.with_changes(empty_lines=())
        if index == 0:
            return replace(self, opening=here, gaps=(gap, *self.gaps))
        kept = self.gaps[index - 1].with_changes(whitespace_after=here)
        return replace(self, gaps=(*self.gaps[: index - 1], kept, gap, *self.gaps[index:]))

    def _behind(self) -> Row[_Item]:
        """Room for an item behind the last one."""
        comma = self.trailing or cst.Comma()
        if not self._one_per_line:
            return replace(self, gaps=(*self.gaps, comma.with_changes(whitespace_after=ONE)))
        model = self._space(len(self.items) - 1)
        assert isinstance(model, cst.ParenthesizedWhitespace)
        fresh = _unnoted(model).with_changes(empty_lines=())
        if not isinstance(self.closing, cst.ParenthesizedWhitespace):
            gap = comma.with_changes(whitespace_after=fresh)
            return replace(self, gaps=(*self.gaps, gap))
        noted = self.closing.with_changes(last_line=model.last_line, indent=model.indent)
        gap = comma.with_changes(whitespace_after=noted)
        closing = _unnoted(self.closing).with_changes(empty_lines=())
        return replace(self, gaps=(*self.gaps, gap), closing=closing)


def _tail(item: cst.CSTNode) -> str:
    """The field for the space behind an item, "" where its kind has none."""
    return _TAILS.get(type(item), "")


def _with(item: _Item, comma: cst.Comma | cst.MaybeSentinel, space: Space) -> _Item:
    tail = {_tail(item): space} if _tail(item) else {}
    return item.with_changes(comma=comma, **tail)


def _is_broken(space: Space) -> bool:
    return isinstance(space, cst.ParenthesizedWhitespace)


def _notes(space: Space) -> bool:
    """Whether a comment stands at the end of the line that a space ends."""
    return isinstance(space, cst.ParenthesizedWhitespace) and space.first_line.comment is not None


def _lines(space: Space) -> bool:
    """Whether comments stand on lines of their own in a space."""
    return isinstance(space, cst.ParenthesizedWhitespace) and any(
        line.comment for line in space.empty_lines
    )


def _unnoted(space: cst.ParenthesizedWhitespace) -> cst.ParenthesizedWhitespace:
    """The same line break without the comment at the end of the line."""
    line = space.first_line.with_changes(comment=None, whitespace=NOTHING)
    return space.with_changes(first_line=line)


def _between(before: Space, behind: Space) -> Space:
    """The space that is left between two neighbours of an item that goes."""
    if not isinstance(before, cst.ParenthesizedWhitespace):
        return behind if _is_broken(behind) else before
    if not isinstance(behind, cst.ParenthesizedWhitespace):
        return before
    return behind.with_changes(
        first_line=before.first_line,
        empty_lines=(*_apart(before.empty_lines), *behind.empty_lines),
    )


def _closing_up(before: Space, behind: Space) -> Space:
    """The space that is left before the closing bracket when the last item goes."""
    if not isinstance(before, cst.ParenthesizedWhitespace) or _is_broken(behind):
        return _between(before, behind) if _is_broken(behind) else behind
    return before.with_changes(empty_lines=()) if _notes(before) else behind


def _apart(lines: Sequence[cst.EmptyLine]) -> tuple[cst.EmptyLine, ...]:
    """The lines that a blank one parts from what follows: they do not belong to it."""
    blank = [index for index, line in enumerate(lines) if line.comment is None]
    return tuple(lines[: blank[-1] + 1]) if blank else ()
