"""`drift-audit undo`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drift_audit.auditor.acquire import Acquisition, Environment, find_consumer
from drift_audit.patchers.model import Patch, VerifiedPatch
from drift_audit.patchers.writing import apply

if TYPE_CHECKING:
    from .conftest import Desk

OLD, NEW = b"old\n", b"new\n"


def write_patch(desk: Desk, *names: str) -> None:
    """Apply a patch of these files of `cons`."""
    for name in names:
        desk.write(f"cons/{name}", OLD)
    environment = Environment(python="", found_by="current", site_paths=())
    acquisition = Acquisition(cache_dir=desk.root / "cache", environment=environment)
    patches = [
        VerifiedPatch(patch=Patch(path=name, before=OLD, after=NEW, fixes=()), checks=())
        for name in names
    ]
    apply(find_consumer(str(desk.root / "cons"), acquisition), patches, force=True)


def test_nothing_to_undo(desk: Desk) -> None:
    for words in ((), ("--list",)):
        ended = desk.run("undo", *words)
        assert (ended.code, ended.out, ended.err) == (0, "There is nothing to undo.\n", "")


def test_last_application_is_put_back(desk: Desk) -> None:
    write_patch(desk, "a.py", "b.py")
    write_patch(desk, "c.py")
    listed = desk.run("undo", "--list").out.splitlines()
    assert [line.split()[0] for line in listed] == ["1", "2"]
    assert "2 files  written" in listed[0]
    assert str(desk.root / "cons") in listed[0]
    assert (desk.root / "cons/c.py").read_bytes() == NEW
    ended = desk.run("undo")
    assert ended.code == 0, ended
    assert ended.out.startswith("undone: 2  ")
    assert ended.out.endswith("\n  c.py\n")
    assert (desk.root / "cons/c.py").read_bytes() == OLD
    assert (desk.root / "cons/a.py").read_bytes() == NEW
    assert desk.run("undo", "1").code == 0
    assert (desk.root / "cons/a.py").read_bytes() == OLD


def test_changed_since_is_told(desk: Desk) -> None:
    write_patch(desk, "a.py", "b.py")
    desk.write("cons/a.py", b"mine\n")
    desk.run("undo").told(4, "a.py was changed since application 1", "--force")
    assert (desk.root / "cons/b.py").read_bytes() == NEW
    assert desk.run("undo", "--force").code == 0
    assert (desk.root / "cons/a.py").read_bytes() == OLD


def test_application_is_given_up(desk: Desk) -> None:
    write_patch(desk, "a.py")
    assert desk.run("undo", "1", "--forget").out.startswith("forgotten: 1  ")
    assert (desk.root / "cons/a.py").read_bytes() == NEW
    assert desk.run("undo").out == "There is nothing to undo.\n"


def test_what_cannot_be_said(desk: Desk) -> None:
    write_patch(desk, "a.py")
    desk.run("undo", "7").told(2, "no application 7", "--list")
    desk.run("undo", "--forget").told(2, "needs a number")
    desk.run("undo", "--list", "--force").told(2, "exclude each other")
    desk.run("undo", "last").told(2, "last")
    assert (desk.root / "cons/a.py").read_bytes() == NEW
