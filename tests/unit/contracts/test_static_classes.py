"""What one class's source says: a tiny source, and the facts that it must give."""

import pytest

from drift_audit.auditor.model import (
    ClassFlavor,
    ParameterForm,
)

from .reading import class_of

FLAVORS = {
    "class C: ...": ClassFlavor.PLAIN,
    "class C(Base): ...": ClassFlavor.PLAIN,
    "@dataclass\nclass C: ...": ClassFlavor.DATACLASS,
    "from vllm.config.utils import config\n@config\nclass C: ...": ClassFlavor.PYDANTIC_DATACLASS,
    "@config(config=ConfigDict())\nclass C: ...": ClassFlavor.PYDANTIC_DATACLASS,
    "from pydantic.dataclasses import dataclass\n@config\n@dataclass\nclass C: ...": ClassFlavor.PYDANTIC_DATACLASS,
    "from dataclasses import dataclass\n@config\n@dataclass\nclass C: ...": ClassFlavor.DATACLASS,
    "@ours\nclass C:\n    a: int = Field(default=1)": ClassFlavor.PYDANTIC_DATACLASS,
    "@ours\nclass C:\n    a: InitVar[int]": ClassFlavor.PYDANTIC_DATACLASS,
    "@ours\nclass C:\n    a: int = 1": ClassFlavor.PLAIN,
    "@final\nclass C:\n    def f(self): ...": ClassFlavor.PLAIN,
    "class B(BaseModel): ...\nclass C(B): ...": ClassFlavor.PYDANTIC_MODEL,
    "class B(Protocol): ...\nclass C(B): ...": ClassFlavor.PLAIN,
    "class C(Protocol[T]): ...": ClassFlavor.PROTOCOL,
    "class C(TypedDict, total=False): ...": ClassFlavor.TYPED_DICT,
    "class C(str, enum.Enum): ...": ClassFlavor.ENUM,
    "class C(msgspec.Struct): ...": ClassFlavor.MSGSPEC_STRUCT,
    "@ours.s\nclass C: ...": ClassFlavor.PLAIN,
    "import attr\n@attr.s(auto_attribs=True)\nclass C: ...": ClassFlavor.ATTRS,
}


@pytest.mark.parametrize("source", FLAVORS)
def test_flavors(source: str) -> None:
    assert class_of(source).flavor is FLAVORS[source]


def test_the_fields_of_a_config() -> None:
    found = class_of("""
        from vllm.config.utils import config
        @config
        class C:
            a: InitVar[int]
            b: InitVar[bool] = False
            LIMIT: ClassVar[int] = 3
            c: int = Field(default=LIMIT, ge=1)
            d: int = Field(ge=1)
            e: SkipValidation[X] = None
            f: list[int] = Field(default_factory=lambda: [1, 2])
            g: int = Field(default=0, init=False)
            h: str = field(default_factory=make)
    """)
    assert [(p.name, p.default) for p in found.fields] == [
        ("a", None),
        ("b", "False"),
        ("c", "LIMIT"),
        ("d", None),
        ("e", "None"),
        ("f", "[1, 2]"),
        ("h", "make()"),
    ]
    assert found.init_only == ("a", "b")
    assert found.generates_init
    assert found.forbids_unknown is None


def test_the_fields_of_a_strict_config() -> None:
    found = class_of("""
        from huggingface_hub.dataclasses import strict
        @strict
        class C(Base):
            kind = "c"
            a: int = 1
            b: int
    """)
    assert found.flavor is ClassFlavor.DATACLASS
    assert {(p.name, p.form) for p in found.fields} == {
        ("a", ParameterForm.KEYWORD_ONLY),
        ("b", ParameterForm.KEYWORD_ONLY),
    }
    source = "from huggingface_hub.dataclasses import strict\n"
    source += "@strict(accept_kwargs=True)\n@dataclass\nclass C:\n    a: int"
    assert class_of(source).forbids_unknown is False


def test_keys_of_a_typed_dict() -> None:
    found = class_of(
        "class C(TypedDict):\n    a: Required[int]\n    b: NotRequired[int]\n    c: int"
    )
    assert [(p.name, p.required) for p in found.fields] == [("a", True), ("b", False), ("c", True)]
    part = class_of("class C(TypedDict, total=False):\n    a: Required[int]\n    c: int")
    assert [(p.name, p.required) for p in part.fields] == [("a", True), ("c", False)]


def test_members_of_an_enum() -> None:
    found = class_of("class C(Enum):\n    A = 1\n    B = auto()\n    def f(self): ...")
    assert [(a.name, a.value) for a in found.attributes] == [("A", "1"), ("B", "auto()")]
    assert found.fields == ()


def test_a_class_as_written() -> None:
    found = class_of("class C(a.B[int], metaclass=M, flag=True):\n    class D: ...\n    x: int")
    assert found.bases == ("a.B[int]",)
    assert found.keywords == (("metaclass", "M"), ("flag", "True"))
    assert [c.name for c in found.classes] == ["D"]
    assert [(a.name, a.annotation, a.value) for a in found.attributes] == [("x", "int", None)]
