"""Names that a module serves without binding them."""

import textwrap

import pytest

from drift_audit.auditor.contracts.static import read_module

CASES = {
    "a literal": (
        "def __getattr__(name):\n    if name == 'x':\n        from a.b import y\n        return y\n    raise AttributeError",
        {"x": "a.b:y"},
    ),
    "a relative one": (
        "def __getattr__(name):\n    if name == 'x':\n        from .b import y\n        return y",
        {"x": "pkg.b:y"},
    ),
    "an attribute of a module": (
        "def __getattr__(name):\n    if name == 'x':\n        from a import b as c\n        return c.y",
        {"x": "a.b:y"},
    ),
    "several": (
        "def __getattr__(name):\n    if name in ('x', 'y'):\n        from a import b\n        return getattr(b, name)",
        {"x": "a.b:x", "y": "a.b:y"},
    ),
    "a named group": (
        "N = ['x']\ndef __getattr__(name):\n    if name in N:\n        return make(name)",
        {"x": ""},
    ),
    "a value": ("def __getattr__(name):\n    if name == 'x':\n        return make()", {"x": ""}),
    "match": (
        "def __getattr__(name):\n    match name:\n        case 'x':\n            return 1",
        {"x": ""},
    ),
    "module:attribute": (
        "M = {'X': '.a.b:Y'}\ndef __getattr__(name):\n    if name in M:\n"
        "        m, a = M[name].split(':')\n        return getattr(import_module(m, __package__), a)",
        {"X": "pkg.a.b:Y"},
    ),
    "modules alone": (
        "M = {'X': 'a.b'}\ndef __getattr__(name):\n    return getattr(import_module(M[name]), name)",
        {"X": "a.b:X"},
    ),
    "modules behind a prefix": (
        "M: dict = {'X': 'b'}\ndef __getattr__(name):\n    m = M.get(name)\n"
        "    return getattr(import_module(f'.{m}', __name__), name)",
        {"X": "pkg.b:X"},
    ),
    "an absolute prefix": (
        "M = {'X': 'b'}\ndef __getattr__(name):\n    if name in M:\n"
        "        return getattr(__import__(f'pkg.{M[name]}'), name)",
        {"X": "pkg.b:X"},
    ),
    "pairs": (
        "M = {'X': ('a', 'Y')}\ndef __getattr__(name):\n    return load(*M[name])",
        {"X": "a:Y"},
    ),
    "values that are computed": (
        "E = {'X': lambda: 1}\ndef __getattr__(name):\n    if name in E:\n        return E[name]()",
        {"X": ""},
    ),
    "behind TYPE_CHECKING": (
        "M = {'X': 'a:Y'}\nif TYPE_CHECKING:\n    from a import Y as X\nelse:\n"
        "    def __getattr__(name):\n        if name in M:\n            return load(M[name])",
        {"X": "a:Y"},
    ),
    "a table that is not asked": (
        "M = {'X': 'a'}\ndef __getattr__(name):\n    raise AttributeError",
        {},
    ),
    "a method is no module's": (
        "class C:\n    def __getattr__(self, name):\n        if name == 'x': return 1",
        {},
    ),
    "an import structure": (
        "from t import _LazyModule\n_s = {'a': ['X'], 'b': []}\nif ok():\n    _s['b'].append('Y')\n"
        "    _s['c'] = ['Z']\n_s['c'].extend(['W'])\nsys.modules[__name__] = _LazyModule(__name__, f, _s)",
        {"X": "pkg.a:X", "Y": "pkg.b:Y", "Z": "pkg.c:Z", "W": "pkg.c:W"},
    ),
    "a structure that is handed on": (
        "from t import _LazyModule\n_import_structure = {'a': ['X']}\n_import_structure['a'] += ['Y']\n"
        "s = define_import_structure(f)\ns[frozenset()].update(_import_structure)\n"
        "sys.modules[__name__] = _LazyModule(__name__, f, s)",
        {"X": "pkg.a:X", "Y": "pkg.a:Y", "*": ""},
    ),
    "a structure that is looked up": (
        "from t import _LazyModule\nsys.modules[__name__] = _LazyModule(__name__, f, define_import_structure(f))",
        {"*": ""},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_lazy_names(name: str) -> None:
    source, expected = CASES[name]
    source = textwrap.dedent(source)
    facts = read_module(source.encode(), name="pkg", path="pkg/__init__.py", is_package=True)
    assert dict(facts.lazy) == expected
    assert facts.has_getattr == (
        "\ndef __getattr__" in f"\n{source}" or "    def __getattr__(name" in source
    )
