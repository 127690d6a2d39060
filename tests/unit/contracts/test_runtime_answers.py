"""What the child says of symbols and of calls."""

import textwrap
from pathlib import Path

import pytest

from drift_audit.auditor.contracts.runtime import (
    Confirmed,
    Inconclusive,
    NotConfirmed,
    RuntimeMissing,
    RuntimeParameter,
    RuntimeSymbol,
)
from drift_audit.auditor.model import ParameterForm

from .conftest import ask, call


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
