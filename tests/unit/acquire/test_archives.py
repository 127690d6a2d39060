from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.acquire import find_consumer, find_provider, slim
from drift_audit.auditor.errors import ArchiveError, ProviderError

if TYPE_CHECKING:
    from collections.abc import Callable

    from drift_audit.auditor.acquire import Acquisition

    MakeWheel = Callable[..., Path]
    MakeSdist = Callable[..., Path]


def test_wheel_by_its_path(acquisition: Acquisition, tmp_path: Path, make_wheel: MakeWheel) -> None:
    files = {
        "prov/__init__.py": "x = 1\n",
        "prov/data.json": "{}",
        "prov-1.0.data/purelib/extra/__init__.py": "y = 2\n",
        "prov-1.0.data/scripts/run.py": "z = 3\n",
        "single.py": "",
    }
    path = make_wheel(tmp_path / "a folder", files=files, requires=("torch>=2", "click"))
    for wheel in (str(path), f"file://{str(path).replace(' ', '%20')}"):
        found = find_provider(f"prov @ {wheel}", acquisition)
        assert (found.name, found.version) == ("prov", "1.0")
        assert found.packages == ("extra", "prov", "single")
        assert found.tree.paths() == ("extra/__init__.py", "prov/__init__.py", "single.py")
        assert found.tree.read("extra/__init__.py") == b"y = 2\n"
        assert found.requires == ("torch>=2", "click")
        assert not found.installed
    assert find_consumer(str(path), acquisition).digest == found.digest


def test_wheel_that_changes_is_read_anew(
    acquisition: Acquisition, tmp_path: Path, make_wheel: MakeWheel
) -> None:
    first = find_provider(f"prov @ {make_wheel(tmp_path)}", acquisition)
    wheel = make_wheel(tmp_path, files={"prov/__init__.py": "changed = True\n"})
    second = find_provider(f"prov @ {wheel}", acquisition)
    assert second.tree.read("prov/__init__.py") == b"changed = True\n"
    assert first.digest != second.digest


@pytest.mark.parametrize("suffix", [".tar.gz", ".zip"])
def test_sdist_with_its_sources_in_src(
    acquisition: Acquisition, tmp_path: Path, make_sdist: MakeSdist, suffix: str
) -> None:
    files = {
        "pyproject.toml": '[project]\nname = "cons"\nversion = "2.0"\ndependencies = ["prov==1"]\n',
        "src/cons/__init__.py": "import prov\n",
        "tests/test_cons.py": "import cons\n",
        "setup.py": "",
    }
    path = make_sdist(tmp_path, "cons", "2.0", files, suffix=suffix)
    found = find_consumer(str(path), acquisition)
    assert (found.name, found.version, found.packages) == ("cons", "2.0", ("cons",))
    assert found.requires == ("prov==1",)
    assert {found.reported(p) for p in found.tree.paths()} == {
        "src/cons/__init__.py",
        "tests/test_cons.py",
        "setup.py",
    }
    assert found.tree.read("cons/__init__.py") == b"import prov\n"


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_any_way_of_packing(
    acquisition: Acquisition, tmp_path: Path, make_wheel: MakeWheel, compression: int
) -> None:
    wheel = make_wheel(tmp_path, compression=compression)
    found = find_provider(f"prov @ {wheel}", acquisition)
    assert found.tree.read("prov/api.py") == b"VERSION = '1.0'\n"


@pytest.mark.parametrize("content", [b"", b"<html>not found</html>", b"PK\3\4" + b"\0" * 100])
@pytest.mark.parametrize("name", ["prov-1.0-py3-none-any.whl", "prov-1.0.tar.gz", "prov-1.0.zip"])
def test_file_that_is_no_archive(
    acquisition: Acquisition, tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ArchiveError, match=name.replace(".", r"\.")):
        find_provider(f"prov @ {tmp_path / name}", acquisition)


def test_wheel_that_was_cut_short(
    acquisition: Acquisition, tmp_path: Path, make_wheel: MakeWheel
) -> None:
    wheel = make_wheel(tmp_path, files={"prov/__init__.py": "x = 1\n" * 500})
    wheel.write_bytes(wheel.read_bytes()[:200])
    with pytest.raises(ArchiveError):
        find_provider(f"prov @ {wheel}", acquisition)


def test_member_that_is_not_what_its_sum_says(
    acquisition: Acquisition, tmp_path: Path, make_wheel: MakeWheel
) -> None:
    wheel = make_wheel(tmp_path, files={"prov/__init__.py": "x = 1\n"}, compression=0)
    wheel.write_bytes(wheel.read_bytes().replace(b"x = 1\n", b"x = 2\n"))
    with pytest.raises(ArchiveError, match="does not come to what it should"):
        find_provider(f"prov @ {wheel}", acquisition)


