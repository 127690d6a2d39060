"""Runs of the program as a process: how it ends when it is stopped, cut off, or watched."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import pytest

from .conftest import NEW, RELEASES, USES

if TYPE_CHECKING:
    from .conftest import Desk

PROGRAM = (sys.executable, "-m", "drift_audit.auditor", "scan", "cons")
SCAN = (*PROGRAM, *RELEASES)
BLOCK = 4096


class Slow:
    """An index with one wheel that comes slowly, and is told when it has begun to."""

    def __init__(self, wheel: Path, *, pause_s: float) -> None:
        self.name, self.data, self.pause_s = wheel.name, wheel.read_bytes(), pause_s
        self.begun = threading.Event()

    def handler(self) -> type[BaseHTTPRequestHandler]:
        slow = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """Keep quiet."""

            def do_GET(self) -> None:
                page = f'<!DOCTYPE html><a href="/{slow.name}">{slow.name}</a>'.encode()
                is_page = self.path.startswith("/simple")
                body = page if is_page else slow.data
                self.send_response(200)
                self.send_header("Content-Type", "text/html" if is_page else "application/zip")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                for at in range(0, len(body), BLOCK):
                    self.wfile.write(body[at : at + BLOCK])
                    if not is_page:
                        slow.begun.set()
                        time.sleep(slow.pause_s)

        return Handler


@contextmanager
def slow_index(desk: Desk, *, pause_s: float) -> Iterator[Slow]:
    noise = "# " + os.urandom(40 * BLOCK // 2).hex() + "\n"
    files = {"prov/__init__.py": "", "prov/core.py": NEW + noise}
    slow = Slow(desk.wheel("prov", "2.0", files), pause_s=pause_s)
    with ThreadingHTTPServer(("127.0.0.1", 0), slow.handler()) as server:
        server.daemon_threads = True
        server.handle_error = lambda *_: None  # type: ignore[method-assign]
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        os.environ["PIP_INDEX_URL"] = f"http://127.0.0.1:{server.server_port}/simple/"
        yield slow
        server.shutdown()


@pytest.fixture
def fetching(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk that fetches from an index, with a cache and a temporary folder of its own."""
    for name in ("PIP_NO_INDEX", "PIP_FIND_LINKS"):
        monkeypatch.delenv(name)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setenv("DRIFT_AUDIT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_INDEX_URL", "set later")
    return desk


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["interrupt", "end"]
)
def test_stopped_while_fetching(fetching: Desk, tmp_path: Path, sent: int, code: int) -> None:
    with slow_index(fetching, pause_s=1.0) as slow:
        words = (*PROGRAM, "--provider", "prov==2.0", "--static", "-o", "out/a.json")
        child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert slow.begun.wait(30)
        child.send_signal(sent)
        out, err = child.communicate(timeout=30)
    assert child.returncode == code
    assert out == b""
    assert b"Traceback" not in err
    assert (b"error: interrupted." in err) is (code == 130)
    assert not (fetching.root / "out").exists()
    assert list((tmp_path / "temporary").iterdir()) == []
    assert [path.name for path in (tmp_path / "cache").rglob("*.zip")] == []
    assert [path.name for path in (tmp_path / "cache").rglob(".part-*")] == []


def watched(*words: str, term: str = "xterm") -> tuple[int, bytes, bytes]:
    """Run with standard error on a terminal: exit code, standard output, what the terminal saw."""
    ours, theirs = pty.openpty()
    env = os.environ | {"TERM": term}
    with TemporaryFile() as out:
        child = subprocess.Popen(words, stdout=out, stderr=theirs, env=env)
        os.close(theirs)
        seen = all_of(ours)
        code = child.wait(30)
        out.seek(0)
        return code, out.read(), seen


def all_of(terminal: int) -> bytes:
    """What is written to a terminal until its other end is closed."""
    seen = b""
    with os.fdopen(terminal, "rb", 0) as file:
        try:
            while data := file.read(BLOCK):
                seen += data
        except OSError:  # how some systems tell that it is closed
            pass
    return seen


def wiped(seen: bytes) -> bool:
    """Whether the last line that was drawn has been wiped."""
    return seen.endswith(b"\r") and seen.split(b"\r")[-2].strip() == b""


def test_bar_while_fetching(fetching: Desk) -> None:
    with slow_index(fetching, pause_s=0.02):
        words = (*PROGRAM, "--provider", "prov==2.0", "--static")
        code, out, seen = watched(*words)
    assert code == 1
    assert b"4 breaks" in out
    assert b"fetching prov-2.0-py3-none-any.whl" in seen
    assert b"%" in seen
    assert b" MB" in seen
    assert wiped(seen)


