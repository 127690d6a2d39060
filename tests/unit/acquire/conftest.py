"""Tiny wheels and sdists, a package index on this machine, and an environment without either."""

from __future__ import annotations

import base64
import hashlib
import html
import io
import json
import os
import re
import sys
import tarfile
import threading
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from drift_audit.auditor.acquire import Acquisition, Environment

JSON = "application/vnd.pypi.simple.v1+json"


def make_wheel(
    folder: Path,
    name: str = "prov",
    version: str = "1.0",
    files: Mapping[str, str | bytes] | None = None,
    *,
    requires: tuple[str, ...] = (),
    tag: str = "py3-none-any",
    compression: int = zipfile.ZIP_DEFLATED,
) -> Path:
    """A wheel whose sources are `files`; by default one package with one module."""
    sources = {f"{name}/__init__.py": "", f"{name}/api.py": f"VERSION = '{version}'\n"}
    info = f"{name}-{version}.dist-info"
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {line}" for line in requires]
    whole: dict[str, str | bytes] = {
        **(sources if files is None else files),
        f"{info}/METADATA": "\n".join([*lines, "", "Name: not this one\n"]),
        f"{info}/RECORD": "",
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", compression) as archive:
        for member, data in whole.items():
            archive.writestr(member, data)
    return path


def make_sdist(
    folder: Path, name: str, version: str, files: Mapping[str, str], *, suffix: str = ".tar.gz"
) -> Path:
    """A source archive with these files below its top folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}{suffix}"
    top = f"{name}-{version}"
    info = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    whole = {**files, "PKG-INFO": info}
    if suffix == ".zip":
        with zipfile.ZipFile(path, "w") as packed:
            for member, text in whole.items():
                packed.writestr(f"{top}/{member}", text)
        return path
    with tarfile.open(path, "w:gz") as archive:
        for member, text in whole.items():
            header = tarfile.TarInfo(f"{top}/{member}")
            header.size = len(text.encode())
            archive.addfile(header, io.BytesIO(text.encode()))
    return path


def write_files(root: Path, files: Mapping[str, str]) -> Path:
    """Files below a folder, which is given back."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@dataclass
class LocalIndex:
    """A simple index; its fields say how it behaves, `asked` what it was asked."""

    files: Path
    url: str = ""
    speaks_json: bool = True
    ranges: bool = True
    ranges_from_end: bool = True
    lies_about_ranges: bool = False
    user: str = ""
    password: str = ""
    failing: int = 0
    max_age: int = 600
    uploaded: dict[str, str] = field(default_factory=dict)
    yanked: set[str] = field(default_factory=set)
    wrong_hash: bool = False
    asked: list[str] = field(default_factory=list)
    sent: int = 0

    def wheel(
        self, version: str, *, name: str = "prov", uploaded: str = "", **more: object
    ) -> Path:
        """Offer a wheel."""
        path: Path = partial(make_wheel, self.files, name, version)(**more)  # type: ignore[arg-type]
        if uploaded:
            self.uploaded[path.name] = uploaded
        return path

    def forget(self) -> None:
        """Start counting anew."""
        self.asked.clear()
        self.sent = 0


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    index: LocalIndex

    def log_message(self, *_: object) -> None:
        """Keep quiet."""

    def do_HEAD(self) -> None:
        self._answer(405, b"")

    def do_GET(self) -> None:
        index = self.index
        index.asked.append(f"{self.path} {self.headers.get('Range', '')}".strip())
        if index.failing:
            return self._answer(index.failing, b"")
        given = base64.b64encode(f"{index.user}:{index.password}".encode()).decode()
        if index.user and self.headers.get("Authorization") != f"Basic {given}":
            return self._answer(401, b"")
        if self.path.startswith("/simple/"):
            return self._page(self.path.split("/")[2])
        return self._file(index.files / self.path.rpartition("/")[2])

    def _page(self, project: str) -> None:
        named = re.compile(rf"{project.replace('-', '[-_.]')}-\d")
        files = sorted(f for f in self.index.files.iterdir() if named.match(f.name))
        if not files:
            return self._answer(404, b"")
        body, kind = self._json(files) if self.index.speaks_json else self._html(files)
        tag = f'"{hashlib.sha256(body).hexdigest()[:8]}"'
        headers = {
            "ETag": tag,
            "Cache-Control": f"max-age={self.index.max_age}",
            "Content-Type": kind,
        }
        if self.headers.get("If-None-Match") == tag:
            return self._answer(304, b"", headers)
        return self._answer(200, body, headers)

    def _json(self, files: list[Path]) -> tuple[bytes, str]:
        rows = [
            {
                "filename": file.name,
                "url": f"/files/{file.name}",
                "hashes": {"sha256": self._hash(file)},
                "yanked": file.name in self.index.yanked,
                "upload-time": self.index.uploaded.get(file.name),
            }
            for file in files
        ]
        return json.dumps({"meta": {"api-version": "1.1"}, "files": rows}).encode(), JSON

    def _html(self, files: list[Path]) -> tuple[bytes, str]:
        links = [
            f'<a href="../../files/{html.escape(file.name)}#sha256={self._hash(file)}"'
            f"{' data-yanked=bad' if file.name in self.index.yanked else ''}>{file.name}</a>"
            for file in files
        ]
        return f"<!DOCTYPE html><html><body>{''.join(links)}</body></html>".encode(), "text/html"

    def _hash(self, file: Path) -> str:
        sound = hashlib.sha256(file.read_bytes()).hexdigest()
        return "0" * 64 if self.index.wrong_hash else sound

    def _file(self, path: Path) -> None:
        if not path.is_file():
            return self._answer(404, b"")
        data = path.read_bytes()
        asked = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        from_end = bool(asked) and not (asked and asked.group(1))
        if not asked or not self.index.ranges or (from_end and not self.index.ranges_from_end):
            return self._answer(200, data)
        first, last = asked.groups()
        start = int(first) if first else max(0, len(data) - int(last))
        end = int(last) + 1 if first and last else len(data)
        place = f"bytes {start}-{min(end, len(data)) - 1}/{len(data)}"
        part = data[start:end]
        if self.index.lies_about_ranges:
            place = f"bytes 7-{len(part) + 6}/{len(data)}"
        return self._answer(206, part, {"Content-Range": place})

    def _answer(self, status: int, body: bytes, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
            self.index.sent += len(body)
        except OSError:
            self.close_connection = True


@pytest.fixture(autouse=True)
def pip_knows_nothing(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No setting of the machine that runs the tests counts, unless its index is asked."""
    if request.node.get_closest_marker("index"):
        return
    for name in list(os.environ):
        if name.startswith("PIP_") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("NETRC", str(tmp_path / "no-netrc"))


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalIndex]:
    """An index that pip is set to use."""
    files = tmp_path / "index files"
    files.mkdir()
    local = LocalIndex(files)
    handler = type("Handler", (_Handler,), {"index": local})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        local.url = f"http://127.0.0.1:{server.server_port}/simple/"
        monkeypatch.setenv("PIP_INDEX_URL", local.url)
        yield local
        server.shutdown()
        thread.join()


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An environment whose one folder of packages is empty at first."""
    site = tmp_path / "environment" / "site-packages"
    site.mkdir(parents=True)
    return Environment(
        python=sys.executable, found_by="current", site_paths=(str(site),), prefix=""
    )


@pytest.fixture
def acquisition(tmp_path: Path, environment: Environment) -> Acquisition:
    return Acquisition(cache_dir=tmp_path / "cache", environment=environment)


@pytest.fixture
def offline(acquisition: Acquisition) -> Acquisition:
    """The same cache without the network."""
    return Acquisition(
        cache_dir=acquisition.cache_dir, environment=acquisition.environment, offline=True
    )


@pytest.fixture(name="make_wheel")
def _make_wheel() -> Callable[..., Path]:
    return make_wheel


@pytest.fixture(name="make_sdist")
def _make_sdist() -> Callable[..., Path]:
    return make_sdist


@pytest.fixture(name="write_files")
def _write_files() -> Callable[..., Path]:
    return write_files
