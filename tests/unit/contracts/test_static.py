"""What one module's source says: a tiny source, and the facts that it must give."""

import textwrap

import pytest

from drift_audit.auditor.contracts.static import read_module
from drift_audit.auditor.model import (
    Class,
    ClassFlavor,
    Function,
    FunctionForm,
    ModuleFacts,
    ParameterForm,
)


def read(source: str, *, name: str = "pkg.mod", is_package: bool = False) -> ModuleFacts:
    path = name.replace(".", "/") + ("/__init__.py" if is_package else ".py")
    source = textwrap.dedent(source)
    return read_module(source.encode(), name=name, path=path, is_package=is_package)


def function(source: str, name: str = "f") -> Function:
    return next(f for f in read(source).functions if f.name == name)


def class_of(source: str, name: str = "C") -> Class:
    return next(c for c in read(source).classes if c.name == name)


def method(source: str, name: str = "f") -> Function:
    return next(f for f in class_of(source).functions if f.name == name)


IMPORTS = {
    "import a.b": [("a", "a", None)],
    "import a.b as c": [("c", "a.b", None)],
    "from a.b import c as d": [("d", "a.b", "c")],
    "from . import c": [("c", "pkg", "c")],
    "from .c import d": [("d", "pkg.c", "d")],
    "from ..c import d": [("d", "c", "d")],
    "from a import *": [("*", "a", "*")],
    "def f():\n    import a": [],
}


@pytest.mark.parametrize("source", IMPORTS)
def test_imports(source: str) -> None:
    found = [(i.name, i.module, i.attribute) for i in read(source).imports]
    assert found == IMPORTS[source]


def test_relative_imports_of_a_package_start_at_itself() -> None:
    facts = read("from . import a\nfrom .b import c", name="pkg.sub", is_package=True)
    assert [(i.module, i.attribute) for i in facts.imports] == [
        ("pkg.sub", "a"),
        ("pkg.sub.b", "c"),
    ]


GUARDED = {
    "if TYPE_CHECKING:\n    from a import X": ("a", True, False),
    "if typing.TYPE_CHECKING:\n    from a import X": ("a", True, False),
    "if TYPE_CHECKING:\n    from a import X\nelse:\n    from b import X": ("b", False, False),
    "if not TYPE_CHECKING:\n    from a import X": ("a", False, False),
    "try:\n    from a import X\nexcept ImportError:\n    from b import X": ("a", False, True),
    "try:\n    from a import X\nexcept ImportError:\n    X = None": ("a", False, True),
    "X = None\nif cond:\n    from a import X": ("a", False, True),
    "if cond:\n    from a import X\nelse:\n    from b import X": ("a", False, True),
    "from a import X\nfrom b import X": ("b", False, False),
    "if sys.version_info < (3, 10):\n    from a import X\nelse:\n    from b import X": (
        "b",
        False,
        False,
    ),
    "if sys.version_info[:2] >= (3, 10):\n    from a import X\nelse:\n    from b import X": (
        "a",
        False,
        False,
    ),
    "if sys.platform == 'win32':\n    from a import X\nelse:\n    from b import X": (
        "a",
        False,
        True,
    ),
    "if cond:\n    from a import X\nfrom b import X": ("b", False, False),
    "with suppress(ImportError):\n    from a import X": ("a", False, True),
    "with lock:\n    from a import X": ("a", False, False),
}


@pytest.mark.parametrize("source", GUARDED)
def test_one_import_of_a_name_holds(source: str) -> None:
    facts = read(source)
    (found,) = [i for i in facts.imports if i.name == "X"]
    assert (found.module, found.type_checking, found.is_conditional) == GUARDED[source]
    assert not facts.attributes


def test_a_deleted_name_is_gone() -> None:
    assert read("import os\nx = 1\ndel os, x") == read("")


def test_both_branches_give_their_names() -> None:
    facts = read("if cond:\n    def f(a): ...\nelse:\n    def f(b): ...\n    def g(): ...")
    assert [(f.name, len(f.parameters), f.is_conditional) for f in facts.functions] == [
        ("f", 1, True),
        ("g", 0, True),
    ]
    assert facts.functions[0].parameters[0].name == "a"


