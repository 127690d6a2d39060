"""The package index as pip is set to use it: environment, then configuration files.

The files are those that pip reads, in its order: for all users, for this user, of the
environment, and the one that PIP_CONFIG_FILE names. Later ones win, variables win over all.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from drift_audit.auditor.errors import ConfigurationError

_MACHINE = Path("/etc/pip.conf")
_SECTIONS = ("global", "install")
_SHAPING = ("INDEX_URL", "EXTRA_INDEX_URL", "FIND_LINKS", "NO_INDEX", "CONFIG_FILE")
_YES = frozenset({"1", "true", "yes", "on", "y", "t"})


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexSettings:
    """Where releases are looked for. `index_url` is None for the default index; times in seconds.

    `proxy`, `certificates` and `client_certificate` are None where nothing is set.
    """

    index_url: str | None = None
    extra_index_urls: tuple[str, ...] = ()
    find_links: tuple[str, ...] = ()
    trusted_hosts: tuple[str, ...] = ()
    no_index: bool = False
    certificates: str | None = None
    client_certificate: str | None = None
    proxy: str | None = None
    timeout: float = 15.0
    retries: int = 5


def read_settings(prefix: str, environ: Mapping[str, str] = os.environ) -> IndexSettings:
    """The settings of the pip that belongs to `prefix`.

    Raises:
        ConfigurationError: a configuration file cannot be read, or a number is none.
    """
    options = _options(prefix, environ)
    certificates = options.get("cert")
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        certificates = certificates or environ.get(name)
    return IndexSettings(
        index_url=options.get("index-url"),
        extra_index_urls=_words(options.get("extra-index-url")),
        find_links=_words(options.get("find-links")),
        trusted_hosts=_words(options.get("trusted-host")),
        no_index=options.get("no-index", "").lower() in _YES,
        certificates=certificates,
        client_certificate=options.get("client-cert"),
        proxy=options.get("proxy"),
        timeout=_number(options, "timeout", _number(options, "default-timeout", 15.0)),
        retries=int(_number(options, "retries", 5.0)),
    )


def settings_fingerprint(prefix: str, environ: Mapping[str, str] = os.environ) -> str:
    """Tells apart settings that may lead to other releases; gives none of them away."""
    digest = hashlib.sha256()
    for name in _SHAPING:
        digest.update(f"{name}={environ.get(f'PIP_{name}', '')}\n".encode())
    for path in _files(prefix, environ):
        if path.is_file():
            digest.update(path.read_bytes())
            digest.update(b"\0")
    return digest.hexdigest()[:16]


def _options(prefix: str, environ: Mapping[str, str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for path in _files(prefix, environ):
        if path.is_file():
            options |= _read(path)
    for name, value in environ.items():
        if name.startswith("PIP_"):
            options[name.removeprefix("PIP_").lower().replace("_", "-")] = value
    return {name: value for name, value in options.items() if value}


def _read(path: Path) -> dict[str, str]:
    import configparser

    parser = configparser.RawConfigParser()
    try:
        parser.read_string(path.read_text(encoding="utf-8"), source=str(path))
    except (configparser.Error, UnicodeDecodeError, OSError) as error:
        raise ConfigurationError(
            f"pip's configuration {path} cannot be read: {error}", "Mend that file."
        ) from error
    return {
        name.lower().replace("_", "-").lstrip("-"): value
        for section in _SECTIONS
        if parser.has_section(section)
        for name, value in parser.items(section)
    }


def _files(prefix: str, environ: Mapping[str, str]) -> list[Path]:
    named = environ.get("PIP_CONFIG_FILE")
    if named == os.devnull:
        return []
    home = Path(environ.get("HOME") or "~").expanduser()
    for_all = [Path(folder) for folder in environ.get("XDG_CONFIG_DIRS", "/etc/xdg").split(":")]
    own = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    if sys.platform == "darwin":
        for_all = [Path("/Library/Application Support")]
        library = home / "Library" / "Application Support"
        own = library if (library / "pip").is_dir() else own
    files = [folder / "pip" / "pip.conf" for folder in for_all if folder != Path()]
    files += [_MACHINE, home / ".pip" / "pip.conf", own / "pip" / "pip.conf"]
    files += [Path(prefix) / "pip.conf"] if prefix else []
    return files + ([Path(named)] if named else [])


def _words(value: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys((value or "").split()))


def _number(options: Mapping[str, str], name: str, default: float) -> float:
    value = options.get(name)
    try:
        return float(value) if value is not None else default
    except ValueError:
        raise ConfigurationError(f"pip's {name} is {value!r}, which is no number") from None
