"""What one function's source says: a tiny source, and the facts that it must give."""

import pytest

from drift_audit.auditor.model import (
    FunctionForm,
    ParameterForm,
)

from .reading import class_of, function, method, read


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
