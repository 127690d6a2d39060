"""`drift-audit guard -- COMMAND`: what comes to run, what does not, and what is remembered."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from .conftest import RELEASES
from .guarding import FITS, GREEN, SAYS, Post, post_at

if TYPE_CHECKING:
    from .conftest import Desk


@pytest.fixture
def post(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Post:
    return post_at(desk, monkeypatch)


@pytest.fixture(autouse=True)
def _fitting(post: Post) -> None:
    """The consumer fits."""


class TestRunning:
    def test_a_command_runs_on_green(self, desk: Desk) -> None:
        ended = desk.child("guard", "cons", *RELEASES, "--", *SAYS, "--fail-on", "x", "--", "*")
        assert (ended.code, ended.out, ended.err) == (0, "--fail-on x -- *\n", GREEN)

    def test_it_does_not_run_on_red(self, desk: Desk) -> None:
        desk.write("cons/main.py", FITS + "Engine().halt()\n")
        ended = desk.child("guard", "cons", *RELEASES, "--", *SAYS, "ran")
        assert (ended.code, ended.out) == (78, "")
        assert "main.py:3:10 breaks attribute-removed" in ended.err
        assert f"error: {sys.executable} is not run: 1 use of prov 2.0 has drifted" in ended.err
        ended = desk.child("guard", "cons", *RELEASES, "--fail-on", "never", "--", *SAYS, "ran")
        assert (ended.code, ended.out) == (0, "ran\n")

    def test_its_exit_code_is_the_command_s(self, desk: Desk) -> None:
        for code in (0, 1, 2, 3, 78, 130):
            command = (sys.executable, "-c", f"raise SystemExit({code})")
            assert desk.child("guard", "cons", *RELEASES, "--", *command).code == code

    def test_signals_go_to_the_command_and_are_as_they_were(self, desk: Desk) -> None:
        tell = (
            "import os, signal\n"
            "usual = signal.getsignal(signal.SIGTERM) == signal.SIG_DFL\n"
            "print(os.getpid(), usual, flush=True)\n"
        )
        wait = "import time; time.sleep(60)"
        command = [sys.executable, "-c", tell + wait]
        words = [
            sys.executable,
            "-m",
            "drift_audit.auditor",
            "guard",
            "cons",
            *RELEASES,
            "--",
            *command,
        ]
        with subprocess.Popen(words, cwd=desk.root, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == f"{child.pid} True\n"
            child.send_signal(signal.SIGTERM)
            assert child.wait(30) == -signal.SIGTERM

    def test_a_reader_that_goes_away_ends_it(self, desk: Desk) -> None:
        words = [
            sys.executable,
            "-m",
            "drift_audit.auditor",
            "guard",
            "cons",
            *RELEASES,
            "--",
            "yes",
        ]
        with subprocess.Popen(words, cwd=desk.root, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            assert child.stdout.read(2) == b"y\n"
            child.stdout.close()
            assert child.wait(30) == -signal.SIGPIPE

    def test_no_file_of_ours_is_handed_on(self, desk: Desk) -> None:
        command = (sys.executable, "-c", "import os; print(os.listdir('/proc/self/fd'))")
        ended = desk.child("guard", "cons", *RELEASES, "--", *command)
        assert ended.out == "['0', '1', '2', '3']\n"

    def test_standard_input_is_the_command_s(self, desk: Desk) -> None:
        words = [
            sys.executable,
            "-m",
            "drift_audit.auditor",
            "guard",
            "cons",
            *RELEASES,
            "--",
            "cat",
        ]
        done = subprocess.run(
            words, cwd=desk.root, input=b"all of it", capture_output=True, check=True
        )
        assert done.stdout == b"all of it"

    def test_a_command_that_cannot_be_run(self, desk: Desk) -> None:
        ended = desk.child("guard", "cons", *RELEASES, "--", "no-such-thing")
        assert (ended.code, "no-such-thing: there is no such command" in ended.err) == (127, True)
        ended = desk.child("guard", "cons", *RELEASES, "--", str(desk.root))
        assert (ended.code, "cannot be run: Permission denied" in ended.err) == (126, True)


class TestRefusing:
    @pytest.mark.parametrize(
        ("words", "told"),
        [
            ((), "there is no command to guard"),
            (("--",), "there is no command to guard"),
            (("--nope", "--", "true"), "No such option"),
            (("missing.py", "--", "true"), "missing.py does not exist"),
            (("cons", "--provider", "absent", "--", "true"), "absent is not installed"),
            (("cons", "--", "true"), "cons"),
            (
                ("cons", "--provider", "prov==2.0", "--select", "x", "--", "true"),
                "no kind of drift",
            ),
        ],
    )
    def test_what_keeps_a_command_from_running_is_78(
        self, desk: Desk, words: tuple[str, ...], told: str
    ) -> None:
        desk.run("guard", *words).told(78, told)

    def test_blindness_is_no_green(self, desk: Desk) -> None:
        desk.write("cons/main.py", "import prov.core as (\n")
        ended = desk.run("guard", "cons", *RELEASES, "--", "true")
        assert (ended.code, "the one file of cons cannot be read" in ended.err) == (78, True)

    def test_help_is_help(self, desk: Desk) -> None:
        ended = desk.run("guard", "--help")
        assert ended.code == 0
        assert "Usage: drift-audit guard [OPTIONS] [CONSUMER] -- COMMAND..." in ended.out

    def test_reports_are_written_either_way(self, post: Post) -> None:
        report = post.desk.root / "out" / "report.json"
        assert post.guard("-o", "out/report.json").code == 0
        assert json.loads(report.read_text())["findings"] == []
        report.unlink()
        assert post.guard("-o", "out/report.json").code == 0
        assert json.loads(report.read_text())["findings"] == []
        post.drift()
        assert post.guard("-o", "out/report.json").code == 78
        assert len(json.loads(report.read_text())["findings"]) == 1
