"""What can be done to a consumer's source: few verbs.

`{name}` in a value or in code stands for what the consumer passes for the parameter `name` in the
call of the use, `{receiver}` for the object that the method is called on, `{call}` for the whole
call; `$name` stands for what the name of that kind matched in a pattern.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias


class Scope(enum.StrEnum):
    """How far around the use a pattern is looked for."""

    STATEMENT = "statement"
    FUNCTION = "function"
    CLASS = "class"
    MODULE = "module"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddKeyword:
    """`f(a)` becomes `f(a, name=value)`; nothing where the keyword is there."""

    name: str
    value: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"pass `{self.name}={self.value}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class DropKeyword:
    """`f(a, name=x)` becomes `f(a)`."""

    name: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"drop `{self.name}=`"


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameKeyword:
    """`f(name=x)` becomes `f(to=x)`."""

    name: str
    to: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"pass `{self.to}=` for `{self.name}=`"


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameAttribute:
    """`x.name` becomes `x.to`; a method's or an attribute's name at the use."""

    name: str
    to: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"take `{self.to}` for `{self.name}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSymbol:
    """`name` (dotted, module and last name) is imported as `to` from now on.

    The statement at the use is rewritten; what else it imports stays. Where the last name differs,
    the new one is imported under the old one (`as`), so that the rest of the file stands.
    """

    name: str
    to: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"import `{self.to}` for `{self.name}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddParameter:
    """`def f(a)` becomes `def f(a, parameter)`; `parameter` as Python writes it: `x=None`, `**kw`.

    It goes where the grammar allows it: before `*args`, keyword-only ones and `**kwargs` when
    positional, last when it is `**kw`.
    """

    parameter: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"take a parameter `{self.parameter}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertBefore:
    """`code` (whole statements) goes before the statement of the use."""

    code: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"before it, write `{_inline(self.code)}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertAfter:
    """`code` (whole statements) goes behind the statement of the use."""

    code: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"after it, write `{_inline(self.code)}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """What `match` finds within `scope` around the use becomes `to`.

    `match` is an expression or statements with `$name` for any expression (`$name` twice must
    match the same). It must match exactly once; comments inside of what stays survive. With `at`
    it is looked for around the one function or class of that name in the consumer, in whichever
    file that is, instead of around the use.
    """

    match: str
    to: str
    scope: Scope = Scope.STATEMENT
    at: str = ""

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"write `{_inline(self.to)}` for `{_inline(self.match)}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddImport:
    """An import statement that the module needs: `from a.b import c`, `import a.b`."""

    statement: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"write `{self.statement}`"


Operation: TypeAlias = (
    AddKeyword
    | DropKeyword
    | RenameKeyword
    | RenameAttribute
    | MoveSymbol
    | AddParameter
    | InsertBefore
    | InsertAfter
    | Rewrite
    | AddImport
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GateKeyword:
    """A keyword as the operation has it where `test` holds, and as it was where it does not.

    `f(name=x)` that drops `name` becomes `f(**({"name": x} if test else {}))`: there the test is
    for the old form, as it is where nothing is passed instead.
    """

    operation: AddKeyword | DropKeyword | RenameKeyword
    test: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"{self.operation.words} on a condition"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateMove:
    """`name` is imported as `to`, and from its old place where that raises ImportError."""

    name: str
    to: str

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"try to import `{self.to}` for `{self.name}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """The test at the use, which always holds or never does, goes with the branch that never runs.

    For `if` and `elif`, for `a if test else b`, and for a `try` whose handler imports otherwise.
    """

    holds: bool

    @property
    def words(self) -> str:
        """What it does, in half a sentence."""
        return f"drop a test that {'always' if self.holds else 'never'} holds"


Uncarded: TypeAlias = GateKeyword | GateMove | Settle
"""What no card can ask for: it follows from how the two releases stand to each other."""


def _inline(code: str) -> str:
    return "; ".join(line.strip() for line in code.strip().splitlines() if line.strip())
