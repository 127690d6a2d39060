"""`undo` and its journals: what is refused, what goes first, what was cut short."""

from __future__ import annotations

import stat

import pytest

from drift_audit.auditor.errors import ConflictError, CutShortError, UsageError, WritingError
from drift_audit.patchers.writing import State, applications, apply, forget, undo
from drift_audit.patchers.writing.disk import Disk, locked

from .conftest import NEW, OLD, PACKAGE, PYPROJECT, Workplace, snapshot, verified, write

BOTH = (verified("cons/main.py"), verified("cons/sub/deep.py"))


def test_journal_is_private_and_outside(place: Workplace) -> None:
    root = place.checkout()
    apply(place.find(root), BOTH, state=place.state)
    inside = [place.state / "applications", *(place.state / "applications").rglob("*")]
    assert len(inside) > 5
    for path in inside:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
    (one,) = applications(place.state)
    assert (one.number, one.name, one.version, one.root) == (1, "cons", "1.2", root)
    assert (one.state, [entry.shown for entry in one.entries]) == (
        State.WRITTEN,
        ["cons/main.py", "cons/sub/deep.py"],
    )
    undo(state=place.state)
    assert not list((place.state / "applications").rglob("old"))


def test_changed_since_is_refused_and_named(place: Workplace) -> None:
    root = place.checkout()
    apply(place.find(root), BOTH, state=place.state)
    write(root, {"cons/main.py": "mine\n"})
    before = snapshot(root)
    with pytest.raises(ConflictError, match=r"cons/main\.py was changed since") as refused:
        undo(state=place.state)
    assert "--force" in refused.value.advice
    assert snapshot(root) == before
    undone = undo(state=place.state, force=True)
    assert undone is not None
    assert (root / "cons/main.py").read_text() == OLD


@pytest.mark.parametrize("how", ["file", "folder"])
def test_vanished_file_comes_back_when_forced(place: Workplace, how: str) -> None:
    root = place.checkout()
    before = snapshot(root)
    apply(place.find(root), BOTH, state=place.state)
    (root / "cons/sub/deep.py").unlink()
    if how == "folder":
        (root / "cons/sub").rmdir()
    with pytest.raises(ConflictError, match=r"deep\.py was changed since"):
        undo(state=place.state)
    undo(state=place.state, force=True)
    assert snapshot(root) == before


def test_folder_in_a_file_s_place_stays(place: Workplace) -> None:
    root = place.checkout()
    apply(place.find(root), BOTH, state=place.state)
    (root / "cons/main.py").unlink()
    (root / "cons/main.py").mkdir()
    with pytest.raises(ConflictError, match="is no file any more"):
        undo(state=place.state, force=True)


def test_later_applications_go_first(place: Workplace) -> None:
    root = place.checkout()
    before = snapshot(root)
    apply(place.find(root), BOTH, state=place.state)
    apply(place.find(root), [verified("cons/main.py", "3\n", before=NEW)], state=place.state)
    assert [one.number for one in applications(place.state)] == [1, 2]
    with pytest.raises(ConflictError) as refused:
        undo(1, state=place.state)
    assert refused.value.advice == "Undo application 2 first."
    undo(state=place.state)
    assert (root / "cons/main.py").read_text() == NEW
    undo(state=place.state)
    assert snapshot(root) == before
    with pytest.raises(UsageError, match="no application 1"):
        undo(1, state=place.state)
    apply(place.find(root), BOTH, state=place.state)
    assert [one.number for one in applications(place.state)] == [3]


def test_named_application_of_another_consumer(place: Workplace) -> None:
    one = place.checkout()
    two = write(place.root / "two", {"pyproject.toml": PYPROJECT, **PACKAGE})
    apply(place.find(one), BOTH, state=place.state)
    apply(place.find(two), BOTH, state=place.state)
    undo(1, state=place.state)
    assert (one / "cons/main.py").read_text() == OLD
    assert (two / "cons/main.py").read_text() == NEW


class Dying(Disk):
    """A disk that stays silent from some step on, as that of a process that was killed."""

    def __init__(self, step: str) -> None:
        self.step = step

    def reached(self, step: str) -> None:
        if step == self.step or not self.step:
            self.step = ""
            raise KeyboardInterrupt


def test_what_was_cut_short_must_be_undone_first(place: Workplace) -> None:
    root = place.checkout()
    before = snapshot(root)
    consumer = place.find(root)
    with pytest.raises(KeyboardInterrupt):
        apply(consumer, BOTH, state=place.state, disk=Dying("rename deep.py"))
    assert (root / "cons/main.py").read_text() == NEW
    (one,) = applications(place.state)
    assert one.state is State.CUT_SHORT
    for named in (root, root / "cons", root / "cons/sub/deep.py"):
        with pytest.raises(CutShortError) as refused:
            apply(place.find(named), [], state=place.state, force=True)
        assert refused.value.advice == "Run `drift-audit undo 1` first."
    other = write(place.root / "other", {"pyproject.toml": PYPROJECT, **PACKAGE})
    apply(place.find(other), BOTH, state=place.state)
    undo(1, state=place.state)
    assert snapshot(root) == before
    apply(consumer, BOTH, state=place.state)


def test_application_can_be_given_up(place: Workplace) -> None:
    root = place.checkout()
    with pytest.raises(KeyboardInterrupt):
        apply(place.find(root), BOTH, state=place.state, disk=Dying("rename deep.py"))
    write(root, {"cons/main.py": "by hand\n"})
    forget(1, state=place.state)
    assert (root / "cons/main.py").read_text() == "by hand\n"
    assert not list(root.rglob(".drift-audit*"))
    assert applications(place.state) == ()
    with pytest.raises(UsageError):
        forget(1, state=place.state)


def test_one_run_at_a_time(place: Workplace) -> None:
    consumer = place.find(place.checkout())
    (place.state / "applications").mkdir(parents=True)
    with locked(place.state / "applications") as alone:
        assert alone
        with pytest.raises(WritingError, match="another run"):
            apply(consumer, BOTH, state=place.state)


def test_damaged_journal_is_told(place: Workplace) -> None:
    root = place.checkout()
    apply(place.find(root), BOTH, state=place.state)
    folder = place.state / "applications/000001"
    (folder / "old/000000").write_text("not the old text")
    with pytest.raises(WritingError, match="is damaged"):
        undo(state=place.state)
    assert (root / "cons/main.py").read_text() == NEW
    (folder / "journal.json").write_text("{")
    with pytest.raises(WritingError, match="cannot be read"):
        undo(state=place.state)