def test_what_type_checkers_alone_see_may_be_absent() -> None:
    facts = read("if TYPE_CHECKING:\n    A = int\n    class B: ...\n    def f(): ...")
    assert facts.attributes[0].is_conditional
    assert facts.classes[0].is_conditional
    assert facts.functions[0].is_conditional


def test_a_constructor_for_type_checkers_does_not_run() -> None:
    source = "class C:\n    if TYPE_CHECKING:\n        def __init__(self, x): ...\n        def f(self): ..."
    assert [f.name for f in class_of(source).functions] == ["f"]


def test_parameters() -> None:
    found = function("def f(a, /, b: 'int' = 1, *args: str, c, d=None, **kw): ...").parameters
    assert [(p.name, p.form, p.default, p.annotation) for p in found] == [
        ("a", ParameterForm.POSITIONAL_ONLY, None, None),
        ("b", ParameterForm.POSITIONAL_OR_KEYWORD, "1", "int"),
        ("args", ParameterForm.VAR_POSITIONAL, None, "str"),
        ("c", ParameterForm.KEYWORD_ONLY, None, None),
        ("d", ParameterForm.KEYWORD_ONLY, "None", None),
        ("kw", ParameterForm.VAR_KEYWORD, None, None),
    ]


ANNOTATIONS = {
    "int": "int",
    "'int'": "int",
    "Optional['X']": "Optional[X]",
    "'X' | None": "X | None",
    "dict[str, 'X']": "dict[str, X]",
    "Literal['X']": "Literal['X']",
    'Literal["X", "Y"]': "Literal['X', 'Y']",
    "Annotated['X', 'note']": "Annotated[X, 'note']",
    "list[\n  int\n]": "list[int]",
    "'not an expression('": "'not an expression('",
    "tuple[int, ...]": "tuple[int, ...]",
    "Callable[['X'], int]": "Callable[['X'], int]",
}


@pytest.mark.parametrize("written", ANNOTATIONS)
def test_annotations_are_spelled_one_way(written: str) -> None:
    assert function(f"def f() -> {written}: ...").returns == ANNOTATIONS[written]


FORMS = {
    "def f(self): ...": FunctionForm.METHOD,
    "@classmethod\n    def f(cls): ...": FunctionForm.CLASS_METHOD,
    "@staticmethod\n    def f(): ...": FunctionForm.STATIC_METHOD,
    "@property\n    def f(self): ...": FunctionForm.PROPERTY,
    "@cached_property\n    def f(self): ...": FunctionForm.PROPERTY,
    "@functools.cached_property\n    def f(self): ...": FunctionForm.PROPERTY,
    "@abc.abstractmethod\n    def f(self): ...": FunctionForm.METHOD,
}


@pytest.mark.parametrize("source", FORMS)
def test_forms(source: str) -> None:
    assert method(f"class C:\n    {source}").form is FORMS[source]


def test_a_function_of_a_module() -> None:
    assert function("def f(): ...").form is FunctionForm.FUNCTION


def test_a_property_that_can_be_set() -> None:
    source = """
        class C:
            @property
            def f(self) -> int: return self._f
            @f.setter
            def f(self, value): self._f = value
            @property
            def g(self): return 1
    """
    found = method(source)
    assert (found.form, found.setter, found.returns) == (FunctionForm.PROPERTY, True, "int")
    assert not method(source, "g").setter
    assert [a.name for a in class_of(source).attributes] == ["_f"]


def test_overloads_stand_with_their_function() -> None:
    source = """
        @overload
        def f(a: int) -> int: ...
        @typing.overload
        def f(a: str) -> str: ...
        def f(a): return a
    """
    found = function(source)
    assert [(p[0].annotation, returns) for p, returns in found.overloads] == [
        ("int", "int"),
        ("str", "str"),
    ]
    assert found.parameters[0].annotation is None


