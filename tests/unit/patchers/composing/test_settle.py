"""Tests that always come out the same: the branch that runs stays, all else goes."""

import pytest

from drift_audit.patchers.compose import compose
from drift_audit.patchers.model import Settle

from .marked import Case, assert_case, case, edits_in, plain, reason

HOLDS, FAILS = Settle(holds=True), Settle(holds=False)
EITHER = "«if t():\n    a()\nelse:\n    b()»\nc()\n"
CHAIN = "if s:\n    a()\n«elif t():\n    b()\nelif u:\n    c()\nelse:\n    d()»\n"
MOVED = "«try:\n    from a import x\nexcept ImportError:\n    from b import x»\nx()\n"

CASES = [
    case(EITHER, HOLDS, after="a()\nc()\n"),
    case(EITHER, FAILS, after="b()\nc()\n"),
    case("«if t():\n    a()»\nc()\n", FAILS, after="c()\n"),
    case("def f():\n    «if t():\n        a()»\n", FAILS, after="def f():\n    pass\n"),
    case("«if t(): a(); b()»\nc()\n", HOLDS, after="a()\nb()\nc()\n"),
    case("«if t():\n    a()\nelif u:\n    b()»\nc()\n", FAILS, after="if u:\n    b()\nc()\n"),
    case(CHAIN, HOLDS, after="if s:\n    a()\nelse:\n    b()\n"),
    case(CHAIN, FAILS, after="if s:\n    a()\nelif u:\n    c()\nelse:\n    d()\n"),
    # comments of what runs stay, text in it is not touched
    case(
        '# why\n«if t():  # gate\n    # one\n    a("""\n  x\n""")  # two\n    # three\nelse:\n    b()»\nc()\n',
        HOLDS,
        after='# why\n# one\na("""\n  x\n""")  # two\n# three\nc()\n',
    ),
    # what stands behind the end of the flow never runs
    case(
        "def f():\n    «if t():\n        return a\n    else:\n        b()»\n    return c\n",
        HOLDS,
        after="def f():\n    return a\n",
    ),
    case(
        "def f():\n    «if t():\n        return a»\n    return c\n",
        FAILS,
        after="def f():\n    return c\n",
    ),
    # what is imported for the test alone goes with it
    case(MOVED, HOLDS, after="from a import x\nx()\n"),
    case(MOVED, FAILS, after="from b import x\nx()\n"),
    case(
        "import p\nfrom v import V, W\n\n«if V(p.v) > W(1):\n    p.a()»\n",
        HOLDS,
        after="import p\n\np.a()\n",
    ),
    case(
        "from v import V\n\n«if V(1):\n    a()»\nV(2)\n",
        HOLDS,
        after="from v import V\n\na()\nV(2)\n",
    ),
    # expressions
    case("x = «a if t() else b»\n", HOLDS, after="x = a\n"),
    case("x = (\n    «a if t() else b»\n)\n", FAILS, after="x = b\n"),
    case("x = («a + 1 if t() else b») * 2\n", HOLDS, after="x = (a + 1) * 2\n"),
    case("f(1, **(«{'k': v} if t() else {}»))\n", HOLDS, after="f(1, k=v)\n"),
    case("f(1, **(«{'k': v} if t() else {}»), z=2)\n", FAILS, after="f(1, z=2)\n"),
    case("f(**(«{'k': v, 'l': w} if t() else {}»))\n", HOLDS, after="f(**{'k': v, 'l': w})\n"),
    case("f(**(«{'a-b': v} if t() else {}»))\n", HOLDS, after="f(**{'a-b': v})\n"),
    case("f(**(«d if t() else {}»))\n", HOLDS, after="f(**d)\n"),
]


@pytest.mark.parametrize("it", CASES, ids=lambda it: it.before)
def test_what_runs_stays(it: Case) -> None:
    assert_case(it)


def test_two_in_one_statement_are_settled_one_after_the_other() -> None:
    outer = "«if t():\n    a()\nelif u():\n    b()»\n"
    inner = "if t():\n    a()\n«elif u():\n    b()»\n"
    edits = [*edits_in(outer, FAILS), *edits_in(inner, HOLDS)]
    result = compose(plain(outer).encode(), edits)
    assert result.after == b"if u():\n    b()\n"
    assert (result.done, result.deferred) == ((edits[0],), (edits[1],))


def test_nothing_but_a_test_is_settled() -> None:
    assert reason("«f(a if t() else b)»\n", HOLDS) == "no test of that kind stands there"
    two = "«try:\n    from a import x\nexcept A:\n    x = 1\nexcept B:\n    x = 2»\n"
    assert reason(two, HOLDS) == "there is not one handler"
