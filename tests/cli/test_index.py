"""Indexes that cannot be asked, and caches that cannot be used."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from .conftest import NEW, RELEASES

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk


@pytest.fixture
def closed() -> str:
    """A port of this machine where nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


@pytest.fixture
def asking(desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Desk:
    """A desk that has to ask an index, with an empty cache."""
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("DRIFT_AUDIT_CACHE_DIR", str(tmp_path / "empty cache"))
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.invalid/simple/")
    return desk


def test_index_that_does_not_answer(
    asking: Desk, closed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", f"http://user:secret@{closed}/simple/")
    ended = asking.refused("cons", "--provider", "prov==2.0")
    ended.told(3, f"{closed}/simple/prov/ does not answer", "refused", "--offline")
    assert "secret" not in ended.err


@pytest.mark.parametrize("name", ["PIP_PROXY", "HTTPS_PROXY"])
def test_proxy_that_does_not_answer(
    asking: Desk, closed: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, f"http://{closed}")
    ended = asking.refused("cons", "--provider", "prov==2.0")
    ended.told(3, "index.invalid/simple/prov/ does not answer", "proxy")


@pytest.mark.parametrize("name", ["PIP_PROXY", "HTTPS_PROXY"])
def test_proxy_that_is_none(asking: Desk, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "ftp://user:secret@proxy.invalid")
    ended = asking.refused("cons", "--provider", "prov==2.0")
    ended.told(2, "proxy", "cannot be used", "http://HOST:PORT")
    assert "secret" not in ended.err


def test_index_that_is_none(asking: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "nonsense")
    ended = asking.refused("cons", "--provider", "prov==2.0")
    ended.told(3, "nonsense is neither an index's URL nor a folder", "pip config list")


def test_baseline_that_cannot_be_had_costs_a_note(asking: Desk) -> None:
    asking.write("new/prov/__init__.py", "")
    asking.write("new/prov/core.py", NEW)
    asking.write("cons/requirements.txt", "prov==1.0\n")
    ended = asking.scan("cons", "--provider", "prov @ new", "--output-format", "json")
    assert ended.code == 1
    assert "no baseline for prov: prov==1.0 (requirements.txt" in ended.json()["notes"][0]


def test_offline_with_an_empty_cache(asking: Desk) -> None:
    ended = asking.refused("cons", "--provider", "prov==2.0", "--offline")
    ended.told(3, "prov==2.0 is not in the cache", "without --offline")


def test_offline_with_what_was_fetched(desk: Desk) -> None:
    first = desk.scan()
    assert desk.scan("cons", "--offline") == first


@pytest.mark.parametrize("path", ["a-file", "a-file/below"])
def test_cache_that_cannot_be_written(desk: Desk, path: str) -> None:
    desk.write("a-file", "kept")
    note = f"the cache {path} cannot be written"
    for provider in (RELEASES, ("--provider", "prov @ new", "--static")):
        desk.write("new/prov/__init__.py", "")
        desk.write("new/prov/core.py", NEW)
        ended = desk.run("scan", "cons", *provider, "--cache-dir", path, "--output-format", "json")
        assert (ended.code, ended.err) == (1, "")
        assert [said for said in ended.json()["notes"] if note in said]
    assert (desk.root / "a-file").read_text() == "kept"


def test_cache_that_was_damaged_is_made_anew(desk: Desk, tmp_path: Path) -> None:
    cache = tmp_path / "other cache"
    first = desk.scan("cons", "--cache-dir", str(cache))
    files = [path for path in cache.rglob("*") if path.is_file()]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:-7] + b"\0nonsense")
    assert desk.scan("cons", "--cache-dir", str(cache)) == first
    for path in files:
        path.write_bytes(b"")
    assert desk.scan("cons", "--cache-dir", str(cache)) == first


def test_cache_dir_by_variable(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRIFT_AUDIT_CACHE_DIR", str(tmp_path / "named"))
    desk.scan()
    assert list((tmp_path / "named").iterdir())
