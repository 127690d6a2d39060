"""The child answers, whatever the provider does to it; its answers are kept."""

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from drift_audit.auditor.contracts.runtime import (
    NotImported,
    RuntimeContracts,
    RuntimeSymbol,
)

from .conftest import ask, call

RAISING = {
    "prov.raises.x": "ImportError: libcuda.so.1: no such file",
    "prov.needs.x": "ModuleNotFoundError: No module named 'not_there_at_all'",
    "prov.quits.x": "SystemExit: 3",
    "prov.exits.x": "ended the process with exit code 3 while importing prov.exits",
    "prov.neighbours.x": "ModuleNotFoundError: No module named 'static'",
}


@pytest.mark.usefixtures("prov")
@pytest.mark.parametrize("name", RAISING)
def test_what_cannot_be_imported(name: str) -> None:
    contracts = ask(name)
    assert contracts.symbol(name) == NotImported(reason=RAISING[name])
    assert contracts.failure == NotImported(reason=RAISING[name])


@pytest.mark.usefixtures("prov")
def test_a_crash() -> None:
    reason = "ended the process by SIGSEGV while importing prov.crashes"
    assert ask("prov.crashes").symbol("prov.crashes") == NotImported(reason=reason)


@pytest.mark.usefixtures("prov")
def test_a_hang_ends_in_time() -> None:
    start = time.monotonic()
    asked = ("prov.good.f", "prov.hangs.x", "prov.good.LIMIT", "prov.hangs.y")
    contracts = ask(*asked, timeout_s=1)
    assert time.monotonic() - start < 10
    assert isinstance(contracts.symbol("prov.good.f"), RuntimeSymbol)
    hung = NotImported(reason="did not answer within 1 s while importing prov.hangs")
    assert contracts.symbol("prov.hangs.x") == hung
    assert contracts.symbol("prov.hangs.y") == hung
    assert isinstance(contracts.symbol("prov.good.LIMIT"), RuntimeSymbol)
    assert contracts.failure is None


@pytest.mark.usefixtures("prov")
def test_the_others_still_answer() -> None:
    names = ("prov.good.f", "prov.exits.x", "prov.exits.y", "prov.quits.x", "prov.prints.x")
    found = ask(*names, "prov.good.LIMIT")
    assert [isinstance(found.symbol(name), RuntimeSymbol) for name in names] == [
        True,
        False,
        False,
        False,
        True,
    ]
    assert isinstance(found.symbol("prov.good.LIMIT"), RuntimeSymbol)


@pytest.mark.usefixtures("prov")
def test_prints_stay_away(capfd: pytest.CaptureFixture[str]) -> None:
    assert isinstance(ask("prov.prints.x").symbol("prov.prints.x"), RuntimeSymbol)
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("prov")
@pytest.mark.parametrize("name", ["prov.reads", "prov.threads", "prov.leaves"])
def test_nothing_is_waited_for(name: str) -> None:
    start = time.monotonic()
    assert isinstance(ask(name).symbol(name), RuntimeSymbol)
    assert time.monotonic() - start < 10


def test_no_process_is_left(prov: Path) -> None:
    pipe = prov / "pipe"
    os.mkfifo(pipe)
    source = f"""
        import subprocess, sys
        out = open({str(pipe)!r}, "w")
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdout=out)
    """
    (prov / "prov/holds.py").write_text(textwrap.dedent(source))
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert isinstance(ask("prov.holds").symbol("prov.holds"), RuntimeSymbol)
        os.set_blocking(reader, True)
        assert os.read(reader, 1) == b""  # the end comes when the last writer is gone
    finally:
        os.close(reader)


def test_no_gpu_is_shown(prov: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    found = ask("prov.gpu.f").symbol("prov.gpu.f")
    assert isinstance(found, RuntimeSymbol)
    assert found.parameters is not None
    assert found.parameters[0].default == "'none'"
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "0"
    assert prov.exists()


def test_no_python() -> None:
    found = ask("prov.x", python="/nowhere/python")
    assert found.failure == NotImported(
        reason="/nowhere/python cannot be started: No such file or directory"
    )


def test_something_else_than_python() -> None:
    assert "exit code" in str(ask("prov.x", python="/bin/true").symbol("prov.x"))


def test_nothing_asked_starts_nothing() -> None:
    assert ask(python="/nowhere/python") == RuntimeContracts()


def test_answers_are_kept(prov: Path, tmp_path: Path) -> None:
    asked = ("prov.good.f", "prov.gone", "prov.raises.x", "prov.exits.x")
    tried = (call("prov.good.f", 1), call("prov.good.f", 2))
    first = ask(*asked, binds=tried, cache=tmp_path / "cache", env="e")
    for file in (prov / "prov").rglob("*.py"):
        file.write_text("raise AssertionError")
    assert ask(*asked, binds=tried, cache=tmp_path / "cache", env="e") == first
    assert ask(*asked, binds=tried, cache=tmp_path / "cache", env="other") != first
    assert ask(*asked, binds=tried, cache=None, env="e") != first


@pytest.mark.usefixtures("prov")
def test_a_hang_is_waited_for_once(tmp_path: Path) -> None:
    first = ask("prov.hangs", timeout_s=1, cache=tmp_path, env="e")
    start = time.monotonic()
    assert ask("prov.hangs", timeout_s=1, cache=tmp_path, env="e") == first
    assert time.monotonic() - start < 0.5
    longer = ask("prov.hangs", timeout_s=1.5, cache=tmp_path, env="e")
    assert longer.symbol("prov.hangs") == NotImported(
        reason="did not answer within 1.5 s while importing prov.hangs"
    )


@pytest.mark.usefixtures("prov")
def test_a_damaged_answer_is_asked_again(tmp_path: Path) -> None:
    first = ask("prov.good.f", cache=tmp_path, env="e")
    (file,) = (tmp_path / "runtime").iterdir()
    file.write_bytes(file.read_bytes()[:-3] + b"???")
    assert ask("prov.good.f", cache=tmp_path, env="e") == first


def test_the_script_needs_no_package(tmp_path: Path) -> None:
    from drift_audit.auditor.contracts import runtime

    script = Path(runtime.__file__).with_name("probe.py")
    request, answer = tmp_path / "request.json", tmp_path / "answer.jsonl"
    request.write_text('{"symbols": ["json.dumps"], "binds": [], "refused": []}')
    subprocess.run([sys.executable, "-I", "-S", str(script), str(request), str(answer)], check=True)
    assert '"done": true' in answer.read_text()
