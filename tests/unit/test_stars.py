"""Calls with stars, against signatures that changed: judged where nothing hangs on the content."""

import pytest

from drift_audit.auditor.scan import scan_trees

from ..test_kinds import distribution


@pytest.mark.parametrize(
    ("old", "new", "call", "hangs_on"),
    [
        ("a, b=0", "a, b=0, c=0", "f(*rest)", ""),
        ("a, b=0", "a", "f(*rest)", "*rest"),
        ("a, b=0", "a, *, b=0", "f(*rest)", "*rest"),
        ("a, b=0", "a, *, b=0", "f(1, **more)", ""),
        ("a, b=0", "a, *, b=0", "f(1, 2, **more)", ""),
        ("a, b=0", "a, c=0", "f(1, **more)", "**more"),
        ("a, b=0", "a, **c", "f(1, **more)", ""),
        ("a, **c", "a, *, d, **c", "f(1, **more)", "**more"),
        ("a, b=0", "b=0, a=0", "f(*rest, **more)", "*rest, **more"),
        ("a, b=0", "a, c=0", 'f(1, **{"b": 1})', ""),
        ("a, b=0", "a", "f(1, **{a + b: 1})", "**{a + b: …}"),
        ("a, b=0", "a, c=0", "f(*[1, *(2,)])", ""),
        ("a, b=0", "a", "f(*[1, *rest])", "*rest"),
        ("a, *b", "a", "f(1, *rest)", "*rest"),
        ("a", "a, *b", "f(1, *rest)", ""),
    ],
)
def test_what_a_star_holds_is_unjudged_where_it_decides(
    old: str, new: str, call: str, hangs_on: str
) -> None:
    consumer = f"from prov import f\ndef use(rest, more):\n    {call}\n"
    scan = scan_trees(
        distribution("consumer", "", {"consumer.py": consumer.encode()}),
        distribution("prov", "2.0", {"prov/__init__.py": f"def f({new}): ...\n".encode()}),
        distribution("prov", "1.0", {"prov/__init__.py": f"def f({old}): ...\n".encode()}),
        package="prov",
    )
    reasons = [unjudged.reason for unjudged in scan.coverage.unjudged]
    assert reasons == ([f"it hangs on what {hangs_on} holds"] if hangs_on else [])
