"""`plan_writing`: what would be written where, with which warnings; nothing is written by it."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from drift_audit.auditor.errors import ConflictError, WritingError
from drift_audit.patchers.writing import WritingPlan, plan_writing

from .conftest import NEW, OLD, Workplace, snapshot, verified, write

GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")


def git(root: Path, *words: str) -> None:
    subprocess.run([*GIT, "-C", str(root), *words], check=True, capture_output=True)


def committed(root: Path) -> Path:
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "all")
    return root


def planned(place: Workplace, named: str | Path, *paths: str) -> WritingPlan:
    """The plan for patches of these files, and that it changes nothing."""
    before = snapshot(place.root)
    plan = plan_writing(place.find(named), [verified(path) for path in paths])
    after = snapshot(place.root)
    assert {name: kept for name, kept in after.items() if not name.startswith("cache")} == {
        name: kept for name, kept in before.items() if not name.startswith("cache")
    }
    return plan


@pytest.mark.parametrize("prefix", ["", "src/"])
def test_checkout(place: Workplace, prefix: str) -> None:
    root = place.checkout(prefix=prefix)
    (root / f"{prefix}cons/main.py").chmod(0o755)
    plan = planned(place, root, f"{prefix}cons/sub/deep.py", f"{prefix}cons/main.py")
    assert [(t.shown, t.path, oct(t.mode)) for t in plan.targets] == [
        (f"{prefix}cons/main.py", root / prefix / "cons/main.py", "0o755"),
        (f"{prefix}cons/sub/deep.py", root / prefix / "cons/sub/deep.py", "0o644"),
    ]
    assert (plan.refusals, plan.notes, plan.root) == ((), (), root)
    assert (plan.targets[0].before, plan.targets[0].after) == (OLD.encode(), NEW.encode())


def test_installed_distribution_keeps_its_books(place: Workplace) -> None:
    info = place.install()
    plan = planned(place, "cons", "cons/main.py")
    assert [target.path for target in plan.targets] == [
        place.site / "cons/main.py",
        info / "drift-audit.json",
        info / "RECORD",
    ]
    assert plan.targets[1].before is None
    assert plan.refusals == ()
    (note,) = plan.notes
    assert "installed copy" in note


def test_package_folder_in_an_environment_keeps_its_books_too(place: Workplace) -> None:
    info = place.install()
    plan = planned(place, place.site / "cons", "cons/main.py")
    assert info / "RECORD" in [target.path for target in plan.targets]


def test_editable_install_is_followed(place: Workplace) -> None:
    root = place.checkout()
    place.editable(root)
    plan = planned(place, "cons", "cons/main.py")
    assert [target.path for target in plan.targets] == [root / "cons/main.py"]
    (note,) = plan.notes
    assert "editable" in note
    assert str(root) in note


def test_install_without_a_list_of_files(place: Workplace) -> None:
    """As Debian does it, and as `setup.py develop` did."""
    (place.install() / "RECORD").unlink()
    (note,) = planned(place, "cons", "cons/main.py").notes
    assert "installed copy" in note
    root = place.checkout()
    egg = "Name: other\nVersion: 1\n"
    write(root, {"other.egg-info/PKG-INFO": egg, "other.egg-info/top_level.txt": "other\n"})
    write(root, {"other/__init__.py": "", "other/main.py": OLD})
    environment = replace(place.acquisition.environment, site_paths=(str(root),))
    developed = replace(place, acquisition=replace(place.acquisition, environment=environment))
    (note,) = planned(developed, "other", "other/main.py").notes
    assert "editable" in note


def test_archive_and_release_have_no_place(place: Workplace) -> None:
    wheel = place.wheel()
    for named in (str(wheel), "cons==1.2"):
        plan = planned(place, named, "cons/main.py")
        assert plan.targets == ()
        for force in (False, True):
            with pytest.raises(WritingError, match="no place to write to") as refused:
                plan.check(force=force)
            assert "--into DIR" in refused.value.advice


@pytest.mark.parametrize("odd", ["changed", "vanished", "folder", "unknown", "broken link"])
def test_file_that_is_not_the_one_scanned(place: Workplace, odd: str) -> None:
    root = place.checkout()
    consumer = place.find(root)
    path = root / "cons/main.py"
    match odd:
        case "changed":
            path.write_text("moved on\n")
        case "unknown":
            pass
        case _:
            path.unlink()
            if odd == "folder":
                path.mkdir()
            if odd == "broken link":
                path.symlink_to("nowhere")
    name = "cons/never.py" if odd == "unknown" else "cons/main.py"
    plan = plan_writing(consumer, [verified(name), verified("cons/sub/deep.py")])
    for force in (False, True):
        with pytest.raises(ConflictError, match=name):
            plan.check(force=force)


def test_uncommitted_changes_need_force(place: Workplace) -> None:
    root = committed(place.checkout())
    write(root, {"cons/other.py": "untouched by the patch\n"})
    assert planned(place, root, "cons/main.py").refusals == ()
    write(root, {"cons/main.py": f"{OLD}# mine\n", "cons/new.py": OLD})
    consumer = place.find(root)
    patches = [
        verified("cons/main.py", before=f"{OLD}# mine\n"),
        verified("cons/new.py"),
        verified("cons/sub/deep.py"),
    ]
    plan = plan_writing(consumer, patches)
    plan.check(force=True)
    with pytest.raises(WritingError, match="not committed") as refused:
        plan.check(force=False)
    (warning,) = plan.warnings
    assert warning == refused.value.message
    assert str(root / "cons/main.py") in warning
    assert str(root / "cons/new.py") in warning
    assert "deep.py" not in warning
    git(root, "add", ".")
    assert plan_writing(consumer, patches).warnings
    git(root, "commit", "-qm", "mine")
    assert plan_writing(consumer, patches).warnings == ()


def test_unpacked_distribution_counts_for_git_once_it_is_known(place: Workplace) -> None:
    """A folder of packages beside a project is nobody's work, unless it was committed."""
    place.install()
    git(place.root, "init", "-q")
    assert planned(place, place.site, "cons/main.py").warnings == ()
    git(place.root, "add", ".")
    (warning,) = planned(place, place.site, "cons/main.py").warnings
    assert "not committed" in warning