FLAGS = {
    "async def f(): return 1": {"is_async"},
    "def f(): yield 1": {"is_generator"},
    "def f(): return [(yield)]": {"is_generator"},
    "def f():\n    def g(): yield 1\n    return g": set(),
    "def f(): return lambda: (yield)": set(),
    "def f(): ...": {"is_stub"},
    "def f(): pass": {"is_stub"},
    "def f():\n    '''Says.'''": {"is_stub"},
    "def f():\n    '''Says.'''\n    raise NotImplementedError": {"is_stub"},
    "def f(): raise NotImplementedError('no')": {"is_stub"},
    "def f(): raise ValueError": set(),
    "def f(): return None": set(),
    "@abstractmethod\ndef f(): ...": {"is_stub", "is_abstract"},
    "if x:\n    def f(): return 1": {"is_conditional"},
    "try:\n    def f(): return 1\nfinally: pass": {"is_conditional"},
}


@pytest.mark.parametrize("source", FLAGS)
def test_flags(source: str) -> None:
    found = function(source)
    names = ("is_async", "is_generator", "is_stub", "is_abstract", "is_conditional")
    assert {name for name in names if getattr(found, name)} == FLAGS[source]


DECORATED = {
    "@property": (),
    "@functools.lru_cache(maxsize=1)": (),
    "@torch.inference_mode()": (),
    "@contextmanager": (),
    "@register_model('x')": (),
    "@deprecated('x')": (),
    "@triton.jit": ("triton.jit",),
    "@retry(3)": ("retry(3)",),
    "@a\n@override\n@b": ("a", "b"),
}


@pytest.mark.parametrize("decorators", DECORATED)
def test_decorators_that_may_change_a_signature(decorators: str) -> None:
    assert function(f"{decorators}\ndef f(): return 1").wrapped_by == DECORATED[decorators]


def test_keywords_taken_and_handed_on() -> None:
    source = """
        def f(self, **kw):
            a = kw.get("a"), kw.pop("b", 1), kw["c"], "d" in kw, "e" not in kw
            kw["given"] = 1
            other.get("f"), kw.get(name)
            super().__init__(1, **kw)
            g(**other)
            return dict(x=1, **kw)
    """
    found = function(source)
    assert found.keys == ("a", "b", "c", "d", "e")
    assert found.forwards == ("super().__init__", "dict")


def test_reads_and_binds_of_self() -> None:
    source = """
        class C:
            def f(self, x):
                self.a, self.b = x, [1]
                self.c: int = self.d.e
                self.n += 1
                self.register_buffer("buf", x)
                setattr(self, "s", 1)
                with g() as self.w:
                    pass
                x.y = getattr(self, "r")
                def inner():
                    self.deep = 1
    """
    assert method(source).reads == ("d", "n", "register_buffer", "r")
    found = [(a.name, a.value, a.annotation) for a in class_of(source).attributes]
    assert found == [
        ("a", "x", None),
        ("b", "[1]", None),
        ("c", "self.d.e", "int"),
        ("buf", "x", None),
        ("s", "1", None),
        ("w", None, None),
        ("deep", "1", None),
    ]
    assert {a.bound_in for a in class_of(source).attributes} == {"f"}


def test_a_static_method_has_no_self() -> None:
    source = "class C:\n    @staticmethod\n    def f(self):\n        self.a = self.b"
    assert (method(source).reads, class_of(source).attributes) == ((), ())


def test_raises_are_names_of_the_body_itself() -> None:
    source = """
        def f(x):
            assert x
            def g(): raise Hidden
            try: g()
            except E as e: raise e
            raise errors.Bad("no")
    """
    assert function(source).raises == ("AssertionError", "errors.Bad")


DEPRECATED = {
    "@deprecated('use g')\ndef f(): ...": "use g",
    "@typing_extensions.deprecated(f'use {x}')\ndef f(): ...": "use {x}",
    "def f():\n    warnings.warn('f is deprecated', DeprecationWarning)\n    g()": "f is deprecated",
    "def f():\n    logger.warning('f will be removed: ' 'use g')\n    g()": "f will be removed: use g",
    "def f():\n    '''Do.\n\n    Deprecated: use g.\n    '''": "Deprecated: use g.",
    "def f():\n    '''Do.\n\n    .. deprecated:: 2.0\n    '''": ".. deprecated:: 2.0",
    "def f(a=None):\n    if a is not None:\n        warnings.warn('a is deprecated')\n    g()": None,
    "def f():\n    '''Handles deprecated things.'''": None,
    "def f():\n    warnings.warn('slow')\n    g()": None,
}


