"""The nouns of mending: frozen data, standard library only."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

from drift_audit.auditor.model import Finding, Severity, Span


class Applicability(enum.StrEnum):
    """Who may write a fix: anybody, those who ask for unsafe ones too, or nobody but a hand."""

    DISPLAY_ONLY = "display-only"
    UNSAFE = "unsafe"
    SAFE = "safe"

    @property
    def rank(self) -> int:
        """0 is the least."""
        return list(Applicability).index(self)


class Scope(enum.StrEnum):
    """How far around the use a pattern is looked for."""

    STATEMENT = "statement"
    FUNCTION = "function"
    CLASS = "class"
    MODULE = "module"


# --- operations: few verbs ---------------------------------------------------------------------
#
# `{name}` in a value or in code stands for what the consumer passes for the parameter `name` in
# the call of the use, `{receiver}` for the object that the method is called on, `{call}` for the
# whole call; `$name` stands for what the name of that kind matched in a pattern.


@dataclass(frozen=True, slots=True, kw_only=True)
class AddKeyword:
    """`f(a)` becomes `f(a, name=value)`; nothing where the keyword is there."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DropKeyword:
    """`f(a, name=x)` becomes `f(a)`."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameKeyword:
    """`f(name=x)` becomes `f(to=x)`."""

    name: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameAttribute:
    """`x.name` becomes `x.to`; a method's or an attribute's name at the use."""

    name: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSymbol:
    """`name` (dotted, module and last name) is imported as `to` from now on.

    The statement at the use is rewritten; what else it imports stays. Where the last name differs,
    the new one is imported under the old one (`as`), so that the rest of the file stands.
    """

    name: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddParameter:
    """`def f(a)` becomes `def f(a, parameter)`; `parameter` as Python writes it: `x=None`, `**kw`.

    It goes where the grammar allows it: before `*args`, keyword-only ones and `**kwargs` when
    positional, last when it is `**kw`.
    """

    parameter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertBefore:
    """`code` (whole statements) goes before the statement of the use."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertAfter:
    """`code` (whole statements) goes behind the statement of the use."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """What `match` finds within `scope` around the use becomes `to`.

    `match` is an expression or statements with `$name` for any expression (`$name` twice must
    match the same). It must match exactly once; comments inside of what stays survive.
    """

    match: str
    to: str
    scope: Scope = Scope.STATEMENT


@dataclass(frozen=True, slots=True, kw_only=True)
class AddImport:
    """An import statement that the module needs: `from a.b import c`, `import a.b`."""

    statement: str


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


# --- recipes -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """The use that a recipe answers.

    `kind` is the kind of drift that the scanner finds there, "" where no contract shows it and the
    recipe itself finds it. `symbols` are canonical dotted names, any of which will do; for a kind
    that judges untyped receivers the name alone. `form` is that of the use ("call", "import",
    "attribute", "bound", "name"). `parameter` is what the finding names. `without` and `passing`
    are parameters that the call leaves out or fills. `beside` are symbols that the same file uses
    too (all of them), `unless` names that its text holds in `unless_within`: then the use is well.
    """

    kind: str = ""
    symbols: tuple[str, ...] = ()
    form: str = "call"
    parameter: str = ""
    without: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    unless_within: Scope = Scope.FUNCTION
    pattern: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderRange:
    """The releases that a recipe is for.

    `releases` is a PEP 440 range. `probes` look at the sources, and where there are any they
    decide, so that dev builds and forks are judged by what they hold: `a.b.C` (there is such a
    name), `a.b.f(x)` (and it takes a parameter x), `a.b.f(x=True)` (with that default),
    `a.b ~ text` (the module's source holds the text), each with `not ` before it for the contrary.
    `platforms` are the builds concerned ("cuda", "cpu", "xpu", "tpu", "rocm"), empty for all.
    """

    package: str
    releases: str
    probes: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Families:
    """Models that a drift concerns; empty for all. `architectures` are Hugging Face's names."""

    architectures: tuple[str, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Knowledge that no contract shows: what drifts, for whom, since when, and how it is mended.

    `severity` is None where the kind's own stands. `advisory` marks a fault of the consumer's own:
    never counted as drift, and shown only when it is asked for. `reason` says what happens,
    `safety` what the fix may change, `advice` what a hand has to do where no operation can.
    `file` is where the card stands.
    """

    id: str
    title: str
    provider: ProviderRange
    trigger: Trigger
    severity: Severity | None
    applicability: Applicability
    reason: str
    safety: str
    references: tuple[str, ...]
    operations: tuple[Operation, ...] = ()
    advice: str = ""
    families: Families = Families()
    advisory: bool = False
    file: str = ""


# --- fixes and patches ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """An operation at a use: `span` is the range of its node, `given` what placeholders stand for.

    `given` maps the names of placeholders to source texts.
    """

    operation: Operation
    span: Span
    given: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """A cure for one finding. `origin` is a recipe's id or "moved", "renamed", "callers", "unused".

    No edits: only advice. `safety` says in a sentence what it may change.
    """

    finding: Finding
    origin: str
    applicability: Applicability
    safety: str
    edits: tuple[Edit, ...] = ()
    advice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One proof of a patch: its name ("parses", "finding gone", …), whether it holds, and why not.

    `holds` is None where it could not be tried; `detail` says why.
    """

    name: str
    holds: bool | None
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """What the fixes of one file make of it. `path` is relative to the consumer's root."""

    path: str
    before: bytes
    after: bytes
    fixes: tuple[Fix, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedPatch:
    """A patch that has passed every check; only `verify` makes one, and only these are written."""

    patch: Patch
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedFix:
    """A fix that failed a check, and which."""

    fix: Fix
    failed: Check