@pytest.mark.parametrize("path", ["../evil.py", "/evil.py", "prov/../../evil.py", "C:/evil.py"])
def test_member_that_leads_out(
    acquisition: Acquisition, tmp_path: Path, make_wheel: MakeWheel, path: str
) -> None:
    wheel = make_wheel(tmp_path, files={"prov/__init__.py": "", path: ""})
    with pytest.raises(ArchiveError, match="leads out of it"):
        find_provider(f"prov @ {wheel}", acquisition)
    assert not (tmp_path / "cache" / "archives").exists()


def bomb(tmp_path: Path, make_wheel: MakeWheel, size: int) -> Path:
    return make_wheel(tmp_path, files={"prov/__init__.py": b"#" * size})


def test_bombs(
    acquisition: Acquisition,
    tmp_path: Path,
    make_wheel: MakeWheel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wheel = bomb(tmp_path, make_wheel, 9 << 20)
    with pytest.raises(ArchiveError, match="more than 200 times its size"):
        find_provider(f"prov @ {wheel}", acquisition)
    monkeypatch.setattr(slim, "MAX_FILE", 1 << 20)
    with pytest.raises(ArchiveError, match=r"holds prov/__init__\.py of 9 MiB"):
        find_provider(f"prov @ {wheel}", acquisition)
    monkeypatch.setattr(slim, "MAX_MEMBERS", 2)
    with pytest.raises(ArchiveError, match="more than 2 members"):
        find_provider(f"prov @ {wheel}", acquisition)


def test_bomb_in_a_source_archive(
    acquisition: Acquisition,
    tmp_path: Path,
    make_sdist: MakeSdist,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sdist = make_sdist(tmp_path, "prov", "1.0", {"prov/__init__.py": "#" * (2 << 20)})
    monkeypatch.setattr(slim, "MAX_TOTAL", 1 << 20)
    with pytest.raises(ArchiveError, match="more than 1 MiB of sources"):
        find_provider(f"prov @ {sdist}", acquisition)


def test_member_that_lies_about_its_size(
    acquisition: Acquisition, tmp_path: Path, make_wheel: MakeWheel
) -> None:
    wheel = bomb(tmp_path, make_wheel, 4 << 20)
    data = wheel.read_bytes()
    true_size = (4 << 20).to_bytes(4, "little")
    wheel.write_bytes(data.replace(true_size, (10).to_bytes(4, "little")))
    with pytest.raises(ArchiveError):
        find_provider(f"prov @ {wheel}", acquisition)


def test_encrypted_member(acquisition: Acquisition, tmp_path: Path, make_wheel: MakeWheel) -> None:
    wheel = make_wheel(tmp_path)
    data = bytearray(wheel.read_bytes())
    table = zipfile.ZipFile(io.BytesIO(bytes(data))).start_dir
    data[table + 8] |= 1
    wheel.write_bytes(bytes(data))
    with pytest.raises(ArchiveError, match="is encrypted"):
        find_provider(f"prov @ {wheel}", acquisition)


def test_archive_without_source(
    acquisition: Acquisition, tmp_path: Path, make_wheel: MakeWheel
) -> None:
    wheel = make_wheel(tmp_path, files={"prov/native.so": b"\x7fELF"})
    with pytest.raises(ArchiveError, match="holds no Python source"):
        find_provider(f"prov @ {wheel}", acquisition)


def test_place_that_holds_nothing(acquisition: Acquisition, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    for place, words in (("gone", "does not exist"), ("notes.txt", "is no wheel")):
        with pytest.raises(ProviderError, match=words):
            find_provider(f"prov @ {tmp_path / place}", acquisition)


def test_damaged_entry_is_made_again(
    acquisition: Acquisition, tmp_path: Path, make_wheel: MakeWheel
) -> None:
    wheel = make_wheel(tmp_path)
    first = find_provider(f"prov @ {wheel}", acquisition)
    (entry,) = (acquisition.cache_dir / "archives").rglob("*.zip")
    sound = entry.read_bytes()
    assert zipfile.ZipFile(entry).testzip() is None
    entry.write_bytes(sound[:100] + b"?" + sound[101:])
    again = find_provider(f"prov @ {wheel}", acquisition)
    assert again.tree.read("prov/api.py") == first.tree.read("prov/api.py")
    assert entry.read_bytes() == sound
