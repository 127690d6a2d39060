"""Which ways lead out of a body, and who decides."""

import ast

import pytest

from drift_audit.auditor.contracts.exits import exits

CASES = {
    "a value": ("def f(x):\n    return x.y", ["other x.y"]),
    "nothing": ("def f():\n    return", ["none None"]),
    "off the end": ("def f():\n    g()", ["none "]),
    "off the end, maybe": ("def f(x):\n    if g():\n        return 1", ["literal 1", "none "]),
    "never off the end": (
        "def f(x):\n    if g():\n        return 1\n    raise ValueError",
        ["literal 1"],
    ),
    "forever": ("def f():\n    while True:\n        if g():\n            return 1", ["literal 1"]),
    "forever, with a break": (
        "def f():\n    while True:\n        if g():\n            break",
        ["none "],
    ),
    "an inner loop's break is its own": (
        "def f():\n    while True:\n        for x in y:\n            break",
        [],
    ),
    "a try whose handlers raise": (
        "def f():\n    try:\n        return g()\n    except E as e:\n        raise F from e",
        ["other g()"],
    ),
    "a try whose handler passes": (
        "def f():\n    try:\n        return g()\n    except E:\n        pass",
        ["other g()", "none "],
    ),
    "suppressed": ("def f():\n    with suppress(E):\n        return 1", ["literal 1", "none "]),
    "within with": ("def f():\n    with lock:\n        return 1", ["literal 1"]),
    "match without wildcard": (
        "def f(x):\n    match x:\n        case 1:\n            return 1",
        ["literal 1", "none "],
    ),
    "match with wildcard": (
        "def f(x):\n    match x:\n        case 1:\n            return 1\n        case _:\n            return 2",
        ["literal 1", "literal 2"],
    ),
    "a pair": ("def f():\n    return a, b", ["tuple/2 (a, b)"]),
    "a tuple with a star": ("def f():\n    return a, *b", ["tuple (a, *b)"]),
    "a list": ("def f():\n    return [x for x in y]", ["list [x for x in y]"]),
    "a dict": ("def f():\n    return {}", ["dict {}"]),
    "a made list": ("def f(x):\n    return list(x)", ["list list(x)"]),
    "a method called list": ("def f(x):\n    return x.list()", ["other x.list()"]),
    "an item": ("def f(x):\n    return x[0]", ["item x[0]"]),
    "a slice is no item": ("def f(x):\n    return x[:2]", ["other x[:2]"]),
    "a cast": ("def f(x):\n    return cast(T, [x])", ["list cast(T, [x])"]),
    "a local list": ("def f():\n    r = []\n    r.append(1)\n    return r", ["list r"]),
    "a local list, added to": ("def f():\n    r = []\n    r += g()\n    return r", ["list r"]),
    "a local that may be two things": (
        "def f():\n    r = []\n    if g():\n        r = {}\n    return r",
        ["other r"],
    ),
    "a local from a loop": ("def f(x):\n    for r in x:\n        pass\n    return r", ["other r"]),
    "a parameter": ("def f(r):\n    return r", ["other r"]),
    "a parameter with a default": ("def f(r):\n    r = r or []\n    return r", ["other r"]),
    "if not None": (
        "def f(x, rank=None):\n    return x[0] if rank is not None else x",
        ["item x[0] +rank", "other x -rank"],
    ),
    "if None": (
        "def f(x, rank=None):\n    if rank is None:\n        return x\n    return x[0]",
        ["other x -rank", "item x[0] +rank"],
    ),
    "else": (
        "def f(x, rank=None):\n    if rank is None:\n        return x\n    else:\n        return x[0]",
        ["other x -rank", "item x[0] +rank"],
    ),
    "a flag": (
        "def f(x, flat=False):\n    if flat:\n        return x[0]\n    return [x]",
        ["item x[0] +flat", "list [x] -flat"],
    ),
    "a flag that is on by default": (
        "def f(x, nested=True):\n    if nested:\n        return [x]\n    return x[0]",
        ["list [x] -nested", "item x[0] +nested"],
    ),
    "a required flag tells nothing": (
        "def f(x, flat):\n    if flat:\n        return x[0]\n    return [x]",
        ["item x[0]", "list [x]"],
    ),
    "not a parameter": (
        "def f(x):\n    if self.flat:\n        return x[0]\n    return [x]",
        ["item x[0]", "list [x]"],
    ),
    "and": (
        "def f(x, a=None, b=None):\n    if a is not None and g():\n        return 1\n    return 2",
        ["literal 1 +a", "literal 2"],
    ),
    "or": (
        "def f(x, a=None):\n    if a is not None or g():\n        return 1\n    return 2",
        ["literal 1", "literal 2 -a"],
    ),
    "a guard that raises decides nothing": (
        "def f(x, a=None):\n    if a is None:\n        raise E\n    return x",
        ["other x"],
    ),
    "a copy": (
        "def f(x, rank=None):\n    r = rank\n    return x[0] if r is not None else [x]",
        ["item x[0] +rank", "list [x] -rank"],
    ),
    "a copy in a branch": (
        "def f(x, rank=None):\n    if g():\n        r = None\n    else:\n        r = rank\n"
        "    return x[0] if r is not None else [x]",
        ["item x[0] +rank", "list [x] -rank"],
    ),
    "a test kept": (
        "def f(x, rank=None):\n    one = rank is not None\n    return x[0] if one else [x]",
        ["item x[0] +rank", "list [x] -rank"],
    ),
    "no copy": (
        "def f(x, rank=None):\n    r = rank or 0\n    return x[0] if r is not None else [x]",
        ["item x[0]", "list [x]"],
    ),
    "overwritten": (
        "def f(x, rank=None):\n    rank = rank or g()\n    return x[0] if rank is not None else [x]",
        ["item x[0]", "list [x]"],
    ),
    "a name that turns in circles": (
        "def f(x):\n    x = not x\n    if x:\n        return 1\n    return 2",
        ["literal 1", "literal 2"],
    ),
    "nested, not returned": (
        "def f():\n    r = []\n    def g():\n        return {}\n    r.append(g())\n    return r",
        ["list r"],
    ),
    "nested, itself returned": (
        "def f():\n    def g():\n        return {}\n    return g",
        ["other g"],
    ),
    "nested, its result returned": (
        "def f():\n    def g():\n        return {}\n    return g()",
        ["dict {}"],
    ),
    "nested, handed to a call": (
        "def f():\n    def g():\n        return {}\n    return retry(g)",
        ["dict {}"],
    ),
    "a wrapper's arguments are not its result": (
        "def f(h):\n    def g(*args):\n        return {}\n    return wraps(h)(g)",
        ["other wraps(h)(g)"],
    ),
    "nested, behind an identity": (
        "def f(rank=None):\n    then = lambda x: x\n    def g():\n"
        "        return r[0] if rank is not None else r\n    return then(g())",
        ["item r[0] +rank", "other r -rank"],
    ),
    "nested, behind another step": (
        "def f(rank=None, agg=None):\n    if agg is not None:\n        then = agg.join\n    else:\n"
        "        then = lambda x: x\n    def g():\n        return r[0] if rank is not None else r\n"
        "    return then(g())",
        ["item r[0] +rank", "other r -rank", "other then(g()) +agg"],
    ),
    "a made object is no result": (
        "def f(wait=True):\n    def g():\n        return {}\n    job = Future(g)\n"
        "    return job if not wait else job.result()",
        ["other job +wait", "dict {} -wait"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_exits(name: str) -> None:
    source, expected = CASES[name]
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    told = []
    for way in exits(node):
        arity = "" if way.arity is None else f"/{way.arity}"
        mark = "" if way.parameter is None else f" {'+' if way.when_given else '-'}{way.parameter}"
        told.append(f"{way.form}{arity} {way.text}{mark}")
    assert told == expected


def test_a_way_out_has_its_line() -> None:
    node = ast.parse("def f():\n    if g():\n        return 1\n    return 2").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert [way.line for way in exits(node)] == [3, 4]
