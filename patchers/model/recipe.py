"""Knowledge that no contract shows, as cards hold it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from drift_audit.auditor.model import Severity

from .operation import Operation, Scope

ANY = "*"
"""Stands for whichever provider is at hand, on cards about the consumer alone."""


class Applicability(enum.StrEnum):
    """Who may write a fix: anybody, those who ask for unsafe ones too, or nobody but a hand."""

    DISPLAY_ONLY = "display-only"
    UNSAFE = "unsafe"
    SAFE = "safe"

    @property
    def rank(self) -> int:
        """0 is the least."""
        return list(Applicability).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """The use that a recipe answers.

    `kind` is the kind of drift that the scanner finds there, "" where no contract shows it and the
    recipe itself finds it. `symbols` are canonical dotted names, any of which will do; for a kind
    that judges untyped receivers the name alone. `form` is that of the use ("call", "import",
    "attribute", "bound", "name"), or "subclass" (at whatever distance), or "pattern": code that
    looks like `pattern`, in a file that uses a symbol where any is given. With "subclass", the
    `pattern` stands in the class. `parameter` is what the finding names. `without` and `passing`
    are parameters that the call leaves out or fills. `beside` are symbols that the same file uses
    too (all of them), `naming` names that its text must hold in `unless_within`, and `unless` names
    that it holds there: then the use is well.
    """

    kind: str = ""
    symbols: tuple[str, ...] = ()
    form: str = "call"
    parameter: str = ""
    without: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    naming: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    unless_within: Scope = Scope.FUNCTION
    pattern: str = ""

    @property
    def words(self) -> str:
        """What it answers, in half a sentence."""
        names = " or ".join(f"`{symbol}`" for symbol in self.symbols)
        parts = [f"{self.kind} at {names}" if self.kind else f"a {self.form} of {names}"]
        if self.pattern:
            where = {"subclass": f" in {parts[0]}", "pattern": f" beside {names}"}[self.form]
            parts = [f"`{self.pattern}`{where if names else ''}"]
        if self.parameter:
            parts.append(f"about `{self.parameter}`")
        if self.without:
            parts.append(f"without {', '.join(f'`{name}`' for name in self.without)}")
        if self.passing:
            parts.append(f"with {', '.join(f'`{name}`' for name in self.passing)}")
        if self.beside:
            parts.append(f"in a file that uses {' and '.join(f'`{one}`' for one in self.beside)}")
        if self.naming:
            names = " and ".join(f"`{one}`" for one in self.naming)
            parts.append(f"whose {self.unless_within} names {names}")
        if self.unless:
            where = self.unless_within
            parts.append(
                f"unless its {where} names {' or '.join(f'`{one}`' for one in self.unless)}"
            )
        return ", ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderRange:
    """The releases that a recipe is for. The `package` is "*" where it is for any.

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
    never counted as drift, and shown only when it is asked for. `compatible` says that what the
    operations write is right in older releases too. `reason` says what happens, `safety` what the
    fix may change, `advice` what a hand has to do where no operation can. `file` is where the card
    stands.
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
    compatible: bool = False
    file: str = ""
