"""What a provider is at run time: asked of a child process, which alone imports it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from drift_audit.auditor.model.contract import ParameterForm

from .kept import Kept, KeptAnswers, bind_key

_FORMS = {form.name: form for form in ParameterForm}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeParameter:
    """A parameter as `inspect.signature` shows it.

    `default` is the text of a simple default (numbers, texts, truths, `None`, tuples of them), ""
    for any other and for none.
    """

    name: str
    form: ParameterForm
    has_default: bool
    default: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeSymbol:
    """A symbol that the provider has.

    `kind` is "module", "class", "function", "method", "property" or "other". `parameters` come
    without the receiver; None where there is no signature, and `unsigned` says why. `mro` are the
    dotted names of a class and its bases, `attributes` what `dir` lists of it, `fields` what its
    instances have besides.
    """

    name: str
    kind: str
    parameters: tuple[RuntimeParameter, ...] | None = None
    unsigned: str = ""
    mro: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeMissing:
    """The provider was imported and has no such symbol."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotImported:
    """The symbol could not be asked for: its module raised, crashed, hung, or has no Python.

    `waited` is for how many seconds in vain, 0 where something else was the matter.
    """

    reason: str
    waited: float = field(default=0.0, compare=False)


RuntimeOutcome: TypeAlias = RuntimeSymbol | RuntimeMissing | NotImported


@dataclass(frozen=True, slots=True, kw_only=True)
class BindRequest:
    """A call to try: so many positional arguments (without the receiver), and these keywords.

    A partial one leaves out what else is required.
    """

    symbol: str
    args_count: int = 0
    keywords: tuple[str, ...] = ()
    partial: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """The call raises TypeError, with this text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotConfirmed:
    """The call fits: `parameters` are those of the function that took it (without receiver)."""

    parameters: tuple[RuntimeParameter, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inconclusive:
    """The call could not be tried."""

    reason: str


BindOutcome: TypeAlias = Confirmed | NotConfirmed | Inconclusive


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeContracts:
    """All that was asked, each with its outcome.

    `failure` tells why nothing at all could be asked; None when something could.
    """

    symbols: dict[str, RuntimeOutcome] = field(default_factory=dict)
    binds: dict[BindRequest, BindOutcome] = field(default_factory=dict)
    failure: NotImported | None = None

    def symbol(self, name: str) -> RuntimeOutcome:
        """A symbol's outcome; what was never asked counts as not imported."""
        return self.symbols.get(name) or NotImported(reason="was not asked for")

    def bind(self, request: BindRequest) -> BindOutcome:
        """A call's outcome; what was never tried is inconclusive."""
        return self.binds.get(request) or Inconclusive(reason="was not tried")


def probe(
    python: str,
    requests: tuple[str, ...],
    *,
    timeout_s: float,
    cache_dir: Path | None,
    env_digest: str,
    binds: tuple[BindRequest, ...] = (),
    refused: tuple[str, ...] = (),
) -> RuntimeContracts:
    """Ask the interpreter `python` for dotted symbols, and try calls.

    Runs at most `timeout_s` seconds, and once more so long when one module of several hangs.
    Files that are `refused` ("cons/__init__.py", below any import root) cannot be imported in the
    child, whoever tries; no GPU is shown to it, nothing that it prints gets through, and whatever
    it does, an outcome comes back for each request. Outcomes are kept in `cache_dir` for the
    environment `env_digest` ("" keeps none).
    """
    kept = KeptAnswers(cache_dir, python=python, env_digest=env_digest)
    asked = [*dict.fromkeys(requests)]
    tried = [*dict.fromkeys(binds)]
    known = {key: kept.get(key, timeout_s) for key in (*asked, *map(_key, tried))}
    if any(answer is None for answer in known.values()):
        from .child import ask

        fresh = ask(
            python,
            tuple(one for one in asked if known[one] is None),
            tuple(_call(one) for one in tried if known[_key(one)] is None),
            timeout_s=timeout_s,
            refused=refused,
        )
        kept.put(fresh)
        known.update(fresh)
    found = {key: answer for key, answer in known.items() if answer is not None}
    return RuntimeContracts(
        symbols={one: _outcome(one, found[one]) for one in asked},
        binds={one: _bind_outcome(found[_key(one)]) for one in tried},
        failure=_failure(found),
    )


def _call(one: BindRequest) -> tuple[str, int, tuple[str, ...], bool]:
    return one.symbol, one.args_count, one.keywords, one.partial


def _key(one: BindRequest) -> str:
    return bind_key(*_call(one))


def _outcome(name: str, kept: Kept) -> RuntimeOutcome:
    if kept.not_imported:
        return NotImported(reason=kept.not_imported, waited=kept.waited)
    if kept.missing:
        return RuntimeMissing(name=name, reason=kept.missing)
    return RuntimeSymbol(
        name=name,
        kind=kept.kind,
        parameters=_parameters(kept) if kept.parameters is not None else None,
        unsigned=kept.unsigned,
        mro=kept.mro,
        attributes=kept.attributes,
        fields=kept.fields,
    )


def _parameters(kept: Kept) -> tuple[RuntimeParameter, ...]:
    return tuple(
        RuntimeParameter(name=own, form=_FORMS[form], has_default=has, default=default)
        for own, form, has, default in kept.parameters or ()
    )


def _bind_outcome(kept: Kept) -> BindOutcome:
    if kept.refused:
        return Confirmed(text=kept.refused)
    if kept.fits:
        return NotConfirmed(parameters=_parameters(kept))
    return Inconclusive(reason=kept.not_imported or kept.missing or kept.inconclusive)


def _failure(found: dict[str, Kept]) -> NotImported | None:
    """The one reason why nothing came back."""
    if not found or any(not one.not_imported for one in found.values()):
        return None
    return NotImported(reason=next(iter(found.values())).not_imported)
