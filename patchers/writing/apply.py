"""Patches written in place, all or none: to a checkout, or to an installed distribution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from drift_audit.auditor.errors import CutShortError, WritingError
from drift_audit.auditor.trees import Distribution
from drift_audit.patchers.model import VerifiedPatch

from .disk import Disk, reason
from .journal import Application, Journals, State, open_journals, usual_state
from .placing import Change, put
from .plan import WritingPlan, plan_writing
from .undo import take_back


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """Patches that were written.

    `number` names the application for `drift-audit undo`, 0 where there was nothing to write.
    `files` are all that were written, by their paths in the consumer, the bookkeeping of an
    installed distribution included.
    """

    number: int
    root: Path
    files: tuple[str, ...]
    notes: tuple[str, ...] = ()


def apply(
    consumer: Distribution,
    patches: Sequence[VerifiedPatch],
    *,
    force: bool = False,
    providers: Sequence[str] = (),
    state: Path | None = None,
    disk: Disk | None = None,
) -> Applied:
    """Write patches to a consumer's own files, with a journal that leads back.

    When anything goes wrong on the way, what was written is taken back at once; when the process
    is killed, by `drift-audit undo`.

    Args:
        consumer: What was patched: a checkout, or an installed distribution.
        patches: All of it.
        force: Pass over the warnings of `plan_writing`.
        providers: What it was judged against, as "vllm 0.17.1", for an installed one's own record.
        state: Where journals are kept; None for the platform's folder.
        disk: What writes.

    Raises:
        CutShortError: an earlier application here was cut short, and must be undone first.
        ConflictError: a file is not the one that its patch was made from; nothing is changed.
        WritingError: files cannot be written, or only with `force`; nothing is changed.
    """
    disk = disk or Disk()
    with open_journals(state or usual_state(), disk) as journals:
        _refuse_cut_short(consumer, journals)
        plan = plan_writing(consumer, patches, providers=providers)
        plan.check(force=force)
        number = _write(consumer, plan, journals, disk) if plan.targets else 0
    files = tuple(target.shown for target in plan.targets)
    notes = (*plan.warnings, *plan.notes)
    return Applied(number=number, root=plan.root, files=files, notes=notes)


def _refuse_cut_short(consumer: Distribution, journals: Journals) -> None:
    for application in journals.all():
        if application.state is State.CUT_SHORT and _concerns(application, consumer.root):
            raise CutShortError(
                f"application {application.number} to {application.name} was cut short",
                f"Run `drift-audit undo {application.number}` first.",
            )


def _concerns(application: Application, root: str) -> bool:
    """Whether an application has files below a folder, or was made to it."""
    if not root:
        return False
    here = Path(root).resolve()
    return application.root.resolve() == here or any(
        here in entry.path.parents for entry in application.entries
    )


def _write(consumer: Distribution, plan: WritingPlan, journals: Journals, disk: Disk) -> int:
    try:
        application = journals.begin(consumer, plan.targets)
    except OSError as error:
        raise WritingError(
            f"no journal can be kept: {error.filename or ''} {reason(error)}",
            "Make room, or name another folder with DRIFT_AUDIT_STATE_DIR.",
        ) from error
    changes = [
        Change(
            path=entry.path,
            expected=entry.before,
            data=target.after,
            mode=entry.mode,
            beside=entry.beside,
        )
        for entry, target in zip(application.entries, plan.targets, strict=True)
    ]
    try:
        put(changes, disk)
        journals.mark(application, State.WRITTEN)
    except BaseException as error:
        advice = _take_back(application, journals, disk)
        if isinstance(error, OSError):
            raise WritingError(
                f"{error.filename or plan.root} cannot be written: {reason(error)}", advice
            ) from error
        raise
    return application.number


def _take_back(application: Application, journals: Journals, disk: Disk) -> str:
    """Leave no trace; where that fails as well, the journal stays and `undo` goes on from it.

    Gives what to do next.
    """
    try:
        take_back(application, disk, force=False)
        journals.close(application)
    except (OSError, WritingError):
        return f"Mend that, and run `drift-audit undo {application.number}`."
    return "Nothing was changed."
