"""From what the kinds say of the cases to findings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from .judge import Case, Concern, Drift, Kind, Standing
from .model import Confidence, Evidence, Finding, Severity
from .outcome import Called
from .project import OwnModule, Project, Script
from .shapes import call_shape, form_before

_CONTEXT = 2


def findings_of(
    cases: list[Case], chosen: tuple[Kind, ...], project: Project
) -> tuple[Finding, ...]:
    """What every kind says of every case, each drift once, in the order of the files."""
    found: dict[tuple[object, ...], Finding] = {}
    paths: dict[str, OwnModule | Script] = {one.path: one for one in project.scripts}
    paths |= {module.path: module for module in project.modules.values()}
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
    return fingerprinted(found.values())


def _finding(kind: Kind, case: Case, drift: Drift, paths: dict[str, OwnModule | Script]) -> Finding:
    span = case.use.span
    if drift.line:
        span = replace(span, line=drift.line, end_line=max(drift.line, span.end_line), column=1)
    module = paths.get(span.path)
    context = module.lines(span.line - _CONTEXT, span.line + _CONTEXT) if module else ()
    severity, confidence, message = _weigh(kind, case, drift)
    concern = case.concern or Concern()
    if concern.spared:
        severity, message = Severity.NOTE, spared_message(concern.model, concern.spared, message)
    elif concern.met and severity is Severity.RISK:
        severity = kind.severity
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
        site=case.use.span,
        replacement=drift.replacement,
        families=concern.families,
        spared=concern.spared,
    )


def spared_message(model: str, spared: str, message: str) -> str:
    """A finding's message, for a model that it does not concern."""
    return f"not for {model}, as {spared}: {message}"


def _weigh(kind: Kind, case: Case, drift: Drift) -> tuple[Severity, Confidence, str]:
    """Fresh drift has the kind's severity; what was wrong in the baseline too is a note."""
    severity = max(drift.severity or kind.severity, kind.severity, key=lambda s: s.rank)
    match drift.standing:
        case Standing.FRESH:
            by_name = isinstance(case.now, Called) and not case.now.agreed
            usual = Confidence.SUSPECTED if by_name else Confidence.LIKELY
            return severity, drift.confidence or usual, drift.message
        case Standing.OLD:
            tail = f" (so it was in {case.versions.before} already)"
            return Severity.NOTE, Confidence.SUSPECTED, drift.message + tail
        case Standing.UNSURE:
            severity = Severity.NOTE if kind.by_change else severity
            return severity, Confidence.SUSPECTED, drift.message


def by_line(finding: Finding) -> tuple[str, int, int, str, str]:
    """The order of the files."""
    span = finding.span
    return span.path, span.line, span.column, finding.kind, finding.symbol


def key_of(finding: Finding) -> tuple[str, ...]:
    """What a finding is about, whatever lines it stands in; equal ones are counted apart."""
    return finding.kind, finding.span.path, finding.symbol, finding.parameter


def fingerprinted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """In the order of the files, each known by kind, file, symbol, parameter and its count."""
    ordered = sorted(findings, key=by_line)
    seen: dict[str, int] = {}
    done: list[Finding] = []
    for finding in ordered:
        base = "\0".join(key_of(finding))
        seen[base] = seen.get(base, 0) + 1
        digest = hashlib.blake2b(
            f"{base}\0{seen[base]}".encode("utf-8", "surrogatepass"), digest_size=8
        ).hexdigest()
        done.append(replace(finding, fingerprint=digest))
    return tuple(done)
