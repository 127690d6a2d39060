"""The scan: two walks over the consumer, each use judged by every kind, what is found told."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from packaging.version import InvalidVersion, Version

from .doubt import Doubt
from .judge import Case, Drift, Kind, Standing, Versions
from .kinds import kinds
from .model import (
    Confidence,
    Consumer,
    Coverage,
    Evidence,
    Finding,
    ProviderReport,
    Scan,
    Severity,
    Skipped,
    Unjudged,
    Use,
)
from .outcome import Gone, Outcome, Overridden, Record, Unclear, Variable
from .project import Project, read_project
from .run import Key, Run
from .shapes import call_shape, form_before
from .trees import Distribution
from .watch import Watch, unwatched
from .world import Edition, Facts, World

UNASKED = "not asked (--static)"
NOT_INSTALLED = "not installed: judged by its sources"
_CONTEXT = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """A provider now and in the baseline, with the facts of each; None without a baseline."""

    package: str
    now: Distribution
    facts_now: Facts
    before: Distribution | None = None
    facts_before: Facts | None = None
    baseline_source: str = ""
    runtime: str = ""


def version_of(text: str) -> Version | None:
    """A PEP 440 version, or None."""
    try:
        return Version(text)
    except InvalidVersion:
        return None


def scan(
    consumer: Distribution,
    pairings: tuple[Pairing, ...],
    *,
    exclude: tuple[str, ...] = (),
    chosen: Iterable[Kind] | None = None,
    tool_version: str = "",
    python: str = "",
    notes: tuple[str, ...] = (),
    watch: Watch = unwatched,
) -> Scan:
    """Judge every use of the providers in the consumer."""
    project = read_project(consumer, exclude, partial(watch, "reading"))
    near = project.near(tuple(p.package for p in pairings))
    now = Run(_world(pairings, now=True), project, near)
    now.everything(partial(watch, "judging"))
    with_baseline = tuple(p for p in pairings if p.before is not None)
    before: Run | None = None
    if with_baseline and all(_unchanged(p) for p in pairings):
        before = now
    elif with_baseline:
        before = Run(_world(pairings, now=False), project, near)
        before.everything(partial(watch, "judging against the baseline"))
    cases, coverage = _pair(now, before, pairings, project)
    cases += _structural(now, before, pairings)
    findings = _findings(cases, tuple(chosen) if chosen is not None else kinds(), project)
    return Scan(
        tool_version=tool_version,
        consumer=Consumer(
            name=consumer.name,
            version=consumer.version,
            source=consumer.source,
            files=len(project.modules) + len(project.skipped),
        ),
        providers=tuple(_report(p) for p in pairings),
        findings=findings,
        coverage=coverage,
        notes=notes,
        python=python,
    )


def scan_trees(
    consumer: Distribution,
    now: Distribution,
    before: Distribution | None,
    *,
    package: str,
    chosen: Iterable[Kind] | None = None,
) -> Scan:
    """Judge a consumer against one provider whose sources are at hand; nothing is cached."""
    from .contracts.store import FactsStore

    pairing = Pairing(
        package=package,
        now=now,
        facts_now=FactsStore(None, now),
        before=before,
        facts_before=FactsStore(None, before) if before is not None else None,
    )
    return scan(consumer, (pairing,), chosen=chosen)


def _world(pairings: tuple[Pairing, ...], *, now: bool) -> World:
    """All providers now, or as in the baseline; one without a baseline stands as it is now."""
    editions = []
    for pairing in pairings:
        distribution = pairing.now if now or pairing.before is None else pairing.before
        facts = pairing.facts_now if now or not pairing.facts_before else pairing.facts_before
        version = version_of(distribution.version)
        editions.append(Edition(package=pairing.package, version=version, store=facts))
    return World(tuple(editions))


def _unchanged(pairing: Pairing) -> bool:
    """Whether the provider is the baseline itself."""
    before = pairing.before
    return before is not None and bool(before.digest) and before.digest == pairing.now.digest


def _report(pairing: Pairing) -> ProviderReport:
    return ProviderReport(
        name=pairing.package,
        distribution=pairing.now.name,
        version=pairing.now.version,
        source=pairing.now.source,
        baseline=pairing.before.version if pairing.before else "",
        baseline_source=pairing.baseline_source,
        runtime=pairing.runtime or (UNASKED if pairing.now.installed else NOT_INSTALLED),
    )


def _pair(
    now: Run, before: Run | None, pairings: tuple[Pairing, ...], project: Project
) -> tuple[list[Case], Coverage]:
    doubt = Doubt(now)
    by_package = {pairing.package: pairing for pairing in pairings}
    cases: list[Case] = []
    unjudged: list[Unjudged] = []
    uses = 0
    for key, record in sorted(now.records.items(), key=lambda item: item[0]):
        was = before.records.get(key) if before else None
        if _is_no_use(record.outcome, was.outcome if was else None):
            continue
        uses += 1
        doubted = doubt.of(record, was.outcome if was else None)
        if doubted is not None:
            record = replace(record, outcome=doubted)
        if isinstance(record.outcome, Unclear):
            span = record.use.span
            unjudged.append(
                Unjudged(
                    path=span.path,
                    line=span.line,
                    text=record.use.text,
                    reason=record.outcome.reason,
                )
            )
            continue
        pairing = by_package.get(record.provider)
        if pairing is not None:
            cases.append(_case(record, was, pairing, now, before))
    coverage = Coverage(
        uses=uses,
        judged=uses - len(unjudged),
        unjudged=tuple(unjudged),
        skipped=(*project.skipped, *_too_deep(now, before)),
    )
    return cases, coverage


def _too_deep(now: Run, before: Run | None) -> tuple[Skipped, ...]:
    found = now.too_deep | (before.too_deep if before else {})
    return tuple(Skipped(path=path, reason=reason) for path, reason in sorted(found.items()))


def _case(
    record: Record, was: Record | None, pairing: Pairing, now: Run, before: Run | None
) -> Case:
    has_baseline = pairing.before is not None
    return Case(
        use=record.use,
        now=record.outcome,
        before=was.outcome if was and has_baseline else None,
        versions=versions_of(pairing),
        worlds=(now.world, before.world if before and has_baseline else None),
        has_baseline=has_baseline,
        project=now.project,
        guarded=record.guarded,
    )


def versions_of(pairing: Pairing) -> Versions:
    """How the report names the two releases."""
    before = pairing.before.version if pairing.before else ""
    return Versions(package=pairing.package, before=before, now=pairing.now.version)


def _is_no_use(now: Outcome, before: Outcome | None) -> bool:
    """Names that neither release knows are the consumer's own affair."""
    match now, before:
        case Overridden(form=None), (None | Overridden(form=None)):
            return True
        case Variable(known=False), (None | Variable(known=False)):
            return True
        case _:
            return False