def test_bar_while_judging(desk: Desk) -> None:
    desk.write("cons/main.py", USES + "step(1, b=2)\n" * 12_000)
    code, _, seen = watched(*SCAN)
    assert code == 1
    assert b"judging" in seen
    assert wiped(seen)


def test_no_bar_where_none_is_of_use(desk: Desk) -> None:
    desk.write("cons/main.py", USES + "step(1, b=2)\n" * 6_000)
    assert watched(*SCAN, term="dumb")[2] == b""
    assert desk.child("scan", "cons", *RELEASES).err == ""


def test_no_bar_when_piped(fetching: Desk) -> None:
    with slow_index(fetching, pause_s=0.005):
        ended = fetching.child("scan", "cons", "--provider", "prov==2.0", "--static")
    assert (ended.code, ended.err) == (1, "")


def test_errors_in_colour_on_a_terminal_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (sys.executable, "-m", "drift_audit.auditor", "scan", "nowhere.py")
    assert b"\x1b[31m" in watched(*words)[2]
    assert b"\x1b" not in watched(*words, term="dumb")[2]
    monkeypatch.setenv("NO_COLOR", "1")
    assert b"\x1b" not in watched(*words)[2]
    assert "\x1b" not in desk.child("scan", "nowhere.py").err


def test_a_name_in_an_error_does_not_act_on_the_terminal(desk: Desk) -> None:
    ended = desk.child("scan", "no\x1b[2Jwhere\u202e.py")
    assert "no<U+001B>[2Jwhere<U+202E>.py" in ended.err


@pytest.mark.parametrize("no_color", ["", "1"])
def test_report_in_colour_on_a_terminal_alone(desk: Desk, no_color: str) -> None:
    assert desk.root.is_dir()
    ours, theirs = pty.openpty()
    env = os.environ | {"TERM": "xterm", "NO_COLOR": no_color}
    child = subprocess.Popen(SCAN, stdout=theirs, stderr=subprocess.DEVNULL, env=env)
    os.close(theirs)
    seen = all_of(ours)
    assert child.wait(30) == 1
    assert (b"\x1b" in seen) is not bool(no_color)


@pytest.mark.parametrize("words", [SCAN, (*SCAN, "--output-format", "html")])
def test_reader_that_goes_away(desk: Desk, words: tuple[str, ...]) -> None:
    desk.write("cons/main.py", USES * 500)
    reading, writing = os.pipe()
    child = subprocess.Popen([*words, "-o", "a.json"], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    os.close(reading)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (1, b"")
    assert (desk.root / "a.json").is_file()


def test_help_for_a_reader_that_goes_away(desk: Desk) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    words = (sys.executable, "-m", "drift_audit.auditor", "scan", "--help")
    child = subprocess.Popen(words, stdout=writing, stderr=subprocess.PIPE, cwd=desk.root)
    os.close(writing)
    assert child.communicate(timeout=60)[1] == b""


def test_no_standard_output_at_all(desk: Desk) -> None:
    shell = 'exec "$@" >&- 2>&-'
    ended = subprocess.run(["sh", "-c", shell, "sh", *SCAN], check=False, timeout=60)
    assert ended.returncode == 1
    ended = subprocess.run(["sh", "-c", shell, "sh", *PROGRAM, "-o", "x"], check=False, timeout=60)
    assert ended.returncode == 2
    assert desk.root.is_dir()


def test_standard_output_that_is_full(desk: Desk) -> None:
    full = Path("/dev/full")
    if not full.exists():  # only some systems have one
        return
    with full.open("wb") as target:
        child = subprocess.run(SCAN, stdout=target, stderr=subprocess.PIPE, check=False)
    assert child.returncode == 2
    assert child.stderr.startswith(b"error: standard output cannot be written: No space left")
    assert desk.root.is_dir()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize("format_", ["text", "html", "json"])
def test_terminals_of_any_encoding(desk: Desk, encoding: str, format_: str) -> None:
    desk.write("日本/é.py")
    words = ("scan", "日本", *RELEASES, "--output-format", format_)
    child = subprocess.run(
        [sys.executable, "-m", "drift_audit.auditor", *words],
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (child.returncode, child.stderr) == (1, b"")
    if format_ == "html":
        assert "é.py" in child.stdout.decode("utf-8")
    else:
        assert child.stdout.decode(encoding)


def test_plain_locale(desk: Desk) -> None:
    desk.write("日本/é.py")
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ended = desk.child("scan", "日本", *RELEASES, "-o", "é/a.html", **plain)
    assert (ended.code, ended.err) == (1, "")
    assert (desk.root / "é/a.html").is_file()
    ended = desk.child("scan", "日本/ö.py", *RELEASES, **plain)
    ended.told(3, "does not exist")
