"""Findings are held against what is installed, and only a child ever imports it."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import pytest

from drift_audit.auditor.audit import Request, audit
from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.model import Confidence, Evidence, Finding, Scan, Severity
from drift_audit.auditor.testimony import default_in
from drift_audit.reports import formats

BEFORE = """
    def keyword(a, *, legacy=None): ...
    def two_keywords(a, *, legacy=None, older=None): ...
    def required(a): ...
    def two_required(a): ...
    def excess(a, b): ...
    def gone(): ...
    def dial(level=1): ...
    def dials(level=1, *, mode='x'): ...
    class Made:
        def __init__(self, a, legacy=None): ...
        def stop(self): ...
        def go(self, a, b): ...
        def __init_subclass__(cls): ...
    class Held:
        def __init__(self):
            self.field = 1
"""
NOW = """
    def keyword(a): ...
    def two_keywords(a): ...
    def required(a, b): ...
    def two_required(a, b, *, c): ...
    def excess(a): ...
    def dial(level=2): ...
    def dials(level=1, *, mode='y'): ...
    class Made:
        def __init__(self, a): ...
        def go(self, a): ...
    class Held:
        def __init__(self): ...
"""
CONSUMER = """
    import good
    from good import gone
    from good.old import thing

    good.keyword(1, legacy=2)
    good.two_keywords(1, legacy=2, older=3)
    good.required(1)
    good.two_required(1)
    good.excess(1, 2)
    good.dial()
    good.dials()
    made = good.Made(1, legacy=2)
    made.stop()
    made.go(1, 2)
    good.Made.go(made, 1, 2)
    held = good.Held()
    held.field

    class Sub(good.Made):
        def __init__(self):
            super().__init__(1, legacy=2)