def _structural(now: Run, before: Run | None, pairings: tuple[Pairing, ...]) -> list[Case]:
    from .structural import structural_cases

    return structural_cases(now, before, pairings)


def _findings(cases: list[Case], chosen: tuple[Kind, ...], project: Project) -> tuple[Finding, ...]:
    found: dict[tuple[object, ...], Finding] = {}
    paths = {module.path: module for module in project.modules.values()}
    for case in cases:
        for kind in chosen:
            for drift in kind.check(case):
                finding = _finding(kind, case, drift, paths)
                key = (
                    finding.span.path,
                    finding.span.line,
                    kind.id,
                    finding.symbol,
                    finding.parameter,
                )
                found.setdefault(key, finding)
    ordered = sorted(
        found.values(), key=lambda f: (f.span.path, f.span.line, f.span.column, f.kind, f.symbol)
    )
    return _with_fingerprints(ordered)


def _finding(kind: Kind, case: Case, drift: Drift, paths: dict[str, object]) -> Finding:
    from .project import OwnModule

    span = case.use.span
    if drift.line:
        span = replace(span, line=drift.line, end_line=max(drift.line, span.end_line), column=1)
    module = paths.get(span.path)
    context = (
        module.lines(span.line - _CONTEXT, span.line + _CONTEXT)
        if isinstance(module, OwnModule)
        else ()
    )
    severity, confidence, message = _weigh(kind, case, drift)
    evidence = tuple(dict.fromkeys((Evidence.STATIC, *drift.evidence)))
    if case.has_baseline and drift.standing is Standing.FRESH:
        evidence = (*evidence, Evidence.BASELINE)
    return Finding(
        kind=kind.id,
        severity=severity,
        confidence=confidence,
        span=span,
        symbol=drift.symbol,
        provider=case.versions.package,
        message=message,
        before=drift.before,
        now=drift.now,
        advice=drift.advice,
        evidence=evidence,
        parameter=drift.parameter,
        defined_at=drift.defined_at,
        context=context,
        call=call_shape(case),
        was=form_before(case),
    )


def _weigh(kind: Kind, case: Case, drift: Drift) -> tuple[Severity, Confidence, str]:
    """Fresh drift has the kind's severity; what was wrong in the baseline too is a note."""
    severity = drift.severity or kind.severity
    match drift.standing:
        case Standing.FRESH:
            return severity, drift.confidence or Confidence.LIKELY, drift.message
        case Standing.OLD:
            tail = f" (so it was in {case.versions.before} already)"
            return Severity.NOTE, Confidence.SUSPECTED, drift.message + tail
        case Standing.UNSURE:
            severity = Severity.NOTE if kind.by_change else severity
            return severity, Confidence.SUSPECTED, drift.message


def _with_fingerprints(findings: list[Finding]) -> tuple[Finding, ...]:
    """A finding is known again by kind, file, symbol and parameter, and its count among equals."""
    seen: dict[str, int] = {}
    done: list[Finding] = []
    for finding in findings:
        base = "\0".join((finding.kind, finding.span.path, finding.symbol, finding.parameter))
        seen[base] = seen.get(base, 0) + 1
        digest = hashlib.blake2b(
            f"{base}\0{seen[base]}".encode("utf-8", "surrogatepass"), digest_size=8
        ).hexdigest()
        done.append(replace(finding, fingerprint=digest))
    return tuple(done)


__all__ = ["Key", "Pairing", "Use", "scan"]
_ = Gone
