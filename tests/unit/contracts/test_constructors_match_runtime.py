"""The constructors that we read from source are those that the libraries really build."""

import inspect
import sys
import types

import pytest

from drift_audit.auditor.contracts.static import read_module
from drift_audit.auditor.model import ParameterForm

FORMS: dict[object, ParameterForm] = {
    inspect.Parameter.POSITIONAL_ONLY: ParameterForm.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD: ParameterForm.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.KEYWORD_ONLY: ParameterForm.KEYWORD_ONLY,
}
DATACLASS = (
    "from dataclasses import dataclass, field, InitVar, KW_ONLY\nfrom typing import ClassVar\n"
)
PYDANTIC = """
from pydantic import BaseModel, ConfigDict, Field, SkipValidation
from pydantic.dataclasses import dataclass
from dataclasses import InitVar, field
from typing import Annotated, Any, ClassVar
"""
MSGSPEC = "import msgspec\nfrom typing import ClassVar\n"
ATTRS = "import attr\nimport attrs\nfrom attrs import define, field, frozen\n"
NAMED = "from collections import namedtuple\nfrom typing import NamedTuple\n"

CASES = {
    "dataclass: plain": DATACLASS + "@dataclass\nclass C:\n    a: int\n    b: str = 'x'\n",
    "dataclass: called": DATACLASS + "@dataclass(frozen=True)\nclass C:\n    a: int\n",
    "dataclass: no annotation": DATACLASS + "@dataclass\nclass C:\n    a: int\n    b = 1\n",
    "dataclass: field": DATACLASS
    + "@dataclass\nclass C:\n    a: int = field()\n    b: list[int] = field(default_factory=list)\n",
    "dataclass: init=False": DATACLASS
    + "@dataclass\nclass C:\n    a: int\n    b: int = field(init=False)\n    c: int = field(default=3, init=False)\n",
    "dataclass: ClassVar": DATACLASS
    + "@dataclass\nclass C:\n    a: ClassVar[int] = 1\n    b: 'ClassVar[int]' = 2\n    c: int = 3\n",
    "dataclass: InitVar": DATACLASS
    + "@dataclass\nclass C:\n    a: InitVar[int]\n    b: InitVar[int] = 2\n    c: int = 3\n",
    "dataclass: kw_only": DATACLASS
    + "@dataclass(kw_only=True)\nclass C:\n    a: int\n    b: int = 1\n",
    "dataclass: KW_ONLY": DATACLASS
    + "@dataclass\nclass C:\n    a: int\n    _: KW_ONLY\n    b: int\n",
    "dataclass: one kw_only field": DATACLASS
    + "@dataclass\nclass C:\n    a: int = field(kw_only=True)\n    b: int = 1\n",
    "dataclass: kw_only but one": DATACLASS
    + "@dataclass(kw_only=True)\nclass C:\n    a: int = field(kw_only=False)\n    b: int\n",
    "dataclass: under a condition": DATACLASS
    + "@dataclass\nclass C:\n    a: int\n    if True:\n        b: int = 2\n",
    "dataclass: by module": "import dataclasses as d\n@d.dataclass\nclass C:\n    a: int = d.field(default=1)\n",
    "pydantic dataclass: Field": PYDANTIC
    + "@dataclass\nclass C:\n    a: int = Field(ge=1)\n    b: int = Field(default=2, ge=1)\n    c: int = Field(3)\n",
    "pydantic dataclass: required": PYDANTIC
    + "@dataclass\nclass C:\n    a: int = Field(...)\n    b: int = Field(default=...)\n",
    "pydantic dataclass: factory": PYDANTIC
    + "@dataclass\nclass C:\n    a: list[int] = Field(default_factory=list)\n    b: int = field(default=2)\n",
    "pydantic dataclass: init=False": PYDANTIC
    + "@dataclass\nclass C:\n    a: int\n    b: int = Field(default=1, init=False)\n    c: int = field(default=1, init=False)\n",
    "pydantic dataclass: InitVar": PYDANTIC
    + "@dataclass\nclass C:\n    a: InitVar[int]\n    b: InitVar[int] = 2\n    c: ClassVar[int] = 3\n",
    "pydantic dataclass: SkipValidation": PYDANTIC
    + "@dataclass\nclass C:\n    a: SkipValidation[int]\n    b: SkipValidation[Any] = None\n",
    "pydantic dataclass: kw_only": PYDANTIC
    + "@dataclass(kw_only=True)\nclass C:\n    a: int\n    b: int = Field(default=2)\n",
    "pydantic dataclass: one kw_only": PYDANTIC
    + "@dataclass\nclass C:\n    a: int = Field(default=1, kw_only=True)\n    b: int = 1\n",
    "pydantic dataclass: with config": PYDANTIC
    + "@dataclass(config=ConfigDict(extra='forbid'))\nclass C:\n    a: int\n",
    "pydantic dataclass: alias": PYDANTIC + "@dataclass\nclass C:\n    a: int = Field(alias='b')\n",
    "pydantic model: plain": PYDANTIC + "class C(BaseModel):\n    a: int\n    b: str = 'x'\n",
    "pydantic model: private": PYDANTIC
    + "class C(BaseModel):\n    a: int\n    _b: int = 1\n    c: ClassVar[int] = 2\n",
    "pydantic model: Field": PYDANTIC
    + "class C(BaseModel):\n    a: int = Field(ge=1)\n    b: int = Field(2)\n    c: list[int] = Field(default_factory=list)\n",
    "pydantic model: alias": PYDANTIC + "class C(BaseModel):\n    a: int = Field(alias='b')\n",
    "pydantic model: validation_alias": PYDANTIC
    + "class C(BaseModel):\n    a: int = Field(validation_alias='b')\n",
    "pydantic model: populate_by_name": PYDANTIC
    + "class C(BaseModel):\n    model_config = ConfigDict(populate_by_name=True)\n    a: int = Field(alias='b')\n",
    "pydantic model: Annotated": PYDANTIC
    + "class C(BaseModel):\n    a: Annotated[int, Field(ge=1)]\n    b: Annotated[int, Field(ge=1)] = 2\n",
    "msgspec: plain": MSGSPEC + "class C(msgspec.Struct):\n    a: int\n    b: str = 'x'\n",
    "msgspec: settings": MSGSPEC
    + "class C(msgspec.Struct, array_like=True, omit_defaults=True, gc=False):\n    a: int\n    b: list[int] = []\n",
    "msgspec: kw_only": MSGSPEC
    + "class C(msgspec.Struct, kw_only=True):\n    a: int = 1\n    b: int\n",
    "msgspec: field": MSGSPEC
    + "class C(msgspec.Struct):\n    a: int = msgspec.field(default=1)\n    b: list[int] = msgspec.field(default_factory=list)\n",
    "msgspec: renamed on the wire": MSGSPEC
    + "class C(msgspec.Struct):\n    a: int = msgspec.field(name='b')\n    c: ClassVar[int] = 1\n",
    "NamedTuple": NAMED + "class C(NamedTuple):\n    a: int\n    b: int = 2\n",
    "NamedTuple by call": NAMED + "C = NamedTuple('C', [('a', int), ('b', str)])\n",
    "namedtuple of a string": NAMED + "C = namedtuple('C', 'a, b c')\n",
    "namedtuple of a list": NAMED + "C = namedtuple('C', ['a', 'b'], defaults=[2])\n",
    "namedtuple as a base": NAMED + "class C(namedtuple('B', 'a b')):\n    x = 1\n",
    "attrs: define": ATTRS + "@define\nclass C:\n    a: int\n    b: int = 2\n",
    "attrs: frozen": ATTRS + "@frozen\nclass C:\n    a: int\n",
    "attrs: field": ATTRS
    + "@define\nclass C:\n    a: int = field()\n    b: list[int] = field(factory=list)\n    c: int = field(default=1, init=False)\n",
    "attrs: private": ATTRS + "@define\nclass C:\n    _a: int\n    __b: int = 1\n",
    "attrs: alias": ATTRS + "@define\nclass C:\n    _a: int = field(alias='_a')\n",
    "attrs: kw_only": ATTRS + "@define(kw_only=True)\nclass C:\n    a: int = 1\n    b: int\n",
    "attrs: one kw_only": ATTRS
    + "@define\nclass C:\n    a: int = field(default=1, kw_only=True)\n    b: int\n",
    "attrs: unannotated": ATTRS + "@define\nclass C:\n    a = field()\n    b: int = 1\n",
    "attrs: classic": ATTRS
    + "@attr.s\nclass C:\n    a = attr.ib()\n    b = attr.ib(default=1)\n    c: int = 2\n",
    "attrs: classic, positional default": ATTRS + "@attr.s\nclass C:\n    a = attr.ib(1)\n",
    "attrs: auto_attribs": ATTRS
    + "@attr.s(auto_attribs=True)\nclass C:\n    a: int\n    b: int = 1\n",
    "attrs: default method": ATTRS
    + "@define\nclass C:\n    a: int = field()\n    @a.default\n    def _default(self):\n        return 1\n",
    "attrs: Factory": ATTRS + "@define\nclass C:\n    a: list[int] = attrs.Factory(list)\n",
}


