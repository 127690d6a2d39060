"""Which kinds, recipes and paths are meant: `--select` and `--ignore`, checked."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from drift_audit.auditor.audit import chosen_kinds
from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.kinds import kinds
from drift_audit.auditor.model import Finding, Scan

from .model import Recipe

_PATH_MARKS = ("/", "*", ".py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Ids of kinds and recipes, and patterns of paths; an empty `select` means all."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def takes(self, finding: Finding) -> bool:
        """Whether a finding is meant."""
        chosen = not self.select or any(_names(word, finding) for word in self.select)
        return chosen and not any(_names(word, finding) for word in self.ignore)

    def left(self, recipes: Iterable[Recipe]) -> tuple[Recipe, ...]:
        """The recipes that are not ignored."""
        return tuple(recipe for recipe in recipes if recipe.id not in self.ignore)

    def of(self, scan: Scan) -> Scan:
        """The scan with the findings that are meant."""
        return replace(
            scan,
            findings=tuple(f for f in scan.findings if self.takes(f)),
            set_aside=tuple(one for one in scan.set_aside if self.takes(one.finding)),
        )


def selection(select: Sequence[str], ignore: Sequence[str], recipes: Iterable[Recipe]) -> Selection:
    """The selection that words stand for.

    Raises:
        UsageError: a word names no kind and no recipe and looks like no path, or nothing is left.
    """
    words = (*select, *ignore)
    refuse_unknown([w for w in words if not any(mark in w for mark in _PATH_MARKS)], recipes)
    only_kinds = {kind.id for kind in kinds()}
    chosen_kinds(
        tuple(word for word in select if word in only_kinds) if set(select) <= only_kinds else (),
        tuple(word for word in ignore if word in only_kinds),
    )
    return Selection(select=tuple(select), ignore=tuple(ignore))


def refuse_unknown(words: Iterable[str], recipes: Iterable[Recipe]) -> None:
    """Raises UsageError for a word that is the id of no kind and of no recipe."""
    known = [*(kind.id for kind in kinds()), *(recipe.id for recipe in recipes)]
    for word in words:
        if word not in known:
            import difflib

            near = difflib.get_close_matches(word, known, n=3)
            advice = f"Did you mean {', '.join(near)}?" if near else "`drift-audit kind` lists all."
            raise UsageError(f"there is no kind of drift {word!r}", advice)


def _names(word: str, finding: Finding) -> bool:
    path = finding.span.path
    below = path.startswith(word.rstrip("/") + "/")
    return word in (finding.kind, finding.recipe) or below or fnmatch.fnmatch(path, word)