def test_git_runs_nothing_and_writes_nothing(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not what a repository's settings name, not into its index, not where a hook's variables lead."""
    root = committed(place.checkout())
    hook = write(place.root, {"monitor": f"#!/bin/sh\ntouch {place.root}/was-run\n"}) / "monitor"
    hook.chmod(0o755)
    git(root, "config", "core.fsmonitor", str(hook))
    monkeypatch.setenv("GIT_DIR", str(place.root / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(place.root / "elsewhere/index"))
    (root / "cons/main.py").touch()
    plan = planned(place, root, "cons/main.py")
    assert (plan.refusals, plan.notes) == ((), ())
    assert not (place.root / "was-run").exists()


def test_silent_git_is_told(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    root = committed(place.checkout())
    (root / ".git/HEAD").write_text("damaged")
    (note,) = planned(place, root, "cons/main.py").notes
    assert "git could not tell" in note
    monkeypatch.setenv("PATH", str(place.root))
    (note,) = planned(place, root, "cons/main.py").notes
    assert "git could not tell" in note


def test_links_are_followed_and_told(place: Workplace) -> None:
    root = place.checkout()
    write(place.root, {"shared/real.py": OLD})
    (root / "cons/linked.py").symlink_to(place.root / "shared/real.py")
    plan = planned(place, root, "cons/linked.py")
    assert [target.path for target in plan.targets] == [place.root / "shared/real.py"]
    assert any("is a link" in note and "shared/real.py" in note for note in plan.notes)
    (root / "cons/again.py").symlink_to(place.root / "shared/real.py")
    plan = planned(place, root, "cons/linked.py", "cons/again.py")
    with pytest.raises(WritingError, match="are the same file"):
        plan.check(force=True)


def test_hard_links_are_told(place: Workplace) -> None:
    root = place.checkout()
    os.link(root / "cons/main.py", place.root / "other-name.py")
    plan = planned(place, root, "cons/main.py", "cons/sub/deep.py")
    (note,) = plan.notes
    assert note == "cons/main.py is a hard link: its other names keep the old text"


def test_write_protected_file_needs_force(place: Workplace) -> None:
    root = place.checkout()
    (root / "cons/main.py").chmod(0o444)
    plan = planned(place, root, "cons/main.py")
    plan.check(force=True)
    assert plan.targets[0].mode == 0o444
    with pytest.raises(WritingError, match="write-protected"):
        plan.check(force=False)
