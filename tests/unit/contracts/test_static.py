"""What one module's source says: a tiny source, and the facts that it must give."""

import pytest

from drift_audit.auditor.contracts.static import read_module

from .reading import class_of, read

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
