"""One self-contained page: no script, no network, light and dark, on screens and on paper."""

from __future__ import annotations

import re
from dataclasses import dataclass

from drift_audit.auditor.model import Finding, ProviderReport, Scan, Severity
from drift_audit.reports.code import Line, lines
from drift_audit.reports.fixes import Became, Fate, Outcome, fate
from drift_audit.reports.pages import Style, rendered
from drift_audit.reports.signatures import Fold, Row, compare
from drift_audit.reports.verdict import (
    Reason,
    Verdict,
    by_place,
    providers,
    reasons,
    severities,
    verdict,
)

SUFFIXES = (".html", ".htm")

_PLACES_SHOWN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A finding with all that its card shows.

    `panes` are its signatures aligned, else None; `fate` is None where no fix was sought.
    """

    finding: Finding
    anchor: str
    provider: ProviderReport | None
    context: tuple[Line, ...]
    panes: tuple[Row | Fold, ...] | None
    fate: Fate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the contents: the first of `count` cards that say the same of a symbol.

    `became` is what became of all of them, None where that differs or no fix was sought.
    """

    anchor: str
    text: str
    count: int
    became: Became | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolGroup:
    """The cards of one symbol."""

    symbol: str
    cards: tuple[Card, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Its lines in the contents, in the order of the cards."""
        same: dict[str, list[Card]] = {}
        for card in self.cards:
            same.setdefault(card.finding.parameter or card.finding.kind, []).append(card)
        return tuple(
            Entry(anchor=cards[0].anchor, text=text, count=len(cards), became=_shared(cards))
            for text, cards in same.items()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityGroup:
    """The cards of one severity, by symbol."""

    severity: Severity
    count: int
    symbols: tuple[SymbolGroup, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """An outcome with the first of its cards, in the order of the page, and how many more."""

    outcome: Outcome
    cards: tuple[Card, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the template is given."""

    scan: Scan
    verdict: Verdict
    severities: dict[Severity, int]
    after: dict[Severity, int]
    groups: tuple[SeverityGroup, ...]
    results: tuple[Result, ...]
    providers: tuple[ProviderReport, ...]
    reasons: tuple[Reason, ...]
    style: Style


def render(scan: Scan) -> str:
    """Write the scan as one HTML document."""
    said, groups = verdict(scan), _groups(scan)
    fixed = any(card.fate for group in groups for symbol in group.symbols for card in symbol.cards)
    style = Style.of("base.css", "report.css", *(["fixes.css"] if fixed else []))
    page = Page(
        scan=scan,
        verdict=said,
        severities=severities(scan.findings),
        after=dict(scan.after or ()),
        groups=groups,
        results=tuple(_result(outcome, groups) for outcome in said.outcomes),
        providers=providers(scan),
        reasons=reasons(scan.coverage),
        style=style,
    )
    return rendered("report.html.j2", page=page)


def _groups(scan: Scan) -> tuple[SeverityGroup, ...]:
    named = {provider.name: provider for provider in scan.providers}
    taken: set[str] = set()
    sorted_in: dict[Severity, dict[str, list[Card]]] = {severity: {} for severity in Severity}
    for finding in by_place(scan.findings):
        became = fate(finding, mended=scan.after is not None)
        card = _card(finding, became, named.get(finding.provider), taken)
        sorted_in[finding.severity].setdefault(_heading(finding), []).append(card)
    return tuple(
        SeverityGroup(
            severity=severity,
            count=sum(map(len, symbols.values())),
            symbols=tuple(
                SymbolGroup(symbol=symbol, cards=tuple(cards))
                for symbol, cards in sorted(symbols.items())
            ),
        )
        for severity, symbols in sorted_in.items()
        if symbols
    )


def _result(outcome: Outcome, groups: tuple[SeverityGroup, ...]) -> Result:
    cards = tuple(
        card
        for group in groups
        for symbol in group.symbols
        for card in symbol.cards
        if card.fate is not None and card.fate.became is outcome.became
    )
    shown = () if outcome.became is Became.REPAIRED else cards[:_PLACES_SHOWN]
    return Result(outcome=outcome, cards=shown, more=len(cards) - len(shown))


def _shared(cards: list[Card]) -> Became | None:
    """What became of all of the cards."""
    shared = {card.fate.became if card.fate else None for card in cards}
    return shared.pop() if len(shared) == 1 else None


def _heading(finding: Finding) -> str:
    """The symbol without its parameter; a constructor goes by its class."""
    symbol = finding.symbol
    if finding.parameter and symbol != finding.parameter:
        symbol = symbol.removesuffix(f".{finding.parameter}")
    return symbol.removesuffix(".__init__")


def _card(
    finding: Finding, became: Fate | None, provider: ProviderReport | None, taken: set[str]
) -> Card:
    return Card(
        finding=finding,
        anchor=_anchor(finding.fingerprint, taken),
        provider=provider,
        context=lines(finding),
        panes=compare(finding.before, finding.now, finding.parameter),
        fate=became,
    )


def _anchor(fingerprint: str, taken: set[str]) -> str:
    """An id from the fingerprint, told apart from those that are taken; takes it."""
    stem = "f-" + (re.sub(r"[^\w-]", "-", fingerprint, flags=re.ASCII) or "finding")
    anchor, number = stem, 1
    while anchor in taken:
        number += 1
        anchor = f"{stem}-{number}"
    taken.add(anchor)
    return anchor
