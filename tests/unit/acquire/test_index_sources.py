from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.acquire import Acquisition, find_provider, releases
from drift_audit.auditor.errors import ConfigurationError, IndexUnreachableError, ProviderError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.acquire.conftest import LocalIndex


def kept_text(folder: Path) -> str:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return "".join(str(path) + path.read_bytes().decode("latin-1") for path in files)


@pytest.mark.parametrize("way", ["url", "netrc"])
def test_credentials(
    index: LocalIndex,
    acquisition: Acquisition,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    way: str,
) -> None:
    index.user, index.password = "me", "secret-word"
    index.wheel("1.0")
    if way == "url":
        monkeypatch.setenv("PIP_INDEX_URL", index.url.replace("//", "//me:secret-word@"))
    else:
        netrc = tmp_path / "netrc"
        netrc.write_text("machine 127.0.0.1 login me password secret-word\n")
        netrc.chmod(stat.S_IRUSR)
        monkeypatch.setenv("NETRC", str(netrc))
    found = find_provider("prov==1.0", acquisition)
    assert found.version == "1.0"
    assert "secret-word" not in kept_text(acquisition.cache_dir) + repr(found)


def test_wrong_credentials_are_told_and_not_shown(
    index: LocalIndex, acquisition: Acquisition, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.user, index.password = "me", "right"
    index.wheel("1.0")
    monkeypatch.setenv("PIP_INDEX_URL", index.url.replace("//", "//me:secret-word@"))
    with pytest.raises(IndexUnreachableError, match="other credentials") as caught:
        find_provider("prov==1.0", acquisition)
    assert "secret-word" not in f"{caught.value} {caught.value.advice}"
    assert "keyring" in caught.value.advice


def test_plain_connection_elsewhere_is_refused(
    acquisition: Acquisition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://index.invalid/simple")
    with pytest.raises(IndexUnreachableError, match="is a plain connection"):
        releases("prov", acquisition)


def test_certificates_that_are_none(
    acquisition: Acquisition, monkeypatch: pytest.MonkeyPatch, index: LocalIndex
) -> None:
    index.wheel("1.0")
    monkeypatch.setenv("PIP_CERT", "/nowhere/ca.pem")
    with pytest.raises(ConfigurationError, match="certificates cannot be read"):
        releases("prov", acquisition)


def test_local_index_and_links(
    acquisition: Acquisition,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    make_wheel: Callable[..., Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    wheel = make_wheel(tmp_path / "an index" / "files", version="1.0")
    page = tmp_path / "an index" / "simple" / "prov" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text(f'<a href="../../files/{wheel.name}">{wheel.name}</a>')
    (tmp_path / "empty").mkdir()
    make_wheel(tmp_path / "links", version="1.1")
    (tmp_path / "links" / "readme.txt").write_text("")
    monkeypatch.setenv("PIP_INDEX_URL", (tmp_path / "an index" / "simple").as_uri())
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", (tmp_path / "empty").as_uri())
    monkeypatch.setenv("PIP_FIND_LINKS", f"{tmp_path / 'links'} /nowhere/at/all")
    assert [r.version for r in releases("prov", acquisition)] == ["1.0", "1.1"]
    assert find_provider("prov==1.0", acquisition).version == "1.0"
    assert find_provider("prov==1.1", acquisition).version == "1.1"
    with pytest.raises(ProviderError, match="has a project named other"):
        releases("other", acquisition)
    make_wheel(tmp_path / "links", version="1.1", files={"prov/__init__.py": "new = 1\n"})
    again = find_provider("prov==1.1", acquisition)
    assert again.tree.read("prov/__init__.py") == b"new = 1\n"
    make_wheel(tmp_path / "links", version="1.2")
    assert [r.version for r in releases("prov", acquisition)] == ["1.0", "1.1", "1.2"]
    assert acquisition.notes == []
    assert capsys.readouterr() == ("", "")


def test_remote_page_of_links(
    index: LocalIndex, acquisition: Acquisition, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.speaks_json = False
    index.wheel("1.0")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", f"{index.url}prov/")
    assert find_provider("prov==1.0", acquisition).version == "1.0"


def test_one_of_two_indexes_is_down(
    index: LocalIndex, acquisition: Acquisition, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.wheel("1.0")
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "http://127.0.0.1:9/simple/")
    assert find_provider("prov==1.0", acquisition).version == "1.0"
    assert "was looked for elsewhere alone" in acquisition.notes[0]
