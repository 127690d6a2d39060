"""The line that tells how far long work has come."""

from __future__ import annotations

import io
import time

import pytest

from drift_audit.auditor.cli import progress
from drift_audit.auditor.cli.progress import Bar, progress_for


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(progress, "time", made)
    return made


def drawn(stream: io.StringIO) -> list[str]:
    return [line.rstrip() for line in stream.getvalue().split("\r")[1:]]


def test_fetch(clock: Clock) -> None:
    stream = io.StringIO()
    bar = Bar(stream)
    bar.start(10_000_000, "vllm.whl")
    for _ in range(4):
        clock.now += 0.06
        bar.advance(2_500_000)
    bar.finish()
    assert drawn(stream) == [
        "fetching vllm.whl  [........................]   0%  0.0 of 10.0 MB",
        "fetching vllm.whl  [############............]  50%  5.0 of 10.0 MB",
        "fetching vllm.whl  [########################] 100%  10.0 of 10.0 MB",
        "",
        "",
    ]


def test_fetch_of_unknown_length(clock: Clock) -> None:
    stream = io.StringIO()
    bar = Bar(stream)
    bar.start(0, "a list")
    clock.now += 1
    bar.advance(2_000_000)
    assert drawn(stream) == ["fetching a list  0.0 MB", "fetching a list  2.0 MB"]


def test_quick_work_is_not_worth_a_line(clock: Clock) -> None:
    stream = io.StringIO()
    bar = Bar(stream)
    for step in range(100):
        clock.now += 0.003
        bar.watch("judging", step, 100)
    bar.finish()
    assert stream.getvalue() == ""


def test_long_work_is(clock: Clock) -> None:
    stream = io.StringIO()
    bar = Bar(stream)
    for step in range(0, 2000, 500):
        clock.now += 0.25
        bar.watch("judging", step, 2000)
    bar.finish()
    assert drawn(stream) == [
        "judging  [######..................]  25%  500 of 2,000",
        "judging  [############............]  50%  1,000 of 2,000",
        "judging  [##################......]  75%  1,500 of 2,000",
        "",
        "",
    ]


def test_one_long_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0.05)
    stream = io.StringIO()
    bar = Bar(stream)
    bar.watch("importing", 0, 0)
    bar.watch("judging", 0, 0)
    assert stream.getvalue() == ""
    bar.watch("importing", 0, 0)
    time.sleep(0.2)
    assert drawn(stream) == ["importing"]
    bar.finish()
    assert drawn(stream) == ["importing", "", ""]


def test_narrow_terminal(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    assert clock.now
    stream = io.StringIO()
    for columns in (60, 20, 1):
        monkeypatch.setattr(Bar, "_columns", lambda _, wide=columns: wide)
        Bar(stream).start(10_000_000, "a-wheel-with-a-long-name.whl")
    assert [len(line) for line in drawn(stream)] == [59, 19, 0]
    assert "fetchin..." in drawn(stream)[0]


def test_terminal_that_went_away(clock: Clock) -> None:
    class Gone(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError

    assert clock.now
    bar = Bar(Gone())
    bar.start(10, "x")
    bar.finish()


def test_nobody_watches() -> None:
    for stream in (None, io.StringIO()):
        with progress_for(stream) as bar:
            assert bar is None
