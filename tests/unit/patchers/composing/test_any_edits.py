"""Whatever is asked of a file: it still parses, and what nobody asked about keeps its bytes."""

import ast
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from drift_audit.auditor.model import Span
from drift_audit.patchers.compose import compose
from drift_audit.patchers.model import (
    AddImport,
    AddKeyword,
    AddParameter,
    DropKeyword,
    Edit,
    GateKeyword,
    GateMove,
    InsertAfter,
    InsertBefore,
    MoveSymbol,
    Operation,
    RenameAttribute,
    RenameKeyword,
    Rewrite,
    Settle,
    Uncarded,
)

from .marked import plain, span_in

CALLS = (
    "x = «f(a, k=1)»\n",
    "x = «f( a,k = 1 , )»  # why\n",
    "«f(\n    a,  # one\n    k=2,\n    # last\n)»\n",
    "«f(a,\n  k=[\n    3,\n], **kw)»\n",
    "return_ = (yield_, «f(k=lambda: (1, 2))») ; z = 1\n",
    "if «f(a, k=1)» :\n\tpass  # tab\nelse: pass\n",
    "with «f(k=1)» as g, h():\n    # only a comment, and\n    pass\n",
    "def g():\n    '''Doc.'''\n    return «o.m(*a, k=1)»\n",
    "class C:\n  x = 1 ; y = «f(a, k=1)»\n\n  def m(self): return self.x\n",
    "async def g():\n    async for x in «f(k=1)»: await x\n",
    "x = f'{a!r:>{w}}', «f(k='é', j=2)»\n",
    "x = a if «f(k=1)» else \\\n  b\n",
    "@«f(k=1)»\n# between\ndef g(): ...\n",
)
CALL_EDITS: tuple[Operation | Uncarded, ...] = (
    AddKeyword(name="n", value="(1 +\n 1)"),
    AddKeyword(name="n", value="a.b"),
    DropKeyword(name="k"),
    RenameKeyword(name="k", to="m"),
    GateKeyword(operation=DropKeyword(name="k"), test="NEW"),
    GateKeyword(operation=AddKeyword(name="n", value="1"), test="NEW"),
    RenameAttribute(name="m", to="n"),
    InsertBefore(code="before()"),
    InsertAfter(code="if after:\n    after()"),
    Rewrite(match="f(k=$x)", to="f($x, 0)"),
    Rewrite(match="f($a, k=$x)", to="g($x)[$a]"),
    AddImport(statement="import os"),
    AddImport(statement="from torch import nn"),
)
HEADS = (
    "def g(«self, a, *, b=1»): ...\n",
    "class C:\n    def m(«self»,  # itself\n    ):\n        pass\n",
)
TESTS = (
    "if «new»:\n    a = 1\nelse:\n    # old\n    a = 2\n",
    "if old:\n    a = 0\nelif «new»:\n    a = 1\n",
    "a = 1 if «new» else 2\n",
    "def g():\n    if not «new»:\n        return 1  # late\n\n    return 2\n",
)
IMPORTS = (
    "from lib.old import «thing», other  # both\n",
    "from lib.old import (\n    other,\n    «thing as it»,\n)\n",
    "def g():\n    from lib.old import «thing»\n    return thing\n",
)
FILLERS = (
    "text = '''a\n  b\t\n\\\n'''\n",
    "# a comment  \n",
    "\n\n\n",
    "x=1;y  =2 ;  z= 3\n",
    "if x :\n  y\nelif  z :\n        w\n",
    "d = {'a':1,\n  'b' : 2, }\n",
    "\x0c\nclass  D ( object ) :\n\n\n    pass\n",
    "try: a()\nexcept  E : b()\nfinally:c()\n",
    "total = 1 + \\\n    2\n",
)


@dataclass(frozen=True)
class Piece:
    """Whole statements, the use in them marked, and what is asked of it."""

    text: str
    operations: tuple[Operation | Uncarded, ...] = ()


def _asked(texts: tuple[str, ...], *operations: Operation | Uncarded) -> st.SearchStrategy[Piece]:
    asked = st.lists(st.sampled_from(operations), max_size=3).map(tuple)
    return st.builds(Piece, st.sampled_from(texts), asked)


PIECES = st.lists(
    st.one_of(
        st.sampled_from(FILLERS).map(Piece),
        _asked(CALLS, *CALL_EDITS),
        _asked(TESTS, Settle(holds=True), Settle(holds=False)),
        _asked(
            IMPORTS,
            MoveSymbol(name="lib.old.thing", to="lib.new.thing"),
            MoveSymbol(name="lib.old.thing", to="lib.new.better"),
            GateMove(name="lib.old.thing", to="lib.new.thing"),
        ),
        _asked(HEADS, AddParameter(parameter="n=None"), AddParameter(parameter="**kw")),
    ),
    max_size=6,
)


def _edits(pieces: list[Piece]) -> list[Edit]:
    found: list[Edit] = []
    line = 0
    for piece in pieces:
        if piece.operations:
            span = _lower(span_in(piece.text), line)
            found += [Edit(operation=one, span=span) for one in piece.operations]
        line += piece.text.count("\n")
    return found


def _lower(span: Span, lines: int) -> Span:
    return replace(span, line=span.line + lines, end_line=span.end_line + lines)


@given(
    pieces=PIECES,
    ending=st.sampled_from(("\n", "\r\n")),
    encoding=st.sampled_from(("utf-8", "utf-8-sig")),
)
@settings(max_examples=300, deadline=None)
def test_it_parses_and_the_rest_keeps_its_bytes(
    pieces: list[Piece], ending: str, encoding: str
) -> None:
    text = plain("".join(piece.text for piece in pieces)).replace("\n", ending)
    before = text.encode(encoding)
    ast.parse(before)
    edits = _edits(pieces)
    result = compose(before, edits)

    ast.parse(result.after)
    told = [*result.done, *result.deferred, *(failure.edit for failure in result.failed)]
    assert sorted(map(repr, told)) == sorted(map(repr, edits))
    if not result.done:
        assert result.after == before
    after = result.after.decode(encoding)
    position = 0
    for piece in pieces:
        if not piece.operations and piece.text.strip():
            kept = plain(piece.text).strip().replace("\n", ending)
            position = after.find(kept, position)
            assert position >= 0, f"{kept!r} is gone from {after!r}"
            position += len(kept)
    assert after.encode(encoding) == result.after
    assert after.count("\n") == after.count(ending)
