"""The folder of a patched copy: whole or as it was, and never one that holds something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from drift_audit.auditor.errors import ConflictError, WritingError
from drift_audit.patchers.writing import write_overlay
from drift_audit.patchers.writing.disk import Disk

from .conftest import NEW, OLD, PACKAGE, PYPROJECT, Workplace, snapshot, verified, write

INFO = "cons-1.2.dist-info"


def around(target: Path) -> set[str]:
    """What lies beside a folder under a name like its own."""
    names = (path.name for path in target.parent.iterdir())
    return {name for name in names if name.lstrip(".").startswith(target.name)}


def test_earlier_copy_is_replaced_as_a_whole(place: Workplace) -> None:
    root = place.checkout()
    target = place.root / "out"
    write_overlay(
        place.find(root), [verified("cons/main.py")], target, acquisition=place.acquisition
    )
    write(target, {"cons/__pycache__/main.pyc": b"compiled"})
    (root / "cons/sub/deep.py").unlink()
    write_overlay(place.find(root), [], target, acquisition=place.acquisition)
    assert (target / "cons/main.py").read_text() == OLD
    assert not (target / "cons/sub").exists()
    assert not (target / "cons/__pycache__").exists()
    assert around(place.root / "out") == {"out"}


def test_changed_copy_is_replaced_only_when_forced(place: Workplace) -> None:
    consumer, target = place.find(place.checkout()), place.root / "out"
    write_overlay(consumer, [], target, acquisition=place.acquisition)
    for name, text in (("cons/main.py", "edited\n"), ("cons/mine.py", "")):
        before = (target / name).read_bytes() if (target / name).exists() else None
        write(target, {name: text})
        with pytest.raises(ConflictError, match=f"changed by hand: {name}"):
            write_overlay(consumer, [], target, acquisition=place.acquisition)
        assert (target / name).read_text() == text
        if before is not None:
            (target / name).write_bytes(before)
    write_overlay(consumer, [], target, acquisition=place.acquisition, force=True)
    assert not (target / "cons/mine.py").exists()


@pytest.mark.parametrize("force", [False, True])
def test_foreign_folders_are_refused(place: Workplace, *, force: bool) -> None:
    root = place.checkout()
    consumer = place.find(root)
    other = write(
        place.root / "other", {"pyproject.toml": PYPROJECT.replace('"cons"', '"else"'), **PACKAGE}
    )
    write_overlay(place.find(other), [], place.root / "taken", acquisition=place.acquisition)
    write(place.root, {"full/notes.txt": "mine", "file": "mine"})
    before = snapshot(place.root)
    for folder, words in (
        (place.root / "full", "did not write"),
        (place.root / "file", "is no folder"),
        (place.root / "taken", "patched copy of else"),
        (root, "consumer itself"),
        (root / "cons", "lies in the package"),
        (root / "cons" / "out", "lies in the package"),
    ):
        with pytest.raises(WritingError, match=words):
            write_overlay(consumer, [], folder, acquisition=place.acquisition, force=force)
    assert snapshot(place.root) == before
    assert WritingError.exit_code == 4


def test_empty_folder_and_link_to_one_are_filled(place: Workplace) -> None:
    consumer = place.find(place.checkout())
    (place.root / "empty").mkdir()
    (place.root / "link").symlink_to(place.root / "empty")
    made = write_overlay(consumer, [], place.root / "link", acquisition=place.acquisition)
    assert made.folder == place.root / "empty"
    assert (place.root / "empty/cons/main.py").is_file()


def test_changed_file_is_refused_and_nothing_is_there(place: Workplace) -> None:
    root = place.checkout()
    consumer = place.find(root)
    write(root, {"cons/main.py": "moved on\n"})
    with pytest.raises(ConflictError, match=r"cons/main\.py is not the file that was scanned"):
        write_overlay(
            consumer,
            [verified("cons/main.py")],
            place.root / "out",
            acquisition=place.acquisition,
        )
    (root / "cons/main.py").unlink()
    with pytest.raises(ConflictError, match=r"cons/main\.py is not there any more"):
        write_overlay(
            consumer,
            [verified("cons/main.py")],
            place.root / "out",
            acquisition=place.acquisition,
        )
    assert around(place.root / "out") == set()


class Failing(Disk):
    """A disk that is full from some step on."""

    def __init__(self, step: int) -> None:
        self.left = step

    def reached(self, step: str) -> None:
        self.left -= 1
        if self.left < 0 and not step.startswith(("unlink", "rmdir")):
            raise OSError(28, "No space left on device", step)


def test_copy_is_whole_or_not_there(place: Workplace) -> None:
    """Whatever step fails, the folder is as it was, and nothing lies beside it."""
    consumer, target = place.find(place.checkout()), place.root / "out"
    patches = [verified("cons/main.py")]
    failed = 0
    while True:
        try:
            write_overlay(
                consumer, patches, target, acquisition=place.acquisition, disk=Failing(failed)
            )
        except WritingError:
            failed += 1
            whole = (target / INFO / "RECORD").exists()
            assert whole or not target.exists()
            assert around(target) <= {"out"}
        else:
            break
    assert failed > 40


def test_exchange_without_help_of_the_system(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drift_audit.patchers.writing.disk._exchange", lambda *_: False)
    consumer, target = place.find(place.checkout()), place.root / "out"
    write_overlay(consumer, [], target, acquisition=place.acquisition)
    write_overlay(consumer, [verified("cons/main.py")], target, acquisition=place.acquisition)
    assert (target / "cons/main.py").read_text() == NEW
    assert around(place.root / "out") == {"out"}
