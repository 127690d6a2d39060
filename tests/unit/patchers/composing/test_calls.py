"""Keywords that are added, dropped and renamed."""

import pytest

from drift_audit.patchers.model import AddKeyword, DropKeyword, RenameKeyword

from .marked import Case, assert_case, case, composed, reason

K = AddKeyword(name="k", value="1")
D = DropKeyword(name="k")
R = RenameKeyword(name="k", to="m")

ADDED = [
    case("x = «f()»\n", K, after="x = «f(k=1)»\n"),
    case("x = «f(a)»\n", K, after="x = «f(a, k=1)»\n"),
    case("«f(a,)»\n", K, after="«f(a, k=1,)»\n"),
    case("«f(a, b=2)»  # c\n", K, after="«f(a, b=2, k=1)»  # c\n"),
    case("«f(a, **kw)»\n", K, after="«f(a, k=1, **kw)»\n"),
    case("«f(**kw)»\n", K, after="«f(k=1, **kw)»\n"),
    case("«f(*a)»\n", K, after="«f(*a, k=1)»\n"),
    case("«f(x for x in y)»\n", K, after="«f((x for x in y), k=1)»\n"),
    case("«f( a )»\n", K, after="«f( a, k=1 )»\n"),
    case("«f(a)(b)»\n", K, after="«f(a)(b, k=1)»\n"),
    case("«f(a)»(b)\n", K, after="«f(a, k=1)»(b)\n"),
    case("é = ü, «f(ß)», ö\n", K, after="é = ü, «f(ß, k=1)», ö\n"),
    case("@«f(a)»\ndef g(): ...\n", K, after="@«f(a, k=1)»\ndef g(): ...\n"),
    # one argument a line
    case("«f(\n    a,\n)»\n", K, after="«f(\n    a,\n    k=1,\n)»\n"),
    case("«f(\n    a\n)»\n", K, after="«f(\n    a,\n    k=1\n)»\n"),
    case("«f(\n    a)»\n", K, after="«f(\n    a,\n    k=1)»\n"),
    case("«f(a,\n  b)»\n", K, after="«f(a,\n  b,\n  k=1)»\n"),
    case("«f(\n    a, b\n)»\n", K, after="«f(\n    a, b, k=1\n)»\n"),
    case("«f(\n    a, b,  # c\n)»\n", K, after="«f(\n    a, b, k=1,  # c\n)»\n"),
    case("«f(a, [\n    b,\n])»\n", K, after="«f(a, [\n    b,\n], k=1)»\n"),
    case("«f(\n    # none\n)»\n", K, after="«f(k=1\n    # none\n)»\n"),
    case(
        "«f(\n    a,  # one\n    # not b\n)»\n",
        K,
        after="«f(\n    a,  # one\n    # not b\n    k=1,\n)»\n",
    ),
    case("«f(\n    a  # one\n)»\n", K, after="«f(\n    a,  # one\n    k=1\n)»\n"),
    case(
        "«f(\n    a,\n    # rest\n    **kw,\n)»\n",
        K,
        after="«f(\n    a,\n    k=1,\n    # rest\n    **kw,\n)»\n",
    ),
    case("«f(\n    **kw\n)»\n", K, after="«f(\n    k=1,\n    **kw\n)»\n"),
    case(
        "if x:\r\n\t«f(\r\n\t\ta,\r\n\t)»\r\n",
        K,
        after="if x:\r\n\t«f(\r\n\t\ta,\r\n\t\tk=1,\r\n\t)»\r\n",
    ),
    # there already
    case("«f(k=2)»\n", K, after="«f(k=2)»\n"),
    case('«f(**{"k": 2})»\n', K, after='«f(**{"k": 2})»\n'),
    # values
    case(
        "«f(a)»\n", AddKeyword(name="k", value="{a}.b"), a="x or y", after="«f(a, k=(x or y).b)»\n"
    ),
    case("«f(a)»\n", AddKeyword(name="k", value="{a}"), a="x or y", after="«f(a, k=x or y)»\n"),
    case(
        "«f(a)»\n",
        AddKeyword(name="k", value="{a}"),
        a="x for x in y",
        after="«f(a, k=(x for x in y))»\n",
    ),
    case("«f(a)»\n", AddKeyword(name="k", value="(yield)"), after="«f(a, k=(yield))»\n"),
    case(
        "«f(a)»\n", AddKeyword(name="k", value="{{'a': {a}}}"), a="1", after="«f(a, k={'a': 1})»\n"
    ),
    case("«f(a)»\n", AddKeyword(name="k", value="$a + '{a}'"), a="b", after="«f(a, k=b + 'b')»\n"),
    case(
        "if x:\n    «f(a)»\n",
        AddKeyword(name="k", value="{a}"),
        a="g(\n        1,\n    )",
        after="if x:\n    «f(a, k=g(\n        1,\n    ))»\n",
    ),
    case(
        "«f(a)»\n", AddKeyword(name="k", value="{a}"), a="b\n  + c", after="«f(a, k=(b\n  + c))»\n"
    ),
]

