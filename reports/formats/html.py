"""One self-contained page: no script, no network, light and dark, on screens and on paper."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

from drift_audit.auditor.model import Finding, ProviderReport, Scan, Severity
from drift_audit.reports.code import DiffLine, Line, diff, lines
from drift_audit.reports.inert import HIDDEN, code_point
from drift_audit.reports.signatures import Fold, Row, compare
from drift_audit.reports.verdict import (
    Reason,
    Verdict,
    by_place,
    count,
    providers,
    reasons,
    severities,
    verdict,
)

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

SUFFIXES = (".html", ".htm")

_BREAKS = re.compile(r"(?<=\w)([./])(?=\w)")
_PATH_BREAKS = re.compile(r"(/)(?=[^/])")
_LONG_NAME = re.compile(r"[\w.]{24,}")
_QUOTED = re.compile(r"`([^`\n]+)`")
_NAMES = re.compile(r"[\w.]+(?:, [\w.]+)+")
_SENTENCE = re.compile(r"`|\b[a-z]+ [a-z]+ [a-z]+\b|^[a-z]+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A finding with all that its card shows. `panes` are its signatures aligned, else None."""

    finding: Finding
    anchor: str
    provider: ProviderReport | None
    context: tuple[Line, ...]
    panes: tuple[Row | Fold, ...] | None
    fix: tuple[DiffLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the contents: the first of `count` cards that say the same of a symbol."""

    anchor: str
    text: str
    count: int


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
            Entry(anchor=cards[0].anchor, text=text, count=len(cards))
            for text, cards in same.items()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityGroup:
    """The cards of one severity, by symbol."""

    severity: Severity
    count: int
    symbols: tuple[SymbolGroup, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the template is given."""

    scan: Scan
    verdict: Verdict
    severities: dict[Severity, int]
    groups: tuple[SeverityGroup, ...]
    providers: tuple[ProviderReport, ...]
    reasons: tuple[Reason, ...]
    css: str
    css_digest: str


def render(scan: Scan) -> str:
    """Write the scan as one HTML document."""
    css = _text("report.css")
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    page = Page(
        scan=scan,
        verdict=verdict(scan),
        severities=severities(scan.findings),
        groups=_groups(scan),
        providers=providers(scan),
        reasons=reasons(scan.coverage),
        css=css,
        css_digest=digest,
    )
    return _environment().get_template("report.html.j2").render(page=page) + "\n"


def _groups(scan: Scan) -> tuple[SeverityGroup, ...]:
    named = {provider.name: provider for provider in scan.providers}
    taken: set[str] = set()
    sorted_in: dict[Severity, dict[str, list[Card]]] = {severity: {} for severity in Severity}
    for finding in by_place(scan.findings):
        card = _card(finding, named.get(finding.provider), taken)
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


def _heading(finding: Finding) -> str:
    """The symbol without its parameter; a constructor goes by its class."""
    symbol = finding.symbol
    if finding.parameter and symbol != finding.parameter:
        symbol = symbol.removesuffix(f".{finding.parameter}")
    return symbol.removesuffix(".__init__")


def _card(finding: Finding, provider: ProviderReport | None, taken: set[str]) -> Card:
    return Card(
        finding=finding,
        anchor=_anchor(finding.fingerprint, taken),
        provider=provider,
        context=lines(finding),
        panes=compare(finding.before, finding.now, finding.parameter),
        fix=diff(finding.fix),
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


def _text(name: str) -> str:
    folder = resources.files("drift_audit.reports") / "templates"
    return (folder / name).read_text(encoding="utf-8")


def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_text),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        visible=_visible,
        code=_code,
        breakable=_breakable,
        prose=_prose,
        said=_said,
        count=count,
    )
    return environment


def _visible(text: str) -> Markup:
    """Escaped, with a named box in place of every hidden character."""
    from markupsafe import Markup, escape

    def box(found: re.Match[str]) -> str:
        return f'<span class="ctl">{code_point(found[0])}</span>'

    return Markup(HIDDEN.sub(box, str(escape(text))))  # noqa: S704 - escaped before the boxes


def _code(text: str) -> Markup:
    """As `visible`, for signatures: an arrow stays whole, a long name breaks after its dots."""
    from markupsafe import Markup

    def broken(part: str) -> Markup:
        pieces = _LONG_NAME.sub(lambda found: found[0].replace(".", ".\n"), part).split("\n")
        return Markup("<wbr>").join(map(_visible, pieces))

    pieces = map(broken, text.split("->"))
    return Markup('<span class="arrow">-&gt;</span>').join(pieces)


def _said(text: str) -> Markup:
    """A contract in words: a sentence as prose, a list of names one a line, else code."""
    from markupsafe import Markup

    if "return " not in text and _SENTENCE.search(text):
        return Markup('<p dir="auto">{}</p>').format(_prose(text))
    lines = text.replace(", ", ",\n") if _NAMES.fullmatch(text) else text
    return Markup("<code>{}</code>").format(
        Markup("\n").join(_code(line) for line in lines.split("\n"))
    )


def _breakable(text: str) -> Markup:
    """As `visible`, for names and paths: a line may break after their slashes, else dots."""
    from markupsafe import Markup

    breaks = _PATH_BREAKS if "/" in text else _BREAKS
    pieces = breaks.sub("\\1\n", text.replace("\n", " ")).split("\n")
    return Markup("<wbr>").join(_visible(piece) for piece in pieces)


def _prose(text: str) -> Markup:
    """As `visible`, for sentences: blanks folded, a capital in front, `backticks` set as code."""
    from markupsafe import Markup

    folded = " ".join(text.split())
    parts = _QUOTED.split(folded[:1].upper() + folded[1:])
    return Markup("").join(
        Markup("<code>{}</code>").format(_code(part)) if index % 2 else _visible(part)
        for index, part in enumerate(parts)
    )