"""
#: What is confirmed: (line, kind, the last words of the message).
AGREED = {
    (3, "import-removed", "module good has no attribute gone"),
    (4, "import-removed", "module good has no attribute old"),
    (6, "keyword-removed", "got an unexpected keyword argument 'legacy'"),
    (7, "keyword-removed", "got an unexpected keyword argument 'legacy'"),
    (7, "keyword-removed", "got an unexpected keyword argument 'older'"),
    (8, "argument-required", "missing a required argument: 'b'"),
    (9, "argument-required", "missing a required argument: 'b'"),
    (9, "argument-required", "missing a required argument: 'c'"),
    (10, "argument-excess", "too many positional arguments"),
    (11, "default-flipped", "level=2"),
    (12, "default-flipped", "mode='y'"),
    (13, "keyword-removed", "got an unexpected keyword argument 'legacy'"),
    (14, "attribute-removed", "Made has no attribute stop"),
    (15, "argument-excess", "too many positional arguments"),
    (16, "argument-excess", "too many positional arguments"),
    (22, "keyword-removed", "got an unexpected keyword argument 'legacy'"),
}
#: Sources that run time has otherwise: a decorator, a name put there by code.
SHAPED = """
    import functools, sys

    def widened(function):
        @functools.wraps(function)
        def wrapper(a, legacy=None, b=0):
            return function(a, b)
        return wrapper

    def renamed(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            kwargs.pop("legacy", None)
            return function(*args, **kwargs)
        return wrapper

    def counted(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            with_count = 1
            return function(*args, **kwargs)
        return wrapper

    def opened(function):
        return lambda *args, **kwargs: function(*args)

    @widened
    def wide(a): ...
    @widened
    def filled(a, b): ...
    @renamed
    def shim(a): ...
    @counted
    def same(a): ...
    @opened
    def dynamic(a): ...
    @widened
    def kept(a, b=1): ...

    class Grown: ...

    setattr(sys.modules[__name__], "made", 1)
    setattr(Grown, "grown", property(lambda self: 1))
"""
SHAPED_BEFORE = """
    def wide(a, legacy=None): ...
    def filled(a): ...
    def shim(a, legacy=None): ...
    def same(a, legacy=None): ...
    def dynamic(a, legacy=None): ...
    def kept(a, b=0): ...
    made = 1
    class Grown:
        @property
        def grown(self): ...
"""
SHAPED_CONSUMER = """
    import shaped
    from shaped import made
    shaped.wide(1, legacy=2)
    shaped.filled(1)
    shaped.shim(1, legacy=2)
    shaped.same(1, legacy=2)
    shaped.dynamic(1, legacy=2)
    shaped.kept(1)
    shaped.Grown().grown
"""
ONE_CALL = "def f(a, legacy=None): ...\n"
TROUBLE = {
    "hanging": "import time\ntime.sleep(600)\ndef f(a): ...\n",
    "crashing": "import os\nos._exit(3)\ndef f(a): ...\n",
    "printing": "import os\nprint('{}')\nos.write(1, b'noise')\nos.write(2, b'noise')\ndef f(a): ...\n",
    "needy": "raise RuntimeError('no GPU was found\\nand more')\ndef f(a): ...\n",
}
LIKELY, CONFIRMED, SUSPECTED = Confidence.LIKELY, Confidence.CONFIRMED, Confidence.SUSPECTED


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text))
    return folder


def install(site: Path, package: str, *, distribution: str = "", **modules: str) -> None:
    """A package with metadata, as an installer leaves it."""
    files = {f"{package}/{name}.py": text for name, text in modules.items()}
    name = distribution or package
    info = f"{name.replace('-', '_')}-2.0.dist-info"
    record = "".join(f"{file},,\n" for file in files)
    told = f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.0\n"
    write(site, files | {f"{info}/METADATA": told, f"{info}/RECORD": record})


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own, with every provider of this file installed."""
    folder = tmp_path_factory.mktemp("witness") / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    install(site, "good", distribution="good-cpu", __init__=NOW)
    install(site, "shaped", __init__=SHAPED)
    for name, text in TROUBLE.items():
        install(site, name, __init__=text)
    parts = {"ok": "def f(a): ...\n", "bad": TROUBLE["needy"], "slow": TROUBLE["hanging"]}
    install(site, "partly", __init__="", **parts)
    plugins = "import importlib\ntry:\n    importlib.import_module('cons')\nexcept ImportError as e:\n    f = None\nelse:\n    f = 1\n"
    install(site, "hosting", __init__=plugins + "def f(a): ...\n")
    return folder / "bin" / "python"


def ask(
    tmp_path: Path,
    python: Path,
    provider: str,
    source: str,
    before: dict[str, str] | str | None = None,
    **more: object,
) -> Scan:
    """Scan a consumer of one file against the installed provider."""
    write(tmp_path / "cons", {"cons/__init__.py": source})
    baselines: tuple[str, ...] = ()
    if before is not None:
        modules = {"__init__": before} if isinstance(before, str) else before
        old = {f"{provider}/{name}.py": text for name, text in modules.items()}
        baselines = (f"{provider} @ {write(tmp_path / 'old', old)}",)
    request = Request(
        consumer=str(tmp_path / "cons"),
        providers=(provider,),
        baselines=baselines,
        python=str(python),
        cwd=tmp_path,
        cache_dir=tmp_path / "cache",
    )
    return audit(replace(request, **more))  # type: ignore[arg-type]


def one_call(tmp_path: Path, python: Path, provider: str, **more: object) -> tuple[Scan, Finding]:
    consumer = f"import {provider}\n{provider}.f(1, legacy=2)\n"
    scan = ask(tmp_path, python, provider, consumer, ONE_CALL, **more)
    (finding,) = scan.findings
    return scan, finding


def test_what_run_time_bears_out(tmp_path: Path, python: Path) -> None:
    scan = ask(tmp_path, python, "good", CONSUMER, {"__init__": BEFORE, "old": "thing = 1\n"})
    confirmed = [one for one in scan.findings if one.confidence is CONFIRMED]
    told = {
        (
            one.span.line,
            one.kind,
            one.message.rpartition("; at run time: ")[2].replace("keyword-only ", ""),
        )
        for one in confirmed
    }
    assert told == AGREED
    called = {"keyword-removed", "argument-required", "argument-excess"}
    for one in confirmed:
        assert Evidence.RUNTIME in one.evidence
        assert (Evidence.WITNESS in one.evidence) is (one.kind in called)
    (field,) = [one for one in scan.findings if one.span.line == 18]
    assert (field.kind, field.confidence) == ("attribute-removed", LIKELY)
    assert (scan.providers[0].runtime, scan.providers[0].distribution) == ("imported", "good-cpu")
    assert scan.notes == (
        "good was asked at run time about 17 findings: 16 confirmed",
        "good at run time told nothing of 1 finding: only an object can tell what it has besides its class",
    )


def test_severities_stay(tmp_path: Path, python: Path) -> None:
    before = {"__init__": BEFORE, "old": "thing = 1\n"}
    held = ask(tmp_path, python, "good", CONSUMER, before)
    static = ask(tmp_path, python, "good", CONSUMER, before, static=True)
    assert static.providers[0].runtime == "not asked (--static)"
    assert [(one.fingerprint, one.severity) for one in held.findings] == [
        (one.fingerprint, one.severity) for one in static.findings
    ]
    assert not any(Evidence.RUNTIME in one.evidence for one in static.findings)


def test_without_a_baseline_a_witness_is_worth_more(tmp_path: Path, python: Path) -> None:
    scan = ask(tmp_path, python, "good", "import good\ngood.keyword(1, legacy=2)\n")
    (finding,) = scan.findings
    assert (finding.severity, finding.confidence) == (Severity.BREAKS, CONFIRMED)


def test_what_run_time_has_otherwise(tmp_path: Path, python: Path) -> None:
    scan = ask(tmp_path, python, "shaped", SHAPED_CONSUMER, SHAPED_BEFORE)
    by_line = {one.span.line: one for one in scan.findings}
    call = "; the run-time signature accepts this call"
    tails = {
        3: "; at run time `shaped` has it",
        4: call,
        5: call,
        9: "; at run time the default is 0 still",
        10: "; at run time `shaped.Grown` has it",
    }
    for line, tail in tails.items():
        one = by_line[line]
        assert (one.severity, one.confidence) == (Severity.NOTE, SUSPECTED), one
        assert one.message.endswith(tail), one.message
        assert Evidence.RUNTIME in one.evidence
    assert by_line[4].now == "shaped.wide(a)"
    assert "`wide(a, legacy=None, b=0)`" in by_line[4].advice
    renamed, same, dynamic = (by_line[line] for line in (6, 7, 8))
    assert (same.severity, same.confidence) == (Severity.BREAKS, CONFIRMED)
    for one in (renamed, dynamic):
        assert (one.severity, one.confidence) == (Severity.BREAKS, LIKELY)
        assert Evidence.RUNTIME not in one.evidence
    assert scan.notes == (
        "shaped was asked at run time about 8 findings: 1 confirmed, 5 contradicted",
        "shaped at run time told nothing of 1 finding: a wrapper takes any arguments, and may change them",
        "shaped at run time told nothing of 1 finding: the run-time signature takes any arguments",
    )


def test_an_old_note_that_run_time_contradicts_is_counted_alone(
    tmp_path: Path, python: Path
) -> None:
    """Names of native modules: neither version's sources have them, and nothing has drifted."""
    scan = ask(tmp_path, python, "shaped", "from shaped import made\n", "def other(): ...\n")
    assert scan.findings == ()
    assert scan.notes == (
        "shaped was asked at run time about 1 finding: 0 confirmed, 1 contradicted",
        "shaped at run time has what 1 note missed in its sources, in the baseline's too: left out",
    )
    static = ask(
        tmp_path, python, "shaped", "from shaped import made\n", "def other(): ...\n", static=True
    )
    assert [one.severity for one in static.findings] == [Severity.NOTE]


WHY = {
    "hanging": "did not answer within 1 s while importing hanging",
    "crashing": "ended the process with exit code 3 while importing crashing",
    "needy": "RuntimeError: no GPU was found",
}


@pytest.mark.parametrize("provider", WHY)
def test_a_provider_that_cannot_be_imported(
    tmp_path: Path, python: Path, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRIFT_AUDIT_PROBE_TIMEOUT", "1")
    start = time.monotonic()
    scan, finding = one_call(tmp_path, python, provider)
    assert time.monotonic() - start < 5
    assert (finding.severity, finding.confidence) == (Severity.BREAKS, LIKELY)
    assert finding.evidence == (Evidence.STATIC, Evidence.BASELINE)
    assert scan.providers[0].runtime == f"could not be imported: {WHY[provider]}"
    longer = " (longer: DRIFT_AUDIT_PROBE_TIMEOUT=3)" if provider == "hanging" else ""
    assert scan.notes == (
        f"{provider} is judged by its sources alone: it could not be imported: {WHY[provider]}{longer}",
    )


def test_prints_stay_away(tmp_path: Path, python: Path, capfd: pytest.CaptureFixture[str]) -> None:
    scan, finding = one_call(tmp_path, python, "printing")
    assert (finding.confidence, scan.providers[0].runtime) == (CONFIRMED, "imported")
    assert capfd.readouterr() == ("", "")


def test_one_module_does_not_spoil_the_others(
    tmp_path: Path, python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRIFT_AUDIT_PROBE_TIMEOUT", "1.5")
    names = ("bad", "slow", "ok")
    calls = "".join(f"partly.{name}.f(1, legacy=2)\n" for name in names)
    consumer = "".join(f"import partly.{name}\n" for name in names) + calls
    before = {"__init__": "", **dict.fromkeys(names, ONE_CALL)}
    scan = ask(tmp_path, python, "partly", consumer, before)
    assert [one.confidence for one in scan.findings] == [LIKELY, LIKELY, CONFIRMED]
    assert scan.providers[0].runtime == "imported"
    assert scan.notes[1:] == (
        "partly at run time told nothing of 1 finding: RuntimeError: no GPU was found",
        "partly at run time told nothing of 1 finding: did not answer within 1.5 s while importing partly.slow",
    )


def test_a_provider_that_is_not_installed(tmp_path: Path, python: Path) -> None:
    place = write(tmp_path / "new", {"good/__init__.py": NOW})
    consumer = "import good\ngood.keyword(1, legacy=2)\n"
    scan = ask(tmp_path, python, "good", consumer, BEFORE, providers=(f"good @ {place}",))
    assert scan.providers[0].runtime == "not installed: judged by its sources"
    assert [one.confidence for one in scan.findings] == [LIKELY]


def test_nothing_is_asked_without_need(tmp_path: Path, python: Path) -> None:
    scan = ask(tmp_path, python, "crashing", "import crashing\ncrashing.f(1)\n", ONE_CALL)
    assert (scan.findings, scan.notes) == ((), ())
    assert scan.providers[0].runtime == "not asked: no finding needs it"


@pytest.mark.parametrize("text", ["soon", "0", "-1", "inf", "nan"])
def test_a_time_limit_that_is_none(
    tmp_path: Path, python: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRIFT_AUDIT_PROBE_TIMEOUT", text)
    with pytest.raises(UsageError, match=f"DRIFT_AUDIT_PROBE_TIMEOUT={text} is no number"):
        one_call(tmp_path, python, "printing")


def test_answers_are_kept_for_this_state_of_the_environment(
    tmp_path: Path, python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from drift_audit.auditor.contracts import child

    first, _ = one_call(tmp_path, python, "printing")
    asked: list[str] = []
    real = child.ask

    def noted(python: str, *rest: object, **more: object) -> object:
        asked.append(python)
        return real(python, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(child, "ask", noted)
    again, _ = one_call(tmp_path, python, "printing")
    assert (asked, formats.render("json", again)) == ([], formats.render("json", first))
    (site,) = python.parent.parent.glob("lib/python*/site-packages")
    more = site / "more-1.0.dist-info"
    more.mkdir()
    try:
        one_call(tmp_path, python, "printing")
    finally:
        more.rmdir()
    assert asked == [str(python)]
    monkeypatch.setenv("PRINTING_LEVEL", "3")
    one_call(tmp_path, python, "printing")
    assert len(asked) == 2


@pytest.mark.parametrize("way", ["installed", "editable", "beside"])
def test_the_consumer_is_never_run(tmp_path: Path, python: Path, way: str) -> None:
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
    write(site, files)
    try:
        more = {} if way == "beside" else {"consumer": "cons"}
        scan = ask(tmp_path, python, "hosting", consumer, ONE_CALL, **more)
        was_run = mark.exists()
        subprocess.run([str(python), "-c", "import cons"], check=False, capture_output=True)
    finally:
        for name in files:
            (site / name).unlink()
    assert not was_run
    assert mark.exists(), "it can be imported there, and leaves its mark then"
    assert scan.providers[0].runtime == "imported"
    assert [one.confidence for one in scan.findings] == [CONFIRMED]


DEFAULTS = {
    ("f(a, b=1)", "b"): "1",
    ("m.C.__init__(a: int = 1, *, b: str | None = None)", "a"): "1",
    ("m.C.__init__(a: int = 1, *, b: str | None = None)", "b"): "None",
    ("f(a, /, b=(1, 2), *c, **d)", "b"): "(1, 2)",
    ("f(a, b=1)", "a"): None,
    ("f(a, b=1)", "c"): None,
    ("f(a=", "a"): None,
    ("", "a"): None,
}


@pytest.mark.parametrize(("signature", "parameter"), DEFAULTS)
def test_a_default_in_a_signature(signature: str, parameter: str) -> None:
    assert default_in(signature, parameter) == DEFAULTS[signature, parameter]