def static_signature(source: str) -> list[tuple[str, ParameterForm, bool]]:
    facts = read_module(source.encode(), name="cases", path="cases.py", is_package=False)
    (cls,) = [c for c in facts.classes if c.name == "C"]
    assert cls.generates_init
    return [(p.name, p.form, p.required) for p in cls.fields]


def runtime_signature(source: str) -> list[tuple[str, ParameterForm, bool]]:
    module = types.ModuleType("cases")
    sys.modules["cases"] = module
    try:
        exec(source, module.__dict__)
        signature = inspect.signature(module.__dict__["C"])
    finally:
        del sys.modules["cases"]
    empty = inspect.Parameter.empty
    return [(p.name, FORMS[p.kind], p.default is empty) for p in signature.parameters.values()]


@pytest.mark.parametrize("name", CASES)
def test_fields_are_the_signature(name: str) -> None:
    assert static_signature(CASES[name]) == runtime_signature(CASES[name])


KEEPS_ITS_OWN = {
    "dataclass": DATACLASS + "@dataclass\nclass C:\n    a: int\n    def __init__(self, z): ...\n",
    "dataclass(init=False)": DATACLASS + "@dataclass(init=False)\nclass C:\n    a: int\n",
    "pydantic model": PYDANTIC
    + "class C(BaseModel):\n    a: int\n    def __init__(self, z): ...\n",
    "attrs": ATTRS + "@define\nclass C:\n    a: int\n    def __init__(self, z): ...\n",
    "NamedTuple": NAMED
    + "class C(namedtuple('B', 'a')):\n    def __new__(cls, z):\n        return super().__new__(cls, z)\n",
    "plain": "class C:\n    a: int\n",
    "enum": "import enum\nclass C(enum.Enum):\n    A = 1\n",
}