DROPPED = [
    case("«f(k=1)»\n", D, after="«f()»\n"),
    case("«f(a, k=1)»\n", D, after="«f(a)»\n"),
    case("«f(a, k=1,)»\n", D, after="«f(a,)»\n"),
    case("«f(k=1, a=2)»\n", D, after="«f(a=2)»\n"),
    case("«f(a, k=1, b=2)»\n", D, after="«f(a, b=2)»\n"),
    case("«f(a,\n  k=1)»\n", D, after="«f(a)»\n"),
    case("«f(a,  # c\n  k=1)»\n", D, after="«f(a  # c\n  )»\n"),
    case("«f(a, k=1,\n  b=2)»\n", D, after="«f(a,\n  b=2)»\n"),
    case("«f(\n    k=1, a=2,\n    b=2,\n)»\n", D, after="«f(\n    a=2,\n    b=2,\n)»\n"),
    case(
        "«f(\n    a,  # one\n    k=1,  # two\n    b=2,  # three\n)»\n",
        D,
        after="«f(\n    a,  # one\n    b=2,  # three\n)»\n",
    ),
    case(
        "«f(\n    a,  # one\n    # why\n    k=1,  # two\n)»\n", D, after="«f(\n    a,  # one\n)»\n"
    ),
    case(
        "«f(\n    a,\n    # group\n\n    k=1,\n    b=2,\n)»\n",
        D,
        after="«f(\n    a,\n    # group\n\n    b=2,\n)»\n",
    ),
    case("«f(\n    a,\n    k=1\n)»\n", D, after="«f(\n    a\n)»\n"),
    case("«f(\n    k=1,\n    # not b\n)»\n", D, after="«f(\n    # not b\n)»\n"),
    case("«f(  # note\n    k=1,\n)»\n", D, after="«f(  # note\n)»\n"),
    case("«f(\n    k=1,\n)»\n", D, after="«f()»\n"),
    case('«f(**{"k": 1, "a": 2})»\n', D, after='«f(**{"a": 2})»\n'),
    case('«f(**{"a": 2, "k": 1})»\n', D, after='«f(**{"a": 2})»\n'),
    case('«f(**{\n    "a": 2,\n    "k": 1,\n})»\n', D, after='«f(**{\n    "a": 2,\n})»\n'),
    case('«f(b, **{"k": 1})»\n', D, after="«f(b)»\n"),
    case("«f(a)»\n", D, after="«f(a)»\n"),
    case("«f({'k': 1})»\n", D, after="«f({'k': 1})»\n"),
]

RENAMED = [
    case("«f(k=1)»\n", R, after="«f(m=1)»\n"),
    case("«f(a, k = k)»\n", R, after="«f(a, m = k)»\n"),
    case("«f(**{'k': 1})»\n", R, after="«f(**{'m': 1})»\n"),
    case("«f(g(k=1), k=2)»\n", R, after="«f(g(k=1), m=2)»\n"),
    case("«f(m=1)»\n", R, after="«f(m=1)»\n"),
]

TOGETHER = [
    case(
        "«f(a, k=1, b=2)»\n",
        D,
        AddKeyword(name="c", value="3"),
        RenameKeyword(name="b", to="d"),
        after="«f(a, d=2, c=3)»\n",
    ),
    case(
        "«f(\n    a,\n    k=1,\n)»\n",
        AddKeyword(name="c", value="3"),
        AddKeyword(name="d", value="4"),
        D,
        after="«f(\n    a,\n    c=3,\n    d=4,\n)»\n",
    ),
    case("«f(a)»\n", K, K, after="«f(a, k=1)»\n"),
]


@pytest.mark.parametrize("it", [*ADDED, *DROPPED, *RENAMED, *TOGETHER], ids=lambda it: it.before)
def test_keywords(it: Case) -> None:
    assert_case(it)


def test_the_span_may_be_that_of_the_name() -> None:
    assert composed("a.«f»(b)\n", K).after == b"a.f(b, k=1)\n"
    assert composed("g(a.«f»(b))\n", K).after == b"g(a.f(b, k=1))\n"


@pytest.mark.parametrize(
    ("text", "operation", "why"),
    [
        ("x = «f»\n", K, "no call stands there"),
        ("@«f»\ndef g(): ...\n", K, "no call stands there"),
        ("«f(a, **kw)»\n", D, "`k` comes, if at all, out of a `**` dictionary"),
        ("«f(**kw)»\n", R, "`k` comes, if at all, out of a `**` dictionary"),
        ("«f(a)»\n", R, "`k` is not passed there"),
        ("«f(k=1, m=2)»\n", R, "`k` and `m` are both passed"),
        ("«f(a)»\n", AddKeyword(name="k", value="{b}"), "nothing is given for `{b}`"),
        ("«f(a)»\n", AddKeyword(name="k", value="$b"), "nothing is given for `$b`"),
        ("«f(a)»\n", AddKeyword(name="k", value="x y"), "`x y` is no expression"),
        ("«f(a)»\n", AddKeyword(name="k", value="*x"), "`*x` is no expression"),
    ],
)
def test_why_not(text: str, operation: AddKeyword | DropKeyword | RenameKeyword, why: str) -> None:
    assert reason(text, operation) == why


def test_what_cannot_stand_together_waits() -> None:
    result = composed("«f(a)»\n", K, AddKeyword(name="k", value="2"))
    assert result.after == b"f(a, k=1)\n"
    assert [edit.operation for edit in result.deferred] == [AddKeyword(name="k", value="2")]


def test_a_dropped_value_takes_its_edits_along() -> None:
    from drift_audit.patchers.compose import compose

    from .marked import edits_in

    outer = edits_in("«f(k=g(1))»\n", D)
    inner = edits_in("f(k=«g(1)»)\n", AddKeyword(name="z", value="2"))
    first = compose(b"f(k=g(1))\n", [*outer, *inner])
    assert (first.after, first.deferred) == (b"f()\n", tuple(inner))
    second = compose(b"f(k=g(1))\n", [*inner, *outer])
    assert (second.after, second.deferred) == (b"f(k=g(1, z=2))\n", tuple(outer))
