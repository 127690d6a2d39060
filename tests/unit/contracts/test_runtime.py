"""The child answers, whatever the provider does to it."""

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from drift_audit.auditor.contracts.runtime import (
    BindRequest,
    Confirmed,
    Inconclusive,
    NotConfirmed,
    NotImported,
    RuntimeContracts,
    RuntimeMissing,
    RuntimeParameter,
    RuntimeSymbol,
    probe,
)
from drift_audit.auditor.model import ParameterForm

GOOD = """
    import functools
    from dataclasses import dataclass
    from .inner import helper
    LIMIT = 3
    def f(a, /, b, *args, c=1, d=(1, 'x'), e=[], **kw): ...
    class Base:
        def __init__(self, x, y=None): self.z = x
        def m(self, p): ...
        @classmethod
        def k(cls, p): ...
        @staticmethod
        def s(p): ...
        @property
        def q(self): ...
        @functools.cached_property
        def r(self): ...
        def w(*args): ...
    class C(Base):
        hint: int
    @dataclass
    class D:
        u: int
        v: str = ''
    def __getattr__(name):
        if name == 'lazy': return f
        raise AttributeError(name)
"""
MODULES = {
    "__init__": "",
    "good/__init__": GOOD,
    "good/inner": "def helper(): ...\n",
    "prints": "import os\nprint('{\"symbol\": \"x\"}')\nos.write(1, b'noise')\nos.write(2, b'noise')\nx = 1",
    "exits": "import os\nos._exit(3)",
    "quits": "import sys\nsys.exit(3)",
    "raises": "raise ImportError('libcuda.so.1: no such file\\nand more')",
    "needs": "import not_there_at_all",
    "hangs": "import time\ntime.sleep(600)",
    "crashes": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)",
    "leaves": "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])",
    "threads": "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()",
    "reads": "import sys\nx = sys.stdin.read()",
    "gpu": "import os\nx = os.environ['CUDA_VISIBLE_DEVICES']\nVALUE = 'seen' if x else 'none'\ndef f(a=VALUE): ...",
    "neighbours": "import static, names, fields",
}


