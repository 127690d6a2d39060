"""`drift-audit show`: what a name promises, in one release and across many."""

from __future__ import annotations

import pytest

from .conftest import Desk

FIRST = """\
LIMIT = 3
class Base:
    def close(self) -> None: ...
class Engine(Base):
    kind: str = "plain"
    def __init__(self, model: str, *, eager: bool = False): self.model = model
    @property
    def busy(self) -> bool: ...
    @classmethod
    def make(cls, a, /, b=1, *rest, c, **more): ...
    async def run(self, x: int) -> int: ...
def step(a, b=1): ...
"""
SECOND = FIRST.replace("eager: bool = False", "eager: bool").replace(
    "def step(a, b=1): ...", 'def step(a):\n    """Deprecated: use run."""'
)


@pytest.fixture
def shelf(desk: Desk) -> Desk:
    texts = {
        "1.0": {"engine.py": FIRST},
        "1.1": {"engine.py": FIRST.replace("1\n", "1  # as before\n")},
        "2.0": {"engine.py": SECOND},
        "3.0": {"engine.py": "LIMIT = 4\n", "core/engine.py": SECOND, "core/__init__.py": ""},
    }
    for version, files in texts.items():
        named = {f"lib/{path}": text for path, text in files.items()}
        desk.wheel("lib", version, {"lib/__init__.py": "from .engine import LIMIT\n", **named})
    return desk


def test_a_class(shelf: Desk) -> None:
    ended = shelf.run("show", "lib.engine.Engine", "--provider", "lib==1.0")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        "== 1.0",
        "class lib.engine.Engine lib/engine.py:4",
        "",
        "class Engine(Base):",
        "Engine(",
        "    model: str,",
        "    *,",
        "    eager: bool = False,",
        ")",
        "  @property busy -> bool",
        "  def close() -> None",
        "  kind: str = 'plain'",
        "  @classmethod def make(a, /, b=1, *rest, c, **more)",
        "  model",
        "  async def run(x: int) -> int",
    ]


@pytest.mark.parametrize(
    ("name", "form", "line"),
    [
        ("lib.engine.step", "function", "    b=1,"),
        ("lib.engine.Engine.run", "async method", "async def run("),
        ("lib.engine.Engine.busy", "property", ") -> bool"),
        ("lib.engine.Engine.close", "method", ") -> None"),
        ("lib.engine.Engine.kind", "attribute", "kind: str = 'plain'"),
        ("lib.engine.Engine.model", "attribute", "model"),
        ("lib.engine", "module", "  class Engine(Base)"),
        ("lib.LIMIT", "value", "LIMIT = 3"),
        ("lib", "module", "  LIMIT  # lib.engine.LIMIT"),
    ],
)
def test_other_names(shelf: Desk, name: str, form: str, line: str) -> None:
    words = ("--provider", "lib==1.0", "--output-format", "json")
    (release,) = shelf.run("show", name, *words).json()["releases"]
    assert release["form"] == form
    assert line in release["lines"]


def test_across_releases(shelf: Desk) -> None:
    ended = shelf.run("show", "lib.engine.Engine", "--across", "all")
    assert ended.code == 0, ended.err
    assert "== 1.1" not in ended.out
    changes = ended.out.partition("== 2.0")[2]
    assert changes.splitlines()[1:3] == ["-     eager: bool = False,", "+     eager: bool,"]
    assert "+ # is not there; of that name there is\n+ # `lib.core.engine.Engine`\n" in changes
    assert ended.out.endswith("\n\nChanged in 2 of 4 releases, 1.0 to 3.0.\n")


def test_across_as_json(shelf: Desk) -> None:
    words = ("--across", "1.0,2.0,3.0", "--output-format", "json")
    whole = shelf.run("show", "lib.engine.step", *words).json()
    first, second, third = whole["releases"]
    assert (first["removed"], first["added"]) == ([], [])
    assert "    b=1," in second["removed"]
    assert (second["version"], second["form"], third["form"]) == ("2.0", "function", "gone")


def test_nowhere(shelf: Desk) -> None:
    ended = shelf.run("show", "lib.engine.Motor", "--across", "all")
    assert ended.code == 1
    assert "gone lib.engine.Motor" in ended.out


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("lib..x",), 2, "no dotted name"),
        (("lib.engine",), 3, "lib is not installed"),
        (("lib.engine", "--across", "9.9"), 3, "no release is lib 9.9"),
        (("lib.engine", "--provider", "lib=1.0"), 2, "lib==1.0"),
    ],
)
def test_what_is_refused(shelf: Desk, words: tuple[str, ...], code: int, told: str) -> None:
    shelf.run("show", *words).told(code, told)
