from pathlib import Path

import pytest

from drift_audit.auditor.acquire.cache import Cache


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(folder=tmp_path / "cache", notes=[])


def entry_of(cache: Cache) -> Path:
    (path,) = (path for path in cache.folder.rglob("*") if path.is_file())
    return path


def test_what_was_written_is_read(cache: Cache) -> None:
    assert cache.read("things", "key") is None
    cache.write("things", "key", b"payload")
    assert bytes(cache.read("things", "key") or b"") == b"payload"
    cache.write_json("things", "key", {"a": ["b", 1]})
    assert cache.read_json("things", "key") == {"a": ["b", 1]}


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data[:20],
        lambda _: b"",
        lambda data: bytes([data[0] ^ 1]) + data[1:],
    ],
)
def test_damaged_entry_is_none_and_gone(cache: Cache, damage: object) -> None:
    cache.write("things", "key", b"payload" * 100)
    path = entry_of(cache)
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    assert cache.read("things", "key") is None
    assert not path.exists()


def test_folder_that_cannot_be_written_is_noted_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(folder=tmp_path / "file" / "cache", notes=[])
    cache.write("things", "key", b"payload")
    cache.write("things", "other", b"payload")
    (note,) = cache.notes
    assert "cannot be written" in note
    assert cache.read("things", "key") is None


def test_no_half_written_file_is_left(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    cache.write("things", "key", b"payload")
    assert not [path for path in cache.folder.rglob("*") if path.is_file()]
    assert "No space left on device" in cache.notes[0]
