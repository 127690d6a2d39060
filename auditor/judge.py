"""A use in both worlds, and the words in which a drift is said."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from .model import Confidence, Evidence, Parameter, ParameterForm, Severity, Use
from .outcome import Called, Gone, Outcome, Signature, Unclear
from .project import Project
from .world import World


class Standing(enum.Enum):
    """How what is wrong now stood in the baseline."""

    FRESH = "right then, wrong now"
    OLD = "wrong then too"
    UNSURE = "no baseline tells"


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """The provider's two releases, as the report names them; `before` is "" without a baseline."""

    package: str
    before: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Concern:
    """Whom a drift concerns that hangs on the model.

    `families` are architectures by the provider's list of models. For the `model` asked for ("" for
    none), `met` says that it is concerned, `spared` why it is not; neither where it is not told.
    """

    families: tuple[str, ...] = ()
    model: str = ""
    spared: str = ""
    met: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One use, judged in both worlds.

    `before` is None without a baseline, and where the baseline's version never comes to the use
    (`skipped_before` then).
    """

    use: Use
    now: Outcome
    before: Outcome | None
    versions: Versions
    worlds: tuple[World, World | None]
    has_baseline: bool
    project: Project
    guarded: bool = False
    concern: Concern | None = None

    def standing(self, *, wrong_before: bool | None) -> Standing:
        """Fresh, old or unsure, from whether the same was wrong in the baseline."""
        if not self.has_baseline or self.before is None or isinstance(self.before, Unclear):
            return Standing.UNSURE
        if wrong_before is None:
            return Standing.UNSURE
        return Standing.OLD if wrong_before else Standing.FRESH


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """What a kind says of a case; the scan makes a finding of it."""

    symbol: str
    message: str
    standing: Standing
    before: str = ""
    now: str = ""
    advice: str = ""
    parameter: str = ""
    defined_at: str = ""
    line: int = 0
    severity: Severity | None = None
    confidence: Confidence | None = None
    evidence: tuple[Evidence, ...] = ()
    replacement: str = ""


Check: TypeAlias = Callable[[Case], Iterator[Drift]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of drift: its id, what it does to a run, and the function that sees it.

    `by_change`: only a change makes it a drift, so that without a baseline it is a note.
    """

    id: str
    title: str
    severity: Severity
    check: Check
    by_change: bool = False


def shown(signature: Signature) -> str:
    """A signature in Python's own notation."""
    return f"{signature.name}({parameters_shown(signature.parameters)})"


def parameters_shown(parameters: tuple[Parameter, ...]) -> str:
    """Parameters as a `def` writes them."""
    return ", ".join(parts_shown(parameters))


def parts_shown(parameters: tuple[Parameter, ...]) -> list[str]:
    """The same, one by one, the marks `*` and `/` among them."""
    parts: list[str] = []
    starred = False
    for index, parameter in enumerate(parameters):
        if parameter.form is ParameterForm.VAR_POSITIONAL:
            starred = True
        if parameter.form is ParameterForm.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        parts.append(_parameter(parameter))
        following = parameters[index + 1 : index + 2]
        only = ParameterForm.POSITIONAL_ONLY
        if parameter.form is only and (not following or following[0].form is not only):
            parts.append("/")
    return parts


def _parameter(parameter: Parameter) -> str:
    stars = {ParameterForm.VAR_POSITIONAL: "*", ParameterForm.VAR_KEYWORD: "**"}
    text = stars.get(parameter.form, "") + parameter.name
    if parameter.annotation:
        text += f": {parameter.annotation}"
    if parameter.default is not None:
        text += f" = {parameter.default}" if parameter.annotation else f"={parameter.default}"
    return text


def before_shown(case: Case) -> str:
    """The baseline's signature of a call, "" where it is not known."""
    return shown(case.before.signature) if isinstance(case.before, Called) else ""


def gone_now(case: Case) -> tuple[Gone, Standing] | None:
    """The name that is gone now, with how it stood; None when it is there or may be.

    A class with bases that no source shows may have it from there, unless the baseline had it
    from the provider itself.
    """
    if not isinstance(case.now, Gone) or case.guarded:
        return None
    standing = case.standing(wrong_before=isinstance(case.before, Gone))
    if case.now.outside and standing is not Standing.FRESH:
        return None
    return case.now, standing


def short(dotted: str) -> str:
    """The last part of a dotted name."""
    return dotted.rpartition(".")[2]


def in_words(standing: Standing, *, changed: str, today: str) -> str:
    """Words of a change where the baseline shows one, else those of today's contract alone."""
    return changed if standing is Standing.FRESH else today


def callee(signature: Signature) -> str:
    """What a call names: the function, or the class whose constructor it is."""
    return short(signature.name.removesuffix(".__init__"))


def since(case: Case) -> str:
    """The provider as it is now: `vllm 0.17.1`."""
    return f"{case.versions.package} {case.versions.now}".strip()
