"""A package that does to the child whatever a provider may do."""

import sys
import textwrap
from pathlib import Path

import pytest

from drift_audit.auditor.contracts.runtime import (
    BindRequest,
    RuntimeContracts,
    probe,
)

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


def call(symbol: str, count: int = 0, *keywords: str) -> BindRequest:
    return BindRequest(symbol=symbol, args_count=count, keywords=keywords)
