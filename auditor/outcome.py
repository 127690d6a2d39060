"""What one use comes to in one version of the providers."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TypeAlias

from .bind import Binding
from .model import Function, Parameter, Use
from .values import ClassRef, FunctionRef, OwnClass, Value


class TargetForm(enum.StrEnum):
    """What kind of thing a name is."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    METHOD = "method"
    PROPERTY = "property"
    DATA = "attribute"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A symbol that was reached. `defined_at` is "path:line" in the provider."""

    name: str
    form: TargetForm
    defined_at: str
    value: Value = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The name is there."""

    target: Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """The name is not there. `owner` is the module or class asked, `name` the last part.

    `outside` are bases of the class that no provider defines: with any, the name may still come
    from there, and only its presence in the baseline tells that it was the provider's own.
    """

    owner: str
    name: str
    owner_form: TargetForm
    outside: tuple[str, ...] = ()

    @property
    def dotted(self) -> str:
        """Owner and name."""
        return f"{self.owner}.{self.name}" if self.owner else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """How something is called: parameters without `self`, and who says so.

    `forbids_unknown` False: unknown keywords are dropped without a word (pydantic's default).
    """

    name: str
    parameters: tuple[Parameter, ...]
    function: FunctionRef | ClassRef
    source: Function | None
    defined_at: str
    forbids_unknown: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A call, bound; several signatures where the callee may be one of several."""

    signature: Signature
    binding: Binding
    agreed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden:
    """The base's method that the consumer's replaces, or the base says nothing of it (None).

    `own` are the override's parameters, `gives` tells whether it returns a value (None: not told),
    `returns` is its annotation ("" for none), `registered` that a decorator of the provider hands
    the class to it.
    """

    base: str
    method: FunctionRef | None
    form: TargetForm | None
    data: bool = False
    defined_at: str = ""
    own: tuple[Parameter, ...] | None = None
    gives: bool | None = None
    returns: str = ""
    registered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Based:
    """A provider class that the consumer subclasses (`cls`), and the abstract methods left open.

    `tested`: it is not subclassed but asked for by isinstance or issubclass.
    """

    target: Target
    open_methods: tuple[tuple[str, str], ...] = ()
    cls: OwnClass | None = field(default=None, compare=False, repr=False)
    tested: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Patched:
    """A target that the consumer replaces: what stands there now, and the replacement."""

    target: Target
    signature: Signature | None
    replacement: tuple[Parameter, ...] | None


class Consumption(enum.StrEnum):
    """What the consumer does with a result."""

    UNPACK = "unpacked"
    ITEM = "subscripted"
    ITERATE = "iterated"
    ATTRIBUTE = "dereferenced"
    AWAIT = "awaited"
    PLAIN = "used as a plain value"


@dataclass(frozen=True, slots=True, kw_only=True)
class Consumed:
    """A result that is consumed: by whom it was given, and what they say of it.

    `count` is the number of names for UNPACK (None with a star). `given` are the parameters that
    the call filled.
    """

    consumption: Consumption
    count: int | None
    function: FunctionRef | None
    given: frozenset[str]
    value: Value = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caught:
    """Exceptions that a provider's code raises below a `try`, and which ones the handler takes.

    `also` are all the exceptions that handlers of the same `try` name. `raised` maps each exception
    class reachable from the called bodies to its known bases.
    """

    handler: str
    also: tuple[str, ...]
    raised: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remote:
    """A method named by a string for remote call: the classes that have it, and its fit."""

    name: str
    holders: tuple[str, ...]
    signature: Signature | None
    binding: Binding | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """An environment variable named by a string: whether the provider's code names it."""

    name: str
    known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A flag of a provider's command: whether the release knows it, and flags alike it."""

    name: str
    known: bool
    alike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """A test of the consumer that comes out the same in all releases that it asks for, and why."""

    name: str
    holds: bool
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """A comment of the consumer that ignores these names for nothing, and why that is told."""

    names: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Successor:
    """A candidate for what took the place of a name: its own name, and why."""

    name: str
    why: str

    def __str__(self) -> str:
        return f"`{self.name}` ({self.why})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Herd:
    """An untyped receiver, judged by the provider classes that fit its uses.

    `having` are the candidate classes that have the member, `lacking` those that do not.
    """

    name: str
    having: tuple[str, ...]
    lacking: tuple[str, ...]
    successors: tuple[Successor, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclear:
    """Cannot be judged, and why."""

    reason: str


Outcome: TypeAlias = (
    Reached
    | Gone
    | Called
    | Overridden
    | Based
    | Patched
    | Consumed
    | Caught
    | Remote
    | Variable
    | Flag
    | Herd
    | Tested
    | Idle
    | Unclear
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A use and what it comes to; `guarded` when the code is ready for its failing."""

    use: Use
    outcome: Outcome
    guarded: bool = False
    provider: str = ""