@pytest.mark.parametrize("name", KEEPS_ITS_OWN)
def test_a_written_constructor_is_not_generated(name: str) -> None:
    source = KEEPS_ITS_OWN[name].encode()
    facts = read_module(source, name="cases", path="cases.py", is_package=False)
    assert not next(c for c in facts.classes if c.name == "C").generates_init


def test_classic_attrs_overwrites_a_written_constructor() -> None:
    source = ATTRS + "@attr.s\nclass C:\n    a = attr.ib()\n    def __init__(self, z): ...\n"
    assert static_signature(source) == runtime_signature(source)


UNKNOWN = {
    "pydantic dataclass": (PYDANTIC + "@dataclass\nclass C:\n    a: int = 1\n", False),
    "pydantic dataclass, forbidding": (
        PYDANTIC + "@dataclass(config=ConfigDict(extra='forbid'))\nclass C:\n    a: int = 1\n",
        True,
    ),
    "pydantic dataclass, dict": (
        PYDANTIC + "@dataclass(config={'extra': 'forbid'})\nclass C:\n    a: int = 1\n",
        True,
    ),
    "model": (PYDANTIC + "class C(BaseModel):\n    a: int = 1\n", False),
    "model, forbidding": (
        PYDANTIC
        + "class C(BaseModel):\n    model_config = ConfigDict(extra='forbid')\n    a: int = 1\n",
        True,
    ),
    "model, class keyword": (
        PYDANTIC + "class C(BaseModel, extra='forbid'):\n    a: int = 1\n",
        True,
    ),
    "dataclass": (DATACLASS + "@dataclass\nclass C:\n    a: int = 1\n", None),
    "msgspec": (MSGSPEC + "class C(msgspec.Struct):\n    a: int = 1\n", None),
    "attrs": (ATTRS + "@define\nclass C:\n    a: int = 1\n", None),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_keywords(name: str) -> None:
    source, expected = UNKNOWN[name]
    facts = read_module(source.encode(), name="cases", path="cases.py", is_package=False)
    assert next(c for c in facts.classes if c.name == "C").forbids_unknown is expected

    module = types.ModuleType("cases")
    sys.modules["cases"] = module
    try:
        exec(source, module.__dict__)
        if expected is False:
            assert module.__dict__["C"](unknown=1).a == 1
        else:
            with pytest.raises((TypeError, ValueError)):
                module.__dict__["C"](unknown=1)
    finally:
        del sys.modules["cases"]


def test_a_field_with_two_names_takes_both() -> None:
    source = CASES["pydantic model: populate_by_name"].encode()
    facts = read_module(source, name="cases", path="cases.py", is_package=False)
    assert facts.classes[0].aliases == (("b", "a"),)
