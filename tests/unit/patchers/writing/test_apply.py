"""`apply` and `undo`: all or nothing, and every byte and mode back."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from drift_audit.auditor.errors import ConflictError, WritingError
from drift_audit.patchers.writing import applications, apply, undo
from drift_audit.patchers.writing.disk import Disk
from drift_audit.patchers.writing.record import digest_of, read_record

from .conftest import NEW, OLD, Workplace, snapshot, verified, write

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


class Interrupting(Disk):
    """A disk before one of whose steps somebody presses a key."""

    def __init__(self, step: int) -> None:
        self.left = step

    def reached(self, _step: str) -> None:
        self.left -= 1
        if self.left == -1:
            raise KeyboardInterrupt


def test_interrupt_before_any_step_leaves_no_trace(place: Workplace) -> None:
    place.install()
    before = snapshot(place.site)
    consumer = place.find("cons")
    steps = 0
    while True:
        try:
            apply(consumer, BOTH, state=place.state, disk=Interrupting(steps))
        except KeyboardInterrupt:
            assert snapshot(place.site) == before, steps
            assert applications(place.state) == ()
            steps += 1
        else:
            break
    assert steps > 40
