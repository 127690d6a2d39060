"""`apply` and `undo`: all or nothing, and every byte and mode back."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from drift_audit.auditor.errors import ConflictError, CutShortError, UsageError, WritingError
from drift_audit.patchers.writing import State, applications, apply, forget, undo
from drift_audit.patchers.writing.disk import Disk, locked
from drift_audit.patchers.writing.record import digest_of, read_record

from .conftest import NEW, OLD, PACKAGE, PYPROJECT, Workplace, snapshot, verified, write

BOTH = (verified("cons/main.py"), verified("cons/sub/deep.py"))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_there_and_back_in_an_environment(place: Workplace, end: str) -> None:
    info = place.install(end=end)
    (place.site / "cons/main.py").chmod(0o640)
    before = snapshot(place.site)
    record = (info / "RECORD").read_bytes()
    done = apply(place.find("cons"), BOTH, state=place.state, providers=["prov 2.0"])
    assert (done.number, done.root) == (1, place.site)
    assert (place.site / "cons/main.py").read_text() == NEW
    assert stat.S_IMODE((place.site / "cons/main.py").stat().st_mode) == 0o640
    rows = {row.path: row for row in read_record((info / "RECORD").read_bytes())}
    assert (rows["cons/main.py"].digest, rows["cons/main.py"].size) == (
        digest_of(NEW.encode()),
        str(len(NEW)),
    )
    marker = (info / "drift-audit.json").read_bytes()
    assert rows["cons-1.2.dist-info/drift-audit.json"].digest == digest_of(marker)
    assert b'"prov 2.0"' in marker
    changed = (info / "RECORD").read_bytes().splitlines(keepends=True)
    kept = record.splitlines(keepends=True)
    assert [line for line in changed if line not in kept] == [
        line
        for line in changed
        if b"main.py,sha" in line or b"deep.py" in line or b"json,s" in line
        if b"table" not in line
    ]
    assert all(line.endswith(end.encode()) for line in changed)
    assert (info / "INSTALLER").read_text() == "pip\n"
    undone = undo(state=place.state)
    assert undone is not None
    assert set(undone.files) == set(done.files)
    assert snapshot(place.site) == before
    assert undo(state=place.state) is None


def test_there_and_back_in_a_checkout(place: Workplace) -> None:
    root = place.checkout(prefix="src/")
    (root / "src/cons/main.py").chmod(0o755)
    before = snapshot(root)
    patches = [verified("src/cons/main.py"), verified("src/cons/sub/deep.py")]
    done = apply(place.find(root), patches, state=place.state)
    assert done.files == ("src/cons/main.py", "src/cons/sub/deep.py")
    assert {n for n, kept in snapshot(root).items() if kept != before[n]} == set(done.files)
    assert snapshot(root)["src/cons/main.py"] == (NEW.encode(), 0o100755)
    undo(state=place.state)
    assert snapshot(root) == before


def test_copy_that_is_patched_in_place_says_so_too(place: Workplace) -> None:
    """A patched copy is an installed distribution like any other."""
    from drift_audit.patchers.writing import write_overlay
    from drift_audit.patchers.writing.room import refuse_foreign

    target = place.root / "out"
    write_overlay(place.find(place.checkout()), BOTH[:1], target, acquisition=place.acquisition)
    before = snapshot(target)
    apply(place.find(target), BOTH[1:], state=place.state)
    marker = (target / "cons-1.2.dist-info/drift-audit.json").read_text()
    assert "cons/main.py" in marker
    assert "cons/sub/deep.py" in marker
    refuse_foreign("cons", target, force=False)
    undo(state=place.state)
    assert snapshot(target) == before


def test_links_stay_links(place: Workplace) -> None:
    root = place.checkout()
    write(place.root, {"shared/real.py": OLD})
    (root / "cons/linked.py").symlink_to("../../shared/real.py")
    os.link(root / "cons/main.py", place.root / "other-name.py")
    before = snapshot(place.root)
    patches = [verified("cons/linked.py"), verified("cons/main.py")]
    apply(place.find(root), patches, state=place.state)
    assert (root / "cons/linked.py").is_symlink()
    assert (place.root / "shared/real.py").read_text() == NEW
    assert (place.root / "other-name.py").read_text() == OLD
    undo(state=place.state)
    assert {
        n: k for n, k in snapshot(place.root).items() if not n.startswith(("state", "cache"))
    } == {n: k for n, k in before.items() if not n.startswith(("state", "cache"))}


def test_compiled_modules_do_not_outlive_their_source(place: Workplace) -> None:
    root = place.checkout()
    cache = {
        f"cons/__pycache__/{name}": b"c" for name in ("main.cpython-3.pyc", "main.x.opt-1.pyc")
    }
    other = {"cons/__pycache__/main_two.cpython-3.pyc": b"c"}
    write(root, {**cache, **other})
    apply(place.find(root), BOTH, state=place.state)
    assert [path.name for path in (root / "cons/__pycache__").iterdir()] == [
        "main_two.cpython-3.pyc"
    ]
    write(root, cache)
    undo(state=place.state)
    assert [path.name for path in (root / "cons/__pycache__").iterdir()] == [
        "main_two.cpython-3.pyc"
    ]


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


@pytest.mark.parametrize("odd", ["changed", "vanished", "folder"])
def test_nothing_is_half_done(place: Workplace, odd: str) -> None:
    root = place.checkout()
    consumer = place.find(root)
    deep = root / "cons/sub/deep.py"
    if odd == "changed":
        deep.write_text("moved on\n")
    else:
        deep.unlink()
        if odd == "folder":
            deep.mkdir()
    before = snapshot(root)
    with pytest.raises(ConflictError):
        apply(consumer, BOTH, state=place.state, force=True)
    assert snapshot(root) == before
    assert applications(place.state) == ()


def test_nothing_to_write_leaves_no_journal(place: Workplace) -> None:
    consumer = place.find(place.checkout())
    assert apply(consumer, [], state=place.state).number == 0
    same = verified("cons/main.py", OLD)
    assert apply(consumer, [same], state=place.state).number == 0
    assert applications(place.state) == ()


class Meddling(Disk):
    """A disk on which something happens before some step."""

    def __init__(self, step: str, path: Path, text: str | None) -> None:
        self.step, self.path, self.text = step, path, text

    def reached(self, step: str) -> None:
        if step == self.step:
            self.step = ""
            if self.text is None:
                raise OSError(28, "No space left on device", str(self.path))
            self.path.write_text(self.text)


def test_file_that_changes_in_the_meantime_is_kept(place: Workplace) -> None:
    root = place.checkout()
    before = snapshot(root)
    meddling = Meddling("rename main.py", root / "cons/sub/deep.py", "mine\n")
    with pytest.raises(ConflictError, match="in the meantime"):
        apply(place.find(root), BOTH, state=place.state, disk=meddling)
    assert snapshot(root) == before | {"cons/sub/deep.py": (b"mine\n", 0o100644)}
    assert applications(place.state) == ()


@pytest.mark.parametrize(
    "step", ["write .drift-audit-1-1", "rename deep.py", "open journal.json.new"]
)
def test_failure_on_the_way_is_taken_back(place: Workplace, step: str) -> None:
    root = place.checkout()
    before = snapshot(root)
    full = Meddling(step, root / "full", None)
    with pytest.raises(WritingError, match="No space left") as refused:
        apply(place.find(root), BOTH, state=place.state, disk=full)
    assert refused.value.exit_code == 4
    assert snapshot(root) == before
    assert applications(place.state) == ()


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
