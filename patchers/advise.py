"""What recipes say of a consumer: drift that no contract shows, and more of what one does show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from drift_audit.auditor.errors import ConfigurationError
from drift_audit.auditor.findings import fingerprinted
from drift_audit.auditor.ignores import settled
from drift_audit.auditor.model import Confidence, Evidence, Finding, Scan, Severity
from drift_audit.auditor.pairing import Pairing
from drift_audit.auditor.run import span_of
from drift_audit.auditor.scan import Judgement

from .families import concerned
from .model import ANY, Recipe, Trigger
from .probes import concerns
from .shapes import found
from .sites import Site, mentions, names_in, shaped, sites_of

_NAME = "name"
_PATTERN = "pattern"
_SUBCLASS = "subclass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A recipe that answers a finding, at a site."""

    recipe: Recipe
    finding: Finding
    site: Site


@dataclass(frozen=True, slots=True, kw_only=True)
class Advised:
    """A scan with what recipes know; `answers` go by the findings' fingerprints."""

    scan: Scan
    answers: dict[str, Answer]
    sites: tuple[Site, ...]


def advise(judgement: Judgement, recipes: Iterable[Recipe]) -> Advised:
    """Hold every recipe whose provider is at hand against the consumer.

    Raises:
        ConfigurationError: two recipes answer the same finding with different operations.
    """
    world = judgement.now.world
    pairings = {pairing.package: pairing for pairing in judgement.pairings}
    if judgement.pairings:
        pairings[ANY] = judgement.pairings[0]
    due = [
        recipe
        for recipe in recipes
        if (pairing := pairings.get(recipe.provider.package)) is not None
        and concerns(recipe.provider, pairing, world).holds
    ]
    field = _Field(judgement, (*sites_of(judgement), *_foreign(judgement, due)), pairings)
    answers = [answer for recipe in due for answer in field.answers(recipe)]
    advised = _merged(judgement, answers, field.sites)
    known = {recipe.id for recipe in due}
    return replace(advised, scan=settled(judgement, advised.scan, known))


def _foreign(judgement: Judgement, recipes: list[Recipe]) -> Iterator[Site]:
    names = {s for r in recipes if r.trigger.form == _NAME for s in r.trigger.symbols}
    return names_in(judgement.now, frozenset(names)) if names else iter(())


