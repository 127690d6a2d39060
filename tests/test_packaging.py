"""What lands in a user's site-packages: one namespace, complete, and nothing beside it."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

import drift_audit.auditor

FOLDERS = ("auditor", "extract", "patchers", "reports", "train")


def tracked(root: Path) -> set[str]:
    """The files of the five folders that git knows, as far as they are not deleted."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--", *FOLDERS]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {path for path in listing.split("\0") if path and (root / path).exists()}


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the sdist, and the wheel that was made from that sdist."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(root)]
    subprocess.run(command, check=True, capture_output=True)
    return out


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


def members(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_wheel_owns_one_name(wheel: Path) -> None:
    tops = {name.split("/", 1)[0] for name in members(wheel)}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"drift_audit"}


def test_drift_audit_is_a_namespace(wheel: Path) -> None:
    assert "drift_audit/__init__.py" not in members(wheel)


def test_wheel_holds_every_tracked_file(root: Path, wheel: Path) -> None:
    expected = {f"drift_audit/{path}" for path in tracked(root)}
    assert len(expected) > len(FOLDERS)
    assert expected - members(wheel) == set()


def test_sdist_holds_folders_and_no_links(root: Path, built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        entries = archive.getmembers()
    assert [entry.name for entry in entries if entry.issym() or entry.islnk()] == []
    names = {entry.name.split("/", 1)[1] for entry in entries}
    assert tracked(root) - names == set()


def test_installed_wheel_leaves_common_names_alone(wheel: Path, tmp_path: Path) -> None:
    site, neutral = tmp_path / "site", tmp_path / "neutral"
    neutral.mkdir()
    shutil.unpack_archive(wheel, site, format="zip")
    program = (
        "from importlib.util import find_spec\n"
        f"assert all(find_spec('drift_audit.' + name) for name in {FOLDERS})\n"
        f"assert not any(find_spec(name) for name in {FOLDERS})\n"
        "import drift_audit.auditor.model as model\n"
        f"assert model.__file__.startswith({str(site)!r}), model.__file__\n"
    )
    child = subprocess.run(
        # Without site-packages, where the editable install of the same namespace lies.
        [sys.executable, "-S", "-c", program],
        cwd=neutral,
        env={"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 0, child.stderr


def test_editable_install_leaves_common_names_alone(tmp_path: Path) -> None:
    program = (
        "from importlib.util import find_spec\n"
        f"print([name for name in {FOLDERS} if find_spec(name)])"
    )
    command = [sys.executable, "-c", program]
    child = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert child.stdout.strip() == "[]"


def test_one_version(wheel: Path) -> None:
    version = drift_audit.auditor.__version__
    assert wheel.name.split("-")[1] == version
    assert metadata.version("drift-audit") == version


def test_development_links_stand_for_the_folders(root: Path) -> None:
    for folder in FOLDERS:
        link = root / ".dev" / "drift_audit" / folder
        assert link.is_symlink()
        assert link.resolve() == root / folder