@pytest.mark.parametrize("source", DEPRECATED)
def test_deprecations(source: str) -> None:
    assert function(source).deprecated == DEPRECATED[source]


def test_what_is_said_of_a_parameter() -> None:
    source = "def f(a=None):\n    if a:\n        warnings.warn('a is deprecated, use b')\n    g()"
    assert function(source).warns == ("a is deprecated, use b",)


DIGESTS = {
    "a renamed function": (
        "def f(x):\n    y = x\n    return f(y)",
        "def g(x):\n    y = x\n    return g(y)",
    ),
    "another layout": (
        "def f(x):\n    y = (x,\n      'a')\n    return y",
        'def f(x):\n    y = (x, "a")\n    return y',
    ),
    "another docstring": (
        "def f(x):\n    'a'\n    y = x\n    return y",
        "def f(x):\n    y = x\n    return y",
    ),
    "another signature": (
        "def f(x):\n    y = x\n    return y",
        "def f(x, z=1):\n    y = x\n    return y",
    ),
}


@pytest.mark.parametrize("name", DIGESTS)
def test_equal_bodies(name: str) -> None:
    first, second = (read(source).functions[0].digest for source in DIGESTS[name])
    assert first == second != ""


OTHER_BODIES = [
    ("def f(x):\n    y = x\n    return y", "def f(x):\n    y = x\n    return x"),
    ("def f(x):\n    y = x + 1\n    return y", "def f(x):\n    y = x - 1\n    return y"),
    ("def f(x):\n    y = x.a\n    return y", "def f(x):\n    y = x.b\n    return y"),
    ("def f(x):\n    y = 1\n    return y", "def f(x):\n    y = 2\n    return y"),
]


@pytest.mark.parametrize(("first", "second"), OTHER_BODIES)
def test_other_bodies(first: str, second: str) -> None:
    assert function(first).digest != function(second).digest


def test_a_body_of_one_statement_has_no_digest() -> None:
    assert function("def f(x): return x").digest == ""


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


def test_attributes_of_a_module() -> None:
    facts = read("A = B\nc: int = 1\nd, e = 1, x\nf = g() if h else i\nj = k = 2\nfor l in m: pass")
    assert [(a.name, a.value, a.annotation) for a in facts.attributes] == [
        ("A", "B", None),
        ("c", "1", "int"),
        ("d", "1", None),
        ("e", "x", None),
        ("f", "g() if h else i", None),
        ("j", "2", None),
        ("k", "2", None),
        ("l", None, None),
    ]


def test_a_long_table_is_shown_by_its_shape() -> None:
    facts = read("a = {" + ", ".join(f"{i}: {i}" for i in range(99)) + "}")
    assert facts.attributes[0].value == "{...: ...}"


def test_exports() -> None:
    assert read("__all__ = ['a', 'b']\n__all__ += ['c']").exports == ("a", "b", "c")
    assert read("a = 1").exports is None


BROKEN = {
    b"def f(:\n": "line 1: ",
    b"\xff\xfe = 1\n": "",
    b"# -*- coding: nowhere -*-\n": "unknown encoding: nowhere",
    b"a = 1\0\n": "the source holds null bytes",
}


@pytest.mark.parametrize("source", BROKEN)
def test_a_source_that_cannot_be_read(source: bytes) -> None:
    facts = read_module(source, name="m", path="m.py", is_package=False)
    assert facts.broken.startswith(BROKEN[source])
    assert facts.broken
    assert (facts.functions, facts.name) == ((), "m")


def test_an_encoding_of_its_own() -> None:
    source = "# coding: latin-1\na = 'é'\n".encode("latin-1")
    assert read_module(source, name="m", path="m.py", is_package=False).attributes[0].value == "'é'"


def test_a_mark_at_the_start_is_no_character() -> None:
    assert not read_module(b"\xef\xbb\xbfa = 1\n", name="m", path="m.py", is_package=False).broken


def test_an_expression_as_deep_as_the_parser_allows() -> None:
    facts = read("x = " + "+".join(["1"] * 3000) + "\ndef f(): return 1")
    assert facts.broken in ("", "nested too deeply")
