import os
from pathlib import Path

import pytest

from drift_audit.auditor.acquire import settings
from drift_audit.auditor.acquire.listing import Source, sources_of
from drift_audit.auditor.acquire.settings import (
    IndexSettings,
    read_settings,
    settings_fingerprint,
)
from drift_audit.auditor.errors import ConfigurationError


def configured(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "pip.conf"
    path.write_text(text)
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setattr(settings, "_MACHINE", tmp_path / "etc" / "pip.conf")
    return {"HOME": str(tmp_path / "home"), "XDG_CONFIG_DIRS": str(tmp_path / "xdg")}


def test_nothing_set_is_the_default_index(home: dict[str, str], tmp_path: Path) -> None:
    environ = {**home, "PIP_CONFIG_FILE": os.devnull}
    assert read_settings(str(tmp_path), environ) == IndexSettings()
    assert sources_of(IndexSettings()) == (Source(url="", is_index=True),)


def test_later_files_and_variables_win(home: dict[str, str], tmp_path: Path) -> None:
    everyone = "[global]\nindex-url = https://one/\nextra-index-url =\n  https://a/\n  https://b/\n"
    configured(tmp_path / "xdg" / "pip", everyone + "timeout = 60\ncert = /ca.pem\n")
    configured(tmp_path / "home" / ".config" / "pip", "[global]\nindex-url = https://two/\n")
    configured(tmp_path / "prefix", "[install]\nfind_links = /wheels ./more\n")
    read = read_settings(str(tmp_path / "prefix"), home)
    assert read.index_url == "https://two/"
    assert read.extra_index_urls == ("https://a/", "https://b/")
    assert read.find_links == ("/wheels", "./more")
    assert (read.timeout, read.certificates) == (60.0, "/ca.pem")
    named = configured(tmp_path / "named", "[global]\nindex-url = https://three/\n")
    environ = {**home, "PIP_CONFIG_FILE": str(named)}
    assert read_settings(str(tmp_path / "prefix"), environ).index_url == "https://three/"
    environ |= {"PIP_INDEX_URL": "https://four/", "PIP_TRUSTED_HOST": "four", "PIP_TIMEOUT": "3"}
    read = read_settings(str(tmp_path / "prefix"), environ)
    assert (read.index_url, read.timeout) == ("https://four/", 3.0)
    assert read.trusted_hosts == ("four",)


def test_no_index_leaves_the_links(home: dict[str, str], tmp_path: Path) -> None:
    environ = {**home, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels"}
    read = read_settings(str(tmp_path), environ)
    assert sources_of(read) == (Source(url="/wheels", is_index=False),)


def test_no_configuration_when_it_is_sent_to_nothing(home: dict[str, str], tmp_path: Path) -> None:
    configured(tmp_path / "home" / ".config" / "pip", "[global]\nindex-url = https://two/\n")
    environ = {**home, "PIP_CONFIG_FILE": os.devnull}
    assert read_settings(str(tmp_path), environ).index_url is None


def test_certificates_that_other_clients_use(home: dict[str, str], tmp_path: Path) -> None:
    environ = {**home, "REQUESTS_CA_BUNDLE": "/bundle.pem"}
    assert read_settings(str(tmp_path), environ).certificates == "/bundle.pem"


@pytest.mark.parametrize("text", ["no section\n", "[global]\nkey\n", "[global]\ntimeout = soon\n"])
def test_unreadable_configuration_names_the_file(
    home: dict[str, str], tmp_path: Path, text: str
) -> None:
    configured(tmp_path / "prefix", text)
    with pytest.raises(ConfigurationError, match=r"pip's (configuration .*pip\.conf|timeout)"):
        read_settings(str(tmp_path / "prefix"), home)


def test_fingerprint_follows_what_shapes_the_answer(home: dict[str, str], tmp_path: Path) -> None:
    first = settings_fingerprint(str(tmp_path), home)
    assert settings_fingerprint(str(tmp_path), {**home, "PIP_TIMEOUT": "9"}) == first
    assert settings_fingerprint(str(tmp_path), {**home, "PIP_INDEX_URL": "https://x/"}) != first
    configured(tmp_path / "home" / ".pip", "[global]\nindex-url = https://two/\n")
    assert settings_fingerprint(str(tmp_path), home) != first
