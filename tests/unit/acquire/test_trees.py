from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drift_audit.auditor.acquire.folders import list_package, list_project
from drift_audit.auditor.acquire.slim import Member, write_slim
from drift_audit.auditor.errors import ArchiveError
from drift_audit.auditor.trees import FolderTree, TreeView, ZipTree, module_paths


@settings(deadline=None)
@given(
    st.dictionaries(
        st.from_regex(r"[a-zé]{1,5}(/[a-z]{1,3})?\.(py|txt)", fullmatch=True),
        st.binary(max_size=300),
        max_size=8,
    )
)
def test_slim_zip_gives_back_what_went_in(files: dict[str, bytes]) -> None:
    data = write_slim(Member.of(path, content) for path, content in files.items())
    assert data == write_slim(Member.of(path, files[path]) for path in sorted(files, reverse=True))
    tree = ZipTree(data)
    assert set(tree.members()) == set(files)
    assert tree.paths() == tuple(sorted(path for path in files if path.endswith(".py")))
    assert {path: tree.read(path) for path in files} == files


def test_zip_digests_tell_contents_apart() -> None:
    one, same, other = (
        ZipTree(write_slim([Member.of("a.py", text)])) for text in (b"x = 1", b"x = 1", b"x = 2")
    )
    assert one.digest("a.py") == same.digest("a.py") != other.digest("a.py")
    assert one.content_digest == same.content_digest != other.content_digest


def test_zip_with_a_path_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        ZipTree(write_slim([])).read("a.py")


@pytest.mark.parametrize("data", [b"", b"PK", b"x" * 500, b"PK\5\6" + b"\xff" * 18])
def test_no_zip_is_refused(data: bytes) -> None:
    with pytest.raises(ArchiveError):
        ZipTree(data)


def test_damaged_member_is_never_given() -> None:
    data = bytearray(write_slim([Member.of("a.py", b"value = 1\n" * 50)]))
    data[40] ^= 0xFF
    with pytest.raises(ArchiveError, match=r"a\.py is damaged"):
        ZipTree(bytes(data)).read("a.py")


def test_member_that_unpacks_to_more_than_it_says() -> None:
    honest = Member.of("a.py", b"0" * 1_000_000)
    lying = Member(path="a.py", raw=honest.raw, size=10, crc=honest.crc, deflated=True)
    assert not lying.is_sound()
    with pytest.raises(ArchiveError):
        ZipTree(write_slim([lying])).read("a.py")


def test_folder_tree_reads_what_is_listed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"one")
    (tmp_path / "b.txt").write_bytes(b"two")
    tree = FolderTree(list_project(tmp_path))
    assert tree.paths() == ("a.py",)
    assert tree.read("a.py") == b"one"
    before = tree.digest("a.py"), tree.listing_digest()
    (tmp_path / "a.py").write_bytes(b"three")
    again = FolderTree(list_project(tmp_path))
    assert (again.digest("a.py"), again.listing_digest()) != before
    (tmp_path / "a.py").unlink()
    for path in ("a.py", "no.py"):
        with pytest.raises(KeyError):
            tree.read(path)


def test_view_shows_other_names(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_bytes(b"one")
    inner = FolderTree(list_project(tmp_path))
    view = TreeView(inner, {"a.py": "src/a.py"})
    assert view.paths() == ("a.py",)
    assert view.read("a.py") == b"one"
    assert view.digest("a.py") == inner.digest("src/a.py")
    with pytest.raises(KeyError):
        view.read("src/a.py")


def test_what_is_no_source_of_the_project_is_left_out(tmp_path: Path) -> None:
    kept = ("a.py", "pkg/build/__init__.py", "pkg/build/steps.py", "tests/test_a.py", "a b/c.py")
    left = (
        ".git/x.py",
        ".venv/x.py",
        "env/lib/x.py",
        "node_modules/x.py",
        "__pycache__/x.py",
        "build/lib/a.py",
        "dist/x.py",
        "lib/site-packages/x.py",
        "pkg.egg-info/x.py",
        "notes.txt",
    )
    for name in (*kept, *left, "env/pyvenv.cfg"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    assert sorted(list_project(tmp_path)) == sorted(kept)
    assert "build/lib/a.py" in list_package(tmp_path)
    assert "__pycache__/x.py" not in list_package(tmp_path)


def test_links_are_followed_once_and_never_round(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    for path in (root / "pkg" / "a.py", outside / "b.py", outside / "deep" / "c.py"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    links = {
        root / "pkg" / "up": root,
        root / "again": root / "pkg",
        root / "linked": outside,
        root / "other": outside / "deep",
        outside / "deep" / "round": outside,
        root / "gone.py": tmp_path / "nowhere",
        root / "self.py": root / "self.py",
        tmp_path / "outside" / "above": tmp_path,
    }
    for link, target in links.items():
        link.symlink_to(target)
    assert sorted(list_project(root)) == ["linked/b.py", "linked/deep/c.py", "pkg/a.py"]


def test_module_names() -> None:
    paths = ("p/__init__.py", "p/a.py", "p/a/__init__.py", "q.py")
    expected = {"p": "p/__init__.py", "p.a": "p/a/__init__.py", "q": "q.py"}
    assert module_paths(paths) == expected
