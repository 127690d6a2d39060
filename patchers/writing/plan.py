"""What writing would do: where to, with which warnings, and what stands against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from drift_audit.auditor.errors import ConflictError, WritingError
from drift_audit.auditor.trees import Distribution
from drift_audit.patchers.model import VerifiedPatch

from .committed import find_uncommitted
from .listed import find_record, listing_targets
from .permissions import INTO, listed, may_write, refused_permissions
from .targets import Found, Refusal, Target, find_targets, only_once, site_of

_SITES = ("dist-packages", "site-packages")


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingPlan:
    """The files that would be written, what a person should know of it, and what stands against it.

    `root` is the folder that is concerned.
    """

    root: Path
    targets: tuple[Target, ...] = ()
    notes: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What `force` would pass over."""
        return tuple(refusal.message for refusal in self.refusals if refusal.forcible)

    def check(self, *, force: bool) -> None:
        """Raise what stands against it, `force` or not: the gravest first.

        Raises:
            ConflictError: a file is not the one that its patch was made from.
            WritingError: files cannot be written; or may be, but only with `force`.
        """
        left = [refusal for refusal in self.refusals if not (force and refusal.forcible)]
        if left:
            first = min(left, key=lambda refusal: refusal.forcible)
            raised = ConflictError if first.conflict else WritingError
            raise raised(first.message, first.advice)


def plan_writing(
    consumer: Distribution, patches: Sequence[VerifiedPatch], *, providers: Sequence[str] = ()
) -> WritingPlan:
    """Look at everything that writing in place would touch; nothing is written.

    An editable install is followed to its checkout. For an installed distribution, its RECORD is
    kept true and says, by a file of this program's, what was patched.

    Args:
        consumer: What was patched.
        patches: All of it.
        providers: What it was judged against, as "vllm 0.17.1", for an installed one's own record.
    """
    root = Path(consumer.root)
    if not consumer.root:
        refusal = Refusal(message=f"{consumer.source} is no place to write to", advice=INTO)
        return WritingPlan(root=root, refusals=(refusal,))
    answers = tuple(find_targets(consumer, patches))
    found = [answer for answer in answers if isinstance(answer, Found)]
    refusals = [answer for answer in answers if isinstance(answer, Refusal)]
    by_record: dict[Path, list[Found]] = {}
    unlisted: list[Found] = []
    for one in found:
        record = find_record(consumer, one)
        if record is None:
            unlisted.append(one)
        else:
            by_record.setdefault(record, []).append(one)
    targets = tuple(one.target for one in found)
    targets += tuple(listing_targets(consumer, by_record, providers))
    uncommitted = find_uncommitted(one.target.path for one in found)
    refusals += only_once(found)
    refusals += refused_permissions(targets)
    unknown = uncommitted.unknown & {one.target.path for one in unlisted}
    refusals += _dirty(uncommitted.changed | unknown)
    notes = [*_whereabouts(consumer, found, listed_too=bool(by_record)), *_notes(found)]
    if uncommitted.silence:
        notes.append(f"git could not tell what is committed: {uncommitted.silence}")
    return WritingPlan(root=root, targets=targets, notes=tuple(notes), refusals=tuple(refusals))


def _dirty(files: frozenset[Path]) -> Iterator[Refusal]:
    if files:
        verb = "has" if len(files) == 1 else "have"
        yield Refusal(
            message=f"{listed(map(str, files))} {verb} changes that are not committed",
            advice="Commit them first, so that the patch can be told from them, or use --force.",
            forcible=True,
        )


def _whereabouts(
    consumer: Distribution, found: Sequence[Found], *, listed_too: bool
) -> Iterator[str]:
    """What of an installed distribution is written: its copy, or the checkout that it leads to."""
    sites = {site for one in found if (site := site_of(one)) is not None}
    if not consumer.metadata or not sites:
        return
    where = listed(map(str, sites))
    if listed_too or all(site.name in _SITES for site in sites):
        yield f"the installed copy in {where} is written; a reinstall replaces it"
    else:
        yield f"{consumer.name} is installed as editable: its checkout is written, {where}"


def _notes(found: Sequence[Found]) -> Iterator[str]:
    for one in found:
        if one.target.path != one.place and one.place.is_symlink():
            yield f"{one.patch.path} is a link: what it leads to is written, {one.target.path}"
    several = [one.patch.path for one in found if one.names > 1]
    if several:
        how = "is a hard link: its" if len(several) == 1 else "are hard links: their"
        yield f"{listed(several)} {how} other names keep the old text"
    for folder in sorted({one.target.path.parent / "__pycache__" for one in found}):
        if folder.is_dir() and not may_write(folder):
            yield f"compiled modules in {folder} cannot be removed"
