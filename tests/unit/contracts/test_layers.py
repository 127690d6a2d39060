"""A call is bound on every function that gets it, as far as its arguments come through."""

from __future__ import annotations

import importlib.util
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from drift_audit.auditor.contracts.layers import Call, try_call
from drift_audit.auditor.contracts.refusal import Refusal, module_name

SOURCE = """
import contextlib, enum, functools
from typing import Protocol
from pydantic import BaseModel

def exact(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        result = function(*args, **kwargs)
        return result or None
    return wrapper

def awaited(function):
    @functools.wraps(function)
    async def wrapper(*args, **kwargs):
        return await function(*args, **kwargs)
    return wrapper

def with_receiver(function):
    @functools.wraps(function)
    def wrapper(self, *args, **kwargs):
        return function(self, *args, **kwargs)
    return wrapper

def adding(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, b=1, **kwargs)
    return wrapper

def popping(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        kwargs.pop("old", None)
        return function(*args, **kwargs)
    return wrapper

def trying(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except TypeError:
            return None
    return wrapper

def naming(function):
    @functools.wraps(function)
    def wrapper(a, old=None, **kwargs):
        return function(a, **kwargs)
    return wrapper

def built(function):
    made = "lambda *args, **kwargs: function(*args, **kwargs)"
    return functools.wraps(function)(eval(made, {"function": function}))

def plain(a, b=0): ...

def strict(a, b): ...

def takes_all(*args, **kwargs): ...

class Meta(type):
    def __call__(cls, *args, **kwargs):
        return super().__call__(*args)

class Plain:
    def __init__(self, a): ...

    @with_receiver
    def method(self, a): ...

    @classmethod
    def of(cls, a): ...

    @staticmethod
    def free(a): ...

class Below(Plain): ...

class ByMeta(Plain, metaclass=Meta): ...

class New:
    def __new__(cls, a):
        return super().__new__(cls)

class AnyNew(Plain):
    def __new__(cls, *_, **__):
        return super().__new__(cls)

class Shim:
    @popping
    def __init__(self, a): ...

class Wrapped:
    @exact
    def __init__(self, a): ...

class Model(BaseModel):
    a: int

class Empty: ...

class Spoken(Protocol):
    def say(self): ...

class Level(enum.Enum):
    LOW = 1
"""
OLD = Call(0, ["old"], partial=True)
ONE = Call(1, [], partial=False)
FUNCTIONS = {
    "plain": ("refused", "signature"),
    "strict": ("refused", "refused"),
    "takes_all": ("signature", "signature"),
    "exact(strict)": ("refused", "refused"),
    "exact(exact(strict))": ("refused", "refused"),
    "awaited(strict)": ("refused", "refused"),
    "functools.cache(strict)": ("refused", "refused"),
    "contextlib.contextmanager(strict)": ("refused", "refused"),
    "adding(strict)": ("inconclusive", "inconclusive"),
    "popping(strict)": ("inconclusive", "inconclusive"),
    "trying(strict)": ("inconclusive", "inconclusive"),
    "naming(strict)": ("signature", "inconclusive"),
    "built(strict)": ("inconclusive", "inconclusive"),
    "exact(popping(strict))": ("inconclusive", "inconclusive"),
    "functools.partial(strict, 1)": ("refused", "signature"),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A real file, since wrappers are judged by their source."""
    file = tmp_path_factory.mktemp("layers") / "made.py"
    file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("made", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ending(told: dict[str, Any]) -> str:
    (found,) = {"refused", "inconclusive", "signature"} & set(told)
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str, made: ModuleType) -> None:
    function = eval(name, vars(made))
    old, one = FUNCTIONS[name]
    assert ending(try_call(function, OLD, receives=False)) == old
    assert ending(try_call(function, ONE, receives=False)) == one


CLASSES = {
    "Plain": ("refused", "signature"),
    "Below": ("refused", "signature"),
    "ByMeta": ("inconclusive", "inconclusive"),
    "New": ("refused", "signature"),
    "AnyNew": ("inconclusive", "signature"),
    "Shim": ("inconclusive", "inconclusive"),
    "Wrapped": ("refused", "signature"),
    "Model": ("refused", "refused"),
    "Empty": ("refused", "refused"),
}


@pytest.mark.parametrize("name", CLASSES)
def test_constructors(name: str, made: ModuleType) -> None:
    cls = getattr(made, name)
    old, one = CLASSES[name]
    assert ending(try_call(cls, OLD, receives=False)) == old
    assert ending(try_call(cls, ONE, receives=False)) == one


def test_a_call_that_fits_names_who_took_it(made: ModuleType) -> None:
    told = try_call(made.naming(made.strict), OLD, receives=False)
    assert str(told["signature"]) == "(a, old=None, **kwargs)"


@pytest.mark.parametrize("odd", ["Spoken", "Level", "int", "type", "object"])
def test_odd_classes_tell_something(odd: str, made: ModuleType) -> None:
    try:
        told = try_call(eval(odd, vars(made)), OLD, receives=False)
    except ValueError:  # a native class without a signature
        return
    assert ending(told)


METHODS = {"method": True, "of": False, "free": False}


@pytest.mark.parametrize("name", METHODS)
def test_methods(name: str, made: ModuleType) -> None:
    found, receives = getattr(made.Plain, name), METHODS[name]
    assert ending(try_call(found, ONE, receives=receives)) == "signature"
    two = Call(2, [], partial=False)
    assert ending(try_call(found, two, receives=receives)) == "refused"


PATHS = {"a.py": "a", "a/__init__.py": "a", "a/b.py": "a.b", "a/b/__init__.py": "a.b"}


@pytest.mark.parametrize("path", PATHS)
def test_a_file_is_a_module(path: str) -> None:
    assert module_name(path) == PATHS[path]


def test_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("own_one", "own_two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / "own_three.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    shut = ["own_one/__init__.py", "own_three/__init__.py", "own_four.py"]
    monkeypatch.setattr(sys, "meta_path", [Refusal(shut), *sys.meta_path])
    assert find_spec("own_one") is not None
    with pytest.raises(ImportError, match="own_one is the consumer, which is not run"):
        import_module("own_one")
    for name in ("own_two", "own_three"):
        assert import_module(name).__name__ == name
        monkeypatch.delitem(sys.modules, name)
    assert find_spec("own_four") is None
