"""Folders and files that may not be written: refused with a way out, before anything is written.

Nothing stops root, so as root these tests ask in a child that has become nobody.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from drift_audit.auditor.errors import WritingError
from drift_audit.patchers.writing import apply, plan_writing, undo, write_overlay

from .conftest import NEW, Workplace, snapshot, verified

NOBODY = 65534
IS_ROOT = os.geteuid() == 0
PATCHES = [verified("cons/main.py"), verified("cons/sub/deep.py")]
only_root = pytest.mark.skipif(not IS_ROOT, reason="only root can give files to others")


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder that nobody can reach, too."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def checkout(place: Workplace) -> Path:
    """Nobody's own checkout, with a state folder; all that is needed later is loaded by then."""
    root = place.checkout()
    apply(place.find(root), PATCHES, state=place.state)
    undo(state=place.state)
    give(place.root, NOBODY)
    return root


def give(root: Path, user: int) -> None:
    if IS_ROOT:
        for path in (root, *root.rglob("*")):
            os.chown(path, user, user)


def told(work: Callable[[], object]) -> str:
    """What is said when nobody does some work: message and advice, "" when it goes well."""
    begin, end = os.pipe()
    child = os.fork()
    if not child:
        try:
            if IS_ROOT:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            work()
        except WritingError as error:
            os.write(end, f"{error.message}\n{error.advice}".encode())
        except BaseException as error:  # noqa: BLE001 - told to the test
            os.write(end, repr(error).encode())
        finally:
            os._exit(0)
    os.close(end)
    with os.fdopen(begin, "rb") as answer:
        text = answer.read().decode()
    os.waitpid(child, 0)
    return text


@pytest.mark.parametrize("force", [False, True])
def test_shut_folder(place: Workplace, checkout: Path, *, force: bool) -> None:
    (checkout / "cons/sub").chmod(0o555)
    consumer, before = place.find(checkout), snapshot(checkout)
    text = told(partial(apply, consumer, PATCHES, state=place.state, force=force))
    assert f"cons/sub/deep.py cannot be written: the folder {checkout}/cons/sub is shut" in text
    assert "--into DIR" in text
    assert snapshot(checkout) == before
    (checkout / "cons/sub").chmod(0o755)
    assert told(partial(apply, consumer, PATCHES, state=place.state)) == ""
    assert (checkout / "cons/main.py").read_text() == NEW


@only_root
@pytest.mark.parametrize("force", [False, True])
def test_environment_of_another_user(place: Workplace, checkout: Path, *, force: bool) -> None:
    place.install()
    give(place.site, 0)
    assert checkout.is_dir()
    consumer, before = place.find("cons"), snapshot(place.site)
    text = told(partial(apply, consumer, PATCHES, state=place.state, force=force))
    assert "which belongs to root, is shut for you" in text
    assert "--into DIR" in text
    assert snapshot(place.site) == before
    into = place.root / "out"
    make = partial(write_overlay, consumer, PATCHES, into, acquisition=place.acquisition)
    assert told(make) == ""
    assert (into / "cons/main.py").read_text() == NEW
    assert snapshot(place.site) == before


@only_root
def test_open_folder_of_another_user_needs_force(place: Workplace, checkout: Path) -> None:
    give(checkout, 0)
    for folder in (checkout, *checkout.rglob("*")):
        folder.chmod(0o777 if folder.is_dir() else 0o666)
    consumer = place.find(checkout)
    text = told(partial(apply, consumer, PATCHES, state=place.state))
    assert "belongs to root" in text
    assert "--force" in text
    assert told(partial(apply, consumer, PATCHES, state=place.state, force=True)) == ""
    assert (checkout / "cons/main.py").stat().st_mode & 0o777 == 0o666


@only_root
def test_root_leaves_files_to_their_owner(place: Workplace, checkout: Path) -> None:
    give(place.state, 0)
    place.install()
    give(place.site, NOBODY)
    for named, root in ((str(checkout), checkout), ("cons", place.site)):
        apply(place.find(named), PATCHES, state=place.state)
        assert {path.stat().st_uid for path in root.rglob("*")} == {NOBODY}
        undo(state=place.state)
        assert {path.stat().st_uid for path in root.rglob("*")} == {NOBODY}


def test_shut_state_folder(place: Workplace, checkout: Path) -> None:
    consumer, before = place.find(checkout), snapshot(checkout)
    shut = place.root / "shut"
    shut.mkdir(mode=0o555)
    text = told(partial(apply, consumer, PATCHES, state=shut / "state"))
    assert "no journal can be kept" in text
    assert "DRIFT_AUDIT_STATE_DIR" in text
    (place.state / "applications").chmod(0o500)
    text = told(partial(apply, consumer, PATCHES, state=place.state))
    assert "no journal can be kept" in text
    assert snapshot(checkout) == before


def test_shut_place_for_a_copy(place: Workplace, checkout: Path) -> None:
    consumer = place.find(checkout)
    shut = place.root / "shut"
    shut.mkdir(mode=0o555)
    make = partial(write_overlay, consumer, PATCHES, acquisition=place.acquisition)
    for folder in (shut / "out", shut / "some/where"):
        text = told(partial(make, folder=folder))
        assert f"{folder} cannot be made" in text
        assert "Permission denied" in text
    assert not list(shut.iterdir())


def test_file_that_cannot_be_read(place: Workplace, checkout: Path) -> None:
    consumer = place.find(checkout)
    (checkout / "cons/data/table.json").chmod(0)
    out = place.root / "out"
    make = partial(write_overlay, consumer, PATCHES, out, acquisition=place.acquisition)
    assert "cons/data/table.json cannot be read: Permission denied" in told(make)
    (checkout / "cons/main.py").chmod(0)
    text = told(partial(apply, consumer, PATCHES, state=place.state))
    assert "cons/main.py cannot be read: Permission denied" in text
    assert not out.exists()


def test_file_that_becomes_shut_is_told_by_undo(place: Workplace, checkout: Path) -> None:
    """What is shut by the time of the undo is put back once it is open again."""
    before = snapshot(checkout)
    consumer = place.find(checkout)
    assert told(partial(apply, consumer, PATCHES, state=place.state)) == ""
    (checkout / "cons/sub").chmod(0o555)
    text = told(partial(undo, state=place.state))
    assert "cannot be written: Permission denied" in text
    assert "run `drift-audit undo " in text
    (checkout / "cons/sub").chmod(0o755)
    assert told(partial(undo, state=place.state)) == ""
    assert snapshot(checkout) == before


def test_shut_folder_of_compiled_modules_is_told(place: Workplace, checkout: Path) -> None:
    cache = checkout / "cons/__pycache__"
    cache.mkdir(mode=0o755)
    (cache / "main.cpython-3.pyc").write_bytes(b"c")
    give(cache, NOBODY)
    cache.chmod(0o555)
    consumer = place.find(checkout)

    def tell() -> None:
        plan = plan_writing(consumer, PATCHES)
        raise WritingError("; ".join(plan.notes))

    assert f"compiled modules in {cache} cannot be removed" in told(tell)
    assert told(partial(apply, consumer, PATCHES, state=place.state)) == ""
    assert (checkout / "cons/main.py").read_text() == NEW
    assert (checkout / "cons/sub/deep.py").read_text() == NEW