class _Field:
    """The consumer's uses, by what recipes ask for."""

    def __init__(
        self, judgement: Judgement, sites: tuple[Site, ...], pairings: dict[str, Pairing]
    ) -> None:
        self.sites = sites
        self._findings = judgement.scan.findings
        self._pairings = pairings
        self._modules = {m.path: m for m in judgement.now.project.modules.values()}
        self._by_symbol: dict[tuple[str, str], list[Site]] = defaultdict(list)
        self._symbols: dict[str, set[str]] = defaultdict(set)
        for site in sites:
            self._by_symbol[site.form, site.symbol].append(site)
            self._symbols[site.span.path].add(site.symbol)

    def answers(self, recipe: Recipe) -> Iterator[Answer]:
        """The findings that a recipe answers or makes."""
        if recipe.trigger.kind:
            yield from self._of_findings(recipe)
        else:
            yield from self._of_sites(recipe)

    def _of_findings(self, recipe: Recipe) -> Iterator[Answer]:
        trigger = recipe.trigger
        for finding in self._findings:
            symbol = finding.symbol.removesuffix(".__init__")
            if finding.kind != trigger.kind or finding.provider != recipe.provider.package:
                continue
            if trigger.symbols and symbol not in trigger.symbols:
                continue
            if trigger.parameter and finding.parameter != trigger.parameter:
                continue
            site = self._site_of(finding)
            if self._fits(trigger, site):
                yield Answer(recipe=recipe, finding=finding, site=site)

    def _of_sites(self, recipe: Recipe) -> Iterator[Answer]:
        trigger = recipe.trigger
        sites = [s for name in trigger.symbols for s in self._by_symbol[trigger.form, name]]
        if trigger.form == _PATTERN:
            sites = list(self._of_shape(recipe))
        elif trigger.form == _SUBCLASS and trigger.pattern:
            sites = [inner for site in sites for inner in shaped(site, trigger.pattern)]
        for site in sites:
            if self._fits(trigger, site):
                finding = self._finding(recipe, site)
                yield Answer(recipe=recipe, finding=finding, site=site)

    def _of_shape(self, recipe: Recipe) -> Iterator[Site]:
        """The places of a certain shape in the files that use one of the symbols, if there are."""
        trigger = recipe.trigger
        for path, module in self._modules.items():
            symbols = [one for one in trigger.symbols if one in self._symbols[path]]
            if trigger.symbols and not symbols:
                continue
            for node in found(trigger.pattern, module.tree):
                yield Site(
                    form=_PATTERN,
                    symbol=symbols[0] if symbols else module.name,
                    span=span_of(path, node),
                    provider=recipe.provider.package,
                    module=module,
                )

    def _site_of(self, finding: Finding) -> Site:
        """The use that a finding is about."""
        span = finding.site or finding.span
        symbol = finding.symbol.removesuffix(".__init__")
        called = symbol.removesuffix(f".{finding.parameter}") if finding.parameter else symbol
        for site in (*self._by_symbol["call", symbol], *self._by_symbol["call", called]):
            if site.span == span:
                return site
        module = self._modules[span.path]
        return Site(form="", symbol=symbol, span=span, provider=finding.provider, module=module)

    def _fits(self, trigger: Trigger, site: Site) -> bool:
        if site.is_open and trigger.without:
            return False
        if any(name in site.filled for name in trigger.without):
            return False
        if not all(name in site.filled for name in trigger.passing):
            return False
        if not all(self._beside(one, site.span.path) for one in trigger.beside):
            return False
        if not (trigger.naming or trigger.unless):
            return True
        text = site.text(trigger.unless_within)
        return all(mentions(text, name) for name in trigger.naming) and not any(
            mentions(text, name) for name in trigger.unless
        )

    def _beside(self, symbol: str, path: str) -> bool:
        """Whether the file uses a symbol, or one of several that `|` divides."""
        return any(one.strip() in self._symbols[path] for one in symbol.split("|"))

    def _finding(self, recipe: Recipe, site: Site) -> Finding:
        pairing = self._pairings[recipe.provider.package]
        package = pairing.package
        release = "" if recipe.advisory else f" in {package} {pairing.now.version}".rstrip()
        assert recipe.severity is not None, "cards without a kind have one"
        line = site.span.line
        return Finding(
            kind=recipe.id,
            severity=recipe.severity,
            confidence=Confidence.LIKELY,
            span=site.span,
            symbol=site.symbol,
            provider=package,
            message=f"{recipe.title}{release}",
            now=recipe.reason,
            advice=recipe.advice,
            evidence=(Evidence.RECIPE, *([Evidence.ADVISORY] if recipe.advisory else [])),
            parameter=recipe.trigger.parameter,
            context=site.module.lines(line - 2, line + 2),
            site=site.span,
            recipe=recipe.id,
        )


def _merged(judgement: Judgement, answers: list[Answer], sites: tuple[Site, ...]) -> Advised:
    """The scan's findings with the answers: refined ones in place, new ones beside."""
    scan = judgement.scan
    ranked = sorted(answers, key=lambda a: (a.recipe.severity or Severity.NOTE).rank)
    by_print: dict[str, Answer] = {}
    fresh: list[Answer] = []
    for answer in ranked:
        if not answer.recipe.trigger.kind:
            finding = concerned(judgement, answer.finding, answer.recipe)
            fresh.append(replace(answer, finding=finding))
            continue
        known = by_print.setdefault(answer.finding.fingerprint, answer)
        _refuse_conflict(known.recipe, answer.recipe)
    refined = [
        _refined(judgement, one, by_print[one.fingerprint].recipe)
        if one.fingerprint in by_print
        else one
        for one in scan.findings
    ]
    findings = fingerprinted((*refined, *(answer.finding for answer in fresh)))
    told: dict[str, Answer] = {}
    for finding in findings:
        match = by_print.get(finding.fingerprint) or _made(finding, fresh)
        if match is not None:
            told[finding.fingerprint] = replace(match, finding=finding)
    return Advised(scan=replace(scan, findings=findings), answers=told, sites=sites)


def _made(finding: Finding, fresh: list[Answer]) -> Answer | None:
    for answer in fresh:
        if answer.recipe.id == finding.recipe and answer.finding.span == finding.span:
            return answer
    return None


def _refuse_conflict(one: Recipe, other: Recipe) -> None:
    if one.operations != other.operations:
        raise ConfigurationError(
            f"the recipes {one.id} ({one.file}) and {other.id} ({other.file}) answer the same "
            "finding with different operations",
            f"Leave one of them out, with --ignore {other.id}.",
        )


def _refined(judgement: Judgement, finding: Finding, recipe: Recipe) -> Finding:
    spared = Severity.NOTE if finding.spared else None
    refined = replace(
        finding,
        severity=spared or recipe.severity or finding.severity,
        message=f"{finding.message}: {recipe.title}",
        advice=recipe.advice or finding.advice,
        evidence=(*finding.evidence, Evidence.RECIPE),
        recipe=recipe.id,
    )
    return concerned(judgement, refined, recipe)