@pytest.fixture
def prov(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package `prov` that the child finds."""
    for name, source in MODULES.items():
        file = tmp_path / "prov" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(source))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


def ask(
    *symbols: str,
    binds: tuple[BindRequest, ...] = (),
    timeout_s: float = 20,
    cache: Path | None = None,
    env: str = "",
    python: str = sys.executable,
) -> RuntimeContracts:
    return probe(python, symbols, timeout_s=timeout_s, cache_dir=cache, env_digest=env, binds=binds)


@pytest.mark.usefixtures("prov")
def test_a_function() -> None:
    (found,) = ask("prov.good.f").symbols.values()
    assert isinstance(found, RuntimeSymbol)
    assert found.kind == "function"
    assert found.parameters == (
        RuntimeParameter(name="a", form=ParameterForm.POSITIONAL_ONLY, has_default=False),
        RuntimeParameter(name="b", form=ParameterForm.POSITIONAL_OR_KEYWORD, has_default=False),
        RuntimeParameter(name="args", form=ParameterForm.VAR_POSITIONAL, has_default=False),
        RuntimeParameter(name="c", form=ParameterForm.KEYWORD_ONLY, has_default=True, default="1"),
        RuntimeParameter(
            name="d", form=ParameterForm.KEYWORD_ONLY, has_default=True, default="(1, 'x')"
        ),
        RuntimeParameter(name="e", form=ParameterForm.KEYWORD_ONLY, has_default=True),
        RuntimeParameter(name="kw", form=ParameterForm.VAR_KEYWORD, has_default=False),
    )


KINDS = {
    "prov": ("module", None),
    "prov.good.inner": ("module", None),
    "prov.good.helper": ("function", ()),
    "prov.good.LIMIT": ("other", None),
    "prov.good.lazy": ("function", ("a", "b", "args", "c", "d", "e", "kw")),
    "prov.good.Base": ("class", ("x", "y")),
    "prov.good.D": ("class", ("u", "v")),
    "prov.good.Base.__init__": ("method", ("x", "y")),
    "prov.good.C.m": ("method", ("p",)),
    "prov.good.C.k": ("method", ("p",)),
    "prov.good.C.s": ("method", ("p",)),
    "prov.good.C.w": ("method", ("args",)),
    "prov.good.C.q": ("property", None),
    "prov.good.C.r": ("property", None),
}


@pytest.mark.usefixtures("prov")
def test_kinds_and_parameters() -> None:
    found = ask(*KINDS).symbols
    told = {}
    for name, one in found.items():
        assert isinstance(one, RuntimeSymbol), one
        names = None if one.parameters is None else tuple(p.name for p in one.parameters)
        told[name] = (one.kind, names)
        assert bool(one.unsigned) is (names is None)
    assert told == KINDS


@pytest.mark.usefixtures("prov")
def test_a_class() -> None:
    found = ask("prov.good.C").symbol("prov.good.C")
    assert isinstance(found, RuntimeSymbol)
    assert found.mro == ("prov.good.C", "prov.good.Base", "builtins.object")
    assert {"m", "q", "__init__"} <= set(found.attributes)
    assert "hint" not in found.attributes
    assert found.fields == ("hint",)


MISSING = {
    "prov.good.gone": "module prov.good has no attribute gone",
    "prov.gone": "module prov has no attribute gone",
    "prov.gone.deeper": "module prov has no attribute gone",
    "prov.good.C.gone": "C has no attribute gone",
    "not_there_at_all": "there is no module not_there_at_all",
}


@pytest.mark.usefixtures("prov")
@pytest.mark.parametrize("name", MISSING)
def test_what_is_missing(name: str) -> None:
    assert ask(name).symbol(name) == RuntimeMissing(name=name, reason=MISSING[name])


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


def call(symbol: str, count: int = 0, *keywords: str) -> BindRequest:
    return BindRequest(symbol=symbol, args_count=count, keywords=keywords)


BINDS = {
    call("prov.good.f", 2): NotConfirmed(),
    call("prov.good.f", 1): Confirmed(text="missing a required argument: 'b'"),
    call("prov.good.Base", 1, "y"): NotConfirmed(),
    call("prov.good.Base", 3): Confirmed(text="too many positional arguments"),
    call("prov.good.Base", 1, "n"): Confirmed(text="got an unexpected keyword argument 'n'"),
    call("prov.good.C.m", 1): NotConfirmed(),
    call("prov.good.C.m", 2): Confirmed(text="too many positional arguments"),
    call("prov.good.C.k", 1): NotConfirmed(),
    call("prov.good.C.s", 1): NotConfirmed(),
    call("prov.good.D", 0, "u", "v"): NotConfirmed(),
    call("prov.good.LIMIT", 1): Inconclusive(reason="cannot be called"),
    call("prov.good.gone", 1): Inconclusive(reason="module prov.good has no attribute gone"),
    call("prov.raises.x"): Inconclusive(reason="ImportError: libcuda.so.1: no such file"),
}


@pytest.mark.usefixtures("prov")
def test_calls() -> None:
    found = ask(binds=tuple(BINDS))
    for request, expected in BINDS.items():
        told = found.bind(request)
        if isinstance(told, Confirmed):
            told = Confirmed(text=told.text.replace("keyword-only argument", "argument"))
        assert told == expected, request


PYDANTIC = """
    from pydantic import BaseModel, ConfigDict, Field
    from pydantic.dataclasses import dataclass
    class Open(BaseModel):
        a: int = 1
    class Shut(BaseModel, extra='forbid'):
        a: int = 1
    class Both(BaseModel):
        model_config = ConfigDict(populate_by_name=True, extra='forbid')
        a: int = Field(alias='b')
    @dataclass
    class Loose:
        a: int
    @dataclass(config=ConfigDict(extra='forbid'))
    class Strict:
        a: int
"""
PYDANTIC_BINDS = {
    call("prov.models.Open", 0, "z"): NotConfirmed,
    call("prov.models.Shut", 0, "z"): Confirmed,
    call("prov.models.Shut", 0, "a"): NotConfirmed,
    call("prov.models.Both", 0, "a"): NotConfirmed,
    call("prov.models.Both", 0, "b"): NotConfirmed,
    call("prov.models.Loose", 1, "z"): NotConfirmed,
    call("prov.models.Loose", 0, "z"): Confirmed,
    call("prov.models.Strict", 1, "z"): Confirmed,
    call("prov.models.Strict", 1): NotConfirmed,
}


def test_calls_that_pydantic_takes(prov: Path) -> None:
    (prov / "prov/models.py").write_text(textwrap.dedent(PYDANTIC))
    found = ask(binds=tuple(PYDANTIC_BINDS))
    assert {one: type(found.bind(one)) for one in PYDANTIC_BINDS} == PYDANTIC_BINDS


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
