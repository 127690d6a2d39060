"""What is said of a use that drifted, and of the uses that nothing could be said of."""

from __future__ import annotations

import enum
import posixpath
from dataclasses import dataclass, replace

from .place import Span
from .use import CallShape


class Severity(enum.StrEnum):
    """How much harm a drift does; `silent` runs and is wrong, the worst."""

    SILENT = "silent"
    BREAKS = "breaks"
    RISK = "risk"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """0 is the worst."""
        return list(Severity).index(self)


class Confidence(enum.StrEnum):
    """How sure we are that the drift is real at this use."""

    CONFIRMED = "confirmed"
    LIKELY = "likely"
    SUSPECTED = "suspected"


class Evidence(enum.StrEnum):
    """What a finding rests on."""

    STATIC = "static"
    RUNTIME = "runtime"
    WITNESS = "witness"
    BASELINE = "baseline"
    BODY = "body"
    CALLERS = "callers"
    DEPRECATION = "deprecation"
    CANDIDATES = "candidates"
    RECIPE = "recipe"
    ADVISORY = "advisory"


class FixStanding(enum.StrEnum):
    """What became of a fix: proven and taken, not asked for, refused by a check, or none."""

    REPAIRED = "repaired"
    LEFT_OUT = "left out"
    REJECTED = "rejected"
    BY_HAND = "needs a hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class FixReport:
    """A fix as reports show it.

    `origin` is a recipe's id or how the contracts gave it, `applicability` "safe", "unsafe" or
    "display-only"; `safety` says what it may change, `diff` is the fix by itself as a unified
    diff, `why` tells why it was not taken, and what a hand has to do.
    """

    standing: FixStanding
    origin: str = ""
    applicability: str = ""
    safety: str = ""
    diff: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One drift at one use.

    `before` and `now` are the two contracts in words or signatures ("" where there is none);
    `defined_at` is "path:line" in the provider now, "" when gone. `fingerprint` holds no line
    number, so that it survives edits elsewhere in the file. `first_bad` is a provider release or
    "". `fix` is None where none was sought. `call` is the call that the finding is about, None for
    other uses and where a star argument hides its shape; `was` is what a name that is gone was in
    the baseline ("method", "attribute", …), "" where it is not told. `site` is the whole range of
    the use, of which `span` may show a line. `replacement` is what took the place of a name that
    is gone, where one candidate stands out: dotted, or the last name alone. `recipe` is the card
    that knows more of it. `families` are models concerned, as the provider's list of models has
    their architectures: at least these, none for all or where it is not told; `spared` is why the
    model that was asked for is not among them, "" where it is, may be, or none was asked for.
    """

    kind: str
    severity: Severity
    confidence: Confidence
    span: Span
    symbol: str
    provider: str
    message: str
    before: str = ""
    now: str = ""
    advice: str = ""
    evidence: tuple[Evidence, ...] = ()
    parameter: str = ""
    defined_at: str = ""
    context: tuple[tuple[int, str], ...] = ()
    fingerprint: str = ""
    first_bad: str = ""
    fix: FixReport | None = None
    call: CallShape | None = None
    was: str = ""
    site: Span | None = None
    replacement: str = ""
    recipe: str = ""
    families: tuple[str, ...] = ()
    spared: str = ""

    @property
    def is_advisory(self) -> bool:
        """Whether it is a fault of the consumer's own, whatever the release: no drift."""
        return Evidence.ADVISORY in self.evidence


class Aside(enum.StrEnum):
    """Why a finding does not count: a comment at its line says so, or the project knows of it."""

    IGNORED = "ignored"
    KNOWN = "known"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """A finding that does not count, and why; `reason` is in the user's words, "" for none."""

    finding: Finding
    aside: Aside
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unjudged:
    """A use that could not be judged, and why."""

    path: str
    line: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A consumer file that was not read, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How many uses there are, how many were judged, and the rest with their reasons."""

    uses: int
    judged: int
    unjudged: tuple[Unjudged, ...] = ()
    skipped: tuple[Skipped, ...] = ()

    def with_judged(self, more: int) -> Coverage:
        """So many uses more, all of them judged."""
        return replace(self, uses=self.uses + more, judged=self.judged + more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Consumer:
    """What was scanned: its name, version ("" when it has none), where from, how many files.

    `folder` leads from the top of its repository to the root that paths are relative to; "" where
    they are one, and where no repository is known.
    """

    name: str
    version: str
    source: str
    files: int
    folder: str = ""

    def in_repository(self, path: str) -> str:
        """A path of the consumer as its repository has it."""
        return posixpath.normpath(posixpath.join(self.folder, path)) if self.folder else path


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderReport:
    """A provider as the report names it.

    `source` says where it was read from ("index", "wheel", "installed", …); `baseline` is its
    version or "", `baseline_source` how it was chosen ("the consumer's metadata: vllm==0.11.0;
    extra == 'datagen'"), "" without one. `runtime` says whether the run-time contracts were had:
    "imported", or why not.
    """

    name: str
    distribution: str
    version: str
    source: str
    baseline: str
    baseline_source: str
    runtime: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReport:
    """The model that was asked for: its name, where its config.json was read, what it is.

    `classes` are the provider's that run it, from the outside in, as far as they are told.
    """

    name: str
    source: str
    architecture: str
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """All that one scan found. No clock in it: equal input gives equal bytes.

    `after` counts the findings by severity that fixes leave, the worst first; None where none were
    sought. `set_aside` are those that the project has dealt with; they are not among `findings`.
    """

    tool_version: str
    consumer: Consumer
    providers: tuple[ProviderReport, ...]
    findings: tuple[Finding, ...]
    coverage: Coverage
    notes: tuple[str, ...] = ()
    python: str = ""
    after: tuple[tuple[Severity, int], ...] | None = None
    schema_version: int = 1
    model: ModelReport | None = None
    set_aside: tuple[SetAside, ...] = ()
