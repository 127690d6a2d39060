"""One place where a consumer leans on a provider."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from .place import Span


class ArgumentForm(enum.StrEnum):
    """How an argument stands in a call."""

    POSITIONAL = "positional"
    KEYWORD = "keyword"
    STAR = "star"
    DOUBLE_STAR = "double-star"


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument of a call; `text` is its source."""

    form: ArgumentForm
    text: str
    keyword: str | None = None
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CallShape:
    """A call without its values: what is called, so many positions, and these keywords.

    A constructor goes by its class; a receiver is no position.
    """

    symbol: str
    args_count: int
    keywords: tuple[str, ...]


class UseForm(enum.StrEnum):
    """What the consumer does with the provider's symbol."""

    IMPORT = "import"
    CALL = "call"
    ATTRIBUTE = "attribute"
    SUBCLASS = "subclass"
    OVERRIDE = "override"
    PATCH = "patch"
    STRING = "string"
    RPC = "rpc"
    EXCEPT = "except"
    RESULT = "result"
    ENVIRONMENT = "environment"
    GATE = "gate"
    COMMENT = "comment"
    FLAG = "flag"


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A use: where it stands, what it is, and what its source names.

    `text` is the name as the consumer wrote it; `enclosing` the qualified name of the function or
    class around it. `arguments` are those of a CALL, and `awaited` tells that its result is
    awaited, `handed_on` that another call or the caller gets it; `called` that an ATTRIBUTE is
    called at once, `is_property` that an OVERRIDE is one.
    """

    form: UseForm
    span: Span
    text: str
    enclosing: str = ""
    arguments: tuple[Argument, ...] = ()
    awaited: bool = False
    handed_on: bool = False
    called: bool = False
    is_property: bool = False
