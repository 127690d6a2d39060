"""A provider may do what it likes, and the consumer is never run."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.model import Confidence, Evidence, Finding, Scan, Severity
from drift_audit.reports import formats

Ask: TypeAlias = Callable[..., Scan]
LIKELY, CONFIRMED = Confidence.LIKELY, Confidence.CONFIRMED
ONE_CALL = "def f(a, legacy=None): ...\n"


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def one_call(ask: Ask, provider: str) -> tuple[Scan, Finding]:
    source = f"import {provider}\n{provider}.f(1, legacy=2)\n"
    scan = ask(provider, source, {"__init__": ONE_CALL})
    (finding,) = scan.findings
    return scan, finding


WHY = {
    "hanging": "did not answer within 1 s while importing hanging",
    "crashing": "ended the process with exit code 3 while importing crashing",
    "needy": "RuntimeError: no GPU was found",
}


@pytest.mark.parametrize("provider", WHY)
def test_a_provider_that_cannot_be_imported(
    ask: Ask, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRIFT_AUDIT_PROBE_TIMEOUT", "1")
    start = time.monotonic()
    scan, finding = one_call(ask, provider)
    assert time.monotonic() - start < 5
    assert (finding.severity, finding.confidence) == (Severity.BREAKS, LIKELY)
    assert finding.evidence == (Evidence.STATIC, Evidence.BASELINE)
    assert scan.providers[0].runtime == f"could not be imported: {WHY[provider]}"
    longer = " (longer: DRIFT_AUDIT_PROBE_TIMEOUT=3)" if provider == "hanging" else ""
    assert scan.notes == (
        f"{provider} is judged by its sources alone: it could not be imported: {WHY[provider]}{longer}",
    )


def test_prints_stay_away(ask: Ask, capfd: pytest.CaptureFixture[str]) -> None:
    scan, finding = one_call(ask, "printing")
    assert (finding.confidence, scan.providers[0].runtime) == (CONFIRMED, "imported")
    assert capfd.readouterr() == ("", "")


def test_one_module_does_not_spoil_the_others(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRIFT_AUDIT_PROBE_TIMEOUT", "1.5")
    names = ("bad", "slow", "ok")
    calls = "".join(f"partly.{name}.f(1, legacy=2)\n" for name in names)
    consumer = "".join(f"import partly.{name}\n" for name in names) + calls
    before = {"__init__": "", **dict.fromkeys(names, ONE_CALL)}
    scan = ask("partly", consumer, before)
    assert [one.confidence for one in scan.findings] == [LIKELY, LIKELY, CONFIRMED]
    assert scan.providers[0].runtime == "imported"
    assert scan.notes[1:] == (
        "partly at run time told nothing of 1 finding: RuntimeError: no GPU was found",
        "partly at run time told nothing of 1 finding: did not answer within 1.5 s while importing partly.slow",
    )


def test_a_provider_that_is_not_installed(ask: Ask, tmp_path: Path) -> None:
    _write(tmp_path / "new", {"printing/__init__.py": "def f(a): ...\n"})
    consumer = "import printing\nprinting.f(1, legacy=2)\n"
    place = f"printing @ {tmp_path / 'new'}"
    scan = ask("printing", consumer, {"__init__": ONE_CALL}, providers=(place,))
    assert scan.providers[0].runtime == "not installed: judged by its sources"
    assert [one.confidence for one in scan.findings] == [LIKELY]


def test_nothing_is_asked_without_need(ask: Ask) -> None:
    scan = ask("crashing", "import crashing\ncrashing.f(1)\n", {"__init__": ONE_CALL})
    assert (scan.findings, scan.notes) == ((), ())
    assert scan.providers[0].runtime == "not asked: no finding needs it"


@pytest.mark.parametrize("text", ["soon", "0", "-1", "inf", "nan"])
def test_a_time_limit_that_is_none(ask: Ask, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRIFT_AUDIT_PROBE_TIMEOUT", text)
    with pytest.raises(UsageError, match=f"DRIFT_AUDIT_PROBE_TIMEOUT={text} is no number"):
        one_call(ask, "printing")


def test_answers_are_kept_for_this_state_of_the_environment(
    ask: Ask, python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from drift_audit.auditor.contracts import child

    first, _ = one_call(ask, "printing")
    asked: list[str] = []
    real = child.ask

    def noted(python: str, *rest: object, **more: object) -> object:
        asked.append(python)
        return real(python, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(child, "ask", noted)
    again, _ = one_call(ask, "printing")
    assert (asked, formats.render("json", again)) == ([], formats.render("json", first))
    (site,) = python.parent.parent.glob("lib/python*/site-packages")
    more = site / "more-1.0.dist-info"
    more.mkdir()
    try:
        one_call(ask, "printing")
    finally:
        more.rmdir()
    assert asked == [str(python)]
    monkeypatch.setenv("PRINTING_LEVEL", "3")
    one_call(ask, "printing")
    assert len(asked) == 2


@pytest.mark.parametrize("way", ["installed", "editable", "beside"])
def test_the_consumer_is_never_run(ask: Ask, tmp_path: Path, python: Path, way: str) -> None:
    """Not even by a provider that loads it as its plugin."""
    mark = tmp_path / "ran"
    consumer = f"import pathlib\npathlib.Path({str(mark)!r}).touch()\nimport hosting\nhosting.f(1, legacy=2)\n"
    (site,) = python.parent.parent.glob("lib/python*/site-packages")
    root = tmp_path / "cons"
    info = {
        "cons-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: cons\nVersion: 1.0\n",
        "cons-1.0.dist-info/RECORD": "cons/__init__.py,,\n",
    }
    files = {
        "installed": {"cons/__init__.py": consumer, **info},
        "editable": {
            "cons.pth": f"{root}\n",
            "cons-1.0.dist-info/direct_url.json": json.dumps(
                {"url": root.as_uri(), "dir_info": {"editable": True}}
            ),
            **info,
        },
        "beside": {"cons.pth": f"{root}\n"},
    }[way]
    _write(site, files)
    try:
        more = {} if way == "beside" else {"consumer": "cons"}
        scan = ask("hosting", consumer, {"__init__": ONE_CALL}, **more)
        was_run = mark.exists()
        subprocess.run([str(python), "-c", "import cons"], check=False, capture_output=True)
    finally:
        for name in files:
            (site / name).unlink()
        shutil.rmtree(site / "cons", ignore_errors=True)
    assert not was_run
    assert mark.exists(), "it can be imported there, and leaves its mark then"
    assert scan.providers[0].runtime == "imported"
    assert [one.confidence for one in scan.findings] == [CONFIRMED]
