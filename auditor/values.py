"""What an expression of the consumer can be, seen from one version of the providers."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from .model import Class, Function

if TYPE_CHECKING:
    from .project import OwnModule


@dataclass(frozen=True, slots=True)
class Nothing:
    """`None`."""


@dataclass(frozen=True, slots=True)
class Known:
    """A literal: text, number, truth; `of` is the package whose version it is, "" for others."""

    value: object
    of: str = ""


@dataclass(frozen=True, slots=True)
class ModuleRef:
    """A module of a provider."""

    name: str


@dataclass(frozen=True, slots=True)
class OwnModuleRef:
    """A module of the consumer itself."""

    name: str


@dataclass(frozen=True, slots=True)
class ClassRef:
    """A class of a provider."""

    module: str
    qualname: str
    facts: Class = field(compare=False, repr=False)

    @property
    def name(self) -> str:
        """Its canonical dotted name."""
        return f"{self.module}.{self.qualname}"


@dataclass(frozen=True, slots=True, eq=False)
class OwnClass:
    """A class of the consumer."""

    module: OwnModule = field(repr=False)
    qualname: str
    node: ast.ClassDef = field(repr=False)

    @property
    def name(self) -> str:
        """Its dotted name in the consumer."""
        return f"{self.module.name}.{self.qualname}"


AnyClass: TypeAlias = ClassRef | OwnClass


@dataclass(frozen=True, slots=True)
class FunctionRef:
    """A function or method of a provider; `bound` when `self` is already given."""

    module: str
    qualname: str
    facts: Function = field(compare=False, repr=False)
    owner: AnyClass | None = None
    bound: bool = False

    @property
    def name(self) -> str:
        """Its canonical dotted name."""
        return f"{self.module}.{self.qualname}"


@dataclass(frozen=True, slots=True, eq=False)
class OwnFunction:
    """A function or method of the consumer."""

    module: OwnModule = field(repr=False)
    qualname: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda = field(repr=False)
    owner: OwnClass | None = None
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Data:
    """A name that a provider's module binds to something; `value` is what is known of it."""

    module: str
    name: str
    line: int
    value: Value
    literal: str | None = None


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a known class."""

    cls: AnyClass


@dataclass(frozen=True, slots=True)
class Items:
    """A sequence or iterable of like things."""

    item: Value


@dataclass(frozen=True, slots=True)
class Row:
    """A tuple of known length."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping, by what its values are."""

    value: Value


@dataclass(frozen=True, slots=True)
class Coroutine:
    """What a call of an async function gives before it is awaited."""

    value: Value


@dataclass(frozen=True, slots=True)
class Several:
    """One of several; never nested, never with one option."""

    options: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A module, class or function that is neither the consumer's nor a judged provider's."""

    name: str


@dataclass(frozen=True, slots=True)
class ForeignInstance:
    """An object of a foreign class."""

    name: str


@dataclass(frozen=True, slots=True)
class Lost:
    """Bound by an import that has drifted: what hangs on it cannot be judged."""

    name: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not told. `derived` when a provider made it, so that its uses count as unjudged.

    `gates` are provider protocols that a test on the way here asked for, of this very object
    when it has `passed`, else of one that it hangs on; `path` is the source
    text of the expression, "" where it has none worth keeping.
    """

    reason: str
    derived: bool = False
    gates: frozenset[str] = frozenset()
    path: str = ""
    passed: bool = False


@dataclass(frozen=True, slots=True)
class SuperOf:
    """`super()` inside a class of the consumer."""

    cls: OwnClass


@dataclass(frozen=True, slots=True)
class Prefilled:
    """`functools.partial(function, …)`."""

    function: Value
    call: ast.Call = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Result:
    """What a call to a provider gave: its value, and which use made it."""

    value: Value
    call: CallMade


@dataclass(frozen=True, slots=True, eq=False)
class CallMade:
    """A call that was judged: the function (and its class for constructors), what it was given."""

    function: FunctionRef | ClassRef
    given: frozenset[str]
    text: str


Value: TypeAlias = (
    Nothing
    | Known
    | ModuleRef
    | OwnModuleRef
    | ClassRef
    | OwnClass
    | FunctionRef
    | OwnFunction
    | Data
    | Instance
    | Items
    | Row
    | Table
    | Coroutine
    | Several
    | Foreign
    | ForeignInstance
    | Lost
    | Unknown
    | SuperOf
    | Prefilled
    | Result
)

NOT_TOLD = Unknown("not told")


def join(values: list[Value]) -> Value:
    """One value that stands for all of them."""
    options: list[Value] = []
    for value in values:
        parts = value.options if isinstance(value, Several) else (value,)
        options += [part for part in parts if part not in options]
    if not options:
        return NOT_TOLD
    unknown = [option for option in options if isinstance(option, Unknown)]
    if len(unknown) == len(options) > 1:
        gates = frozenset[str]().union(*(one.gates for one in unknown))
        return Unknown(unknown[0].reason, any(one.derived for one in unknown), gates)
    return options[0] if len(options) == 1 else Several(tuple(options))


def bare(value: Value) -> Value:
    """The value without the note of which call gave it or which name held it."""
    while isinstance(value, (Result, Data)):
        value = value.value
    return value


def options(value: Value) -> tuple[Value, ...]:
    """All that it can be, without `None`."""
    value = bare(value)
    if isinstance(value, Several):
        return tuple(bare(option) for option in value.options if not isinstance(option, Nothing))
    return (value,)
