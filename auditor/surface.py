"""What a consumer couples to: each name of a provider that it leans on, and what both ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .model import Scan, Span, UseForm
from .outcome import (
    Based,
    Called,
    Consumed,
    Gone,
    Herd,
    Outcome,
    Overridden,
    Patched,
    Reached,
    Record,
    Remote,
    Unclear,
    Variable,
)
from .scan import Judgement
from .trees import Distribution

_NAMED_BY_TEXT = (UseForm.STRING, UseForm.RPC)
_NO_COUPLING = (UseForm.GATE, UseForm.COMMENT, UseForm.RESULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coupling:
    """One name and the places that lean on it; `is_unclear` where it could not be told which.

    `by_text` tells that the name stands in a string somewhere, where no tool renames it.
    """

    symbol: str
    provider: str
    forms: tuple[str, ...]
    places: tuple[tuple[str, int], ...]
    by_text: bool
    is_unclear: bool
    drifted: bool

    @property
    def is_private(self) -> bool:
        """Whether a part of the name begins with an underscore, dunder names aside."""
        parts = self.symbol.split(".")
        return any(p.startswith("_") and not (p[:2] == p[-2:] == "__") for p in parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What is asked of another project: by the provider before and now, and by the consumer.

    Each is a specifier, "any" without one, "" where nothing is asked for.
    """

    project: str
    before: str
    now: str
    consumer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """A scan with all couplings, and the requirements that concern the provider."""

    scan: Scan
    couplings: tuple[Coupling, ...]
    asked: tuple[str, ...]
    needs: tuple[Need, ...]


def surface_of(judgement: Judgement, scan: Scan, consumer: Distribution) -> Surface:
    """Gather what was judged; `scan` is the judgement's, or what recipes made of it."""
    drifted = {(f.provider, (f.site or f.span)) for f in scan.findings}
    found: dict[tuple[str, str], list[Record]] = {}
    for record in judgement.now.records.values():
        symbol = _symbol(record)
        if symbol and record.provider and record.use.form not in _NO_COUPLING:
            found.setdefault((record.provider, symbol), []).append(record)
    couplings = (_coupling(*key, records, drifted) for key, records in sorted(found.items()))
    pairs = [(p.before, p.now) for p in judgement.pairings]
    return Surface(
        scan=scan,
        couplings=tuple(couplings),
        asked=tuple(_asked(consumer, [now.name for _, now in pairs])),
        needs=tuple(need for pair in pairs for need in _needs(consumer, *pair)),
    )


def _coupling(
    provider: str, symbol: str, records: list[Record], drifted: set[tuple[str, Span]]
) -> Coupling:
    forms = {record.use.form for record in records}
    places = {(record.use.span.path, record.use.span.line) for record in records}
    return Coupling(
        symbol=symbol,
        provider=provider,
        forms=tuple(sorted(str(form) for form in forms)),
        places=tuple(sorted(places)),
        by_text=bool(forms & {*_NAMED_BY_TEXT}),
        is_unclear=all(isinstance(record.outcome, Unclear) for record in records),
        drifted=any((provider, record.use.span) in drifted for record in records),
    )


def _symbol(record: Record) -> str:
    outcome: Outcome = record.outcome
    symbol = record.use.text
    match outcome:
        case Called(signature=signature):
            symbol = signature.name.removesuffix(".__init__")
        case Reached(target=target) | Based(target=target) | Patched(target=target):
            symbol = target.name
        case Gone(owner=owner, name=name):
            symbol = f"{owner}.{name}" if owner else name
        case Overridden(base=base, method=method):
            symbol = method.name if method else f"{base}.{symbol}"
        case Consumed(function=function):
            symbol = function.name if function else ""
        case Remote(name=name, holders=holders):
            own = f"{record.provider}."
            symbol = next((f"{one}.{name}" for one in holders if one.startswith(own)), "")
        case Variable(name=name) | Herd(name=name):
            symbol = name
        case _:
            pass
    return symbol


# --- what is asked for ----------------------------------------------------------------------------


def _asked(consumer: Distribution, providers: Iterable[str]) -> Iterator[str]:
    """The consumer's own requirements of the providers, as they are written."""
    from .acquire.metadata import is_for

    for name in providers:
        yield from (line for line in consumer.requires if is_for(line, name))


def _needs(
    consumer: Distribution, before: Distribution | None, now: Distribution
) -> Iterator[Need]:
    """What a provider asks of other projects otherwise than it did, or the consumer does too."""
    was, new, own = (_specifiers(one) if one else {} for one in (before, now, consumer))
    for project in sorted({*was, *new}):
        earlier, today = was.get(project, ""), new.get(project, "")
        changed = before is not None and earlier != today
        if changed or (today and project in own):
            yield Need(project=project, before=earlier, now=today, consumer=own.get(project, ""))


def _specifiers(distribution: Distribution) -> dict[str, str]:
    """By project, what it always asks for; extras and other conditions aside."""
    from packaging.requirements import InvalidRequirement, Requirement
    from packaging.utils import canonicalize_name

    found: dict[str, str] = {}
    for line in distribution.requires:
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue
        if requirement.marker is None:
            name = canonicalize_name(requirement.name)
            found[name] = str(requirement.specifier) or "any"
    return found
