"""A scan from its saved JSON report: what `formats.json` wrote comes back as it was.

Of a finding, the call's shape, what a name was and the whole range of the use are not there: fixes
are planned with them, and no report shows them.
"""

from __future__ import annotations

import json
from typing import Annotated, TypeAlias

import msgspec

from drift_audit.auditor.model import (
    Aside,
    Confidence,
    Consumer,
    Coverage,
    Evidence,
    Finding,
    FixReport,
    FixStanding,
    ModelReport,
    ProviderReport,
    Scan,
    SetAside,
    Severity,
    Skipped,
    Span,
    Unjudged,
)

_VERSION = 1
_Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class _Tool(msgspec.Struct):
    name: str
    version: str


class _Head(msgspec.Struct):
    schema_version: int
    tool: _Tool


class _Consumer(msgspec.Struct):
    name: str
    version: str | None
    source: str
    files: _Count
    folder: str | None = None


class _Provider(msgspec.Struct):
    name: str
    distribution: str
    version: str
    source: str
    baseline: str | None
    baseline_source: str | None
    runtime: str


class _Model(msgspec.Struct):
    name: str
    source: str
    architecture: str
    classes: tuple[str, ...]


class _Fix(msgspec.Struct):
    standing: FixStanding
    origin: str | None
    applicability: str | None
    safety: str
    diff: str | None
    why: str


class _Line(msgspec.Struct):
    line: _Number
    text: str


class _Finding(msgspec.Struct):
    kind: str
    severity: Severity
    confidence: Confidence
    path: str
    line: _Number
    column: _Number
    end_line: _Number
    end_column: _Number
    provider: str
    symbol: str
    parameter: str | None
    message: str
    before: str
    now: str
    advice: str
    evidence: tuple[Evidence, ...]
    defined_at: str | None
    first_bad: str | None
    replacement: str | None
    recipe: str | None
    families: tuple[str, ...]
    spared: str | None
    fix: _Fix | None
    fingerprint: str
    context: tuple[_Line, ...]


class _SetAside(msgspec.Struct):
    aside: Aside
    reason: str
    finding: _Finding


class _Unjudged(msgspec.Struct):
    path: str
    line: _Number
    text: str
    reason: str


class _Skipped(msgspec.Struct):
    path: str
    reason: str


class _Coverage(msgspec.Struct):
    uses: _Count
    judged: _Count
    unjudged: tuple[_Unjudged, ...]
    skipped: tuple[_Skipped, ...]


class _Counts(msgspec.Struct):
    silent: _Count
    breaks: _Count
    risk: _Count
    note: _Count


class _Document(msgspec.Struct):
    tool: _Tool
    python: str | None
    consumer: _Consumer
    providers: tuple[_Provider, ...]
    model: _Model | None
    findings: tuple[_Finding, ...]
    coverage: _Coverage
    after: _Counts | None
    notes: tuple[str, ...]
    set_aside: tuple[_SetAside, ...] = ()


def read(text: str) -> Scan:
    """The scan that a JSON report tells of.

    Raises:
        ValueError: it is none, or of a version that is not known; the message says where.
    """
    try:
        whole = json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    head = msgspec.convert(whole, _Head)
    if head.schema_version != _VERSION:
        raise ValueError(f"schema_version is {head.schema_version}, and {_VERSION} is read")
    return _scan(msgspec.convert(whole, _Document))


def _scan(document: _Document) -> Scan:
    consumer, after = document.consumer, document.after
    return Scan(
        tool_version=document.tool.version,
        consumer=Consumer(
            name=consumer.name,
            version=consumer.version or "",
            source=consumer.source,
            files=consumer.files,
            folder=consumer.folder or "",
        ),
        providers=tuple(map(_provider, document.providers)),
        findings=tuple(map(_finding, document.findings)),
        coverage=_coverage(document.coverage),
        notes=document.notes,
        python=document.python or "",
        after=tuple((each, getattr(after, each)) for each in Severity) if after else None,
        schema_version=_VERSION,
        model=_model(document.model) if document.model else None,
        set_aside=tuple(
            SetAside(finding=_finding(one.finding), aside=one.aside, reason=one.reason)
            for one in document.set_aside
        ),
    )


def _provider(saved: _Provider) -> ProviderReport:
    return ProviderReport(
        name=saved.name,
        distribution=saved.distribution,
        version=saved.version,
        source=saved.source,
        baseline=saved.baseline or "",
        baseline_source=saved.baseline_source or "",
        runtime=saved.runtime,
    )


def _model(saved: _Model) -> ModelReport:
    return ModelReport(
        name=saved.name,
        source=saved.source,
        architecture=saved.architecture,
        classes=saved.classes,
    )


def _finding(saved: _Finding) -> Finding:
    return Finding(
        kind=saved.kind,
        severity=saved.severity,
        confidence=saved.confidence,
        span=Span(
            path=saved.path,
            line=saved.line,
            column=saved.column,
            end_line=saved.end_line,
            end_column=saved.end_column,
        ),
        symbol=saved.symbol,
        provider=saved.provider,
        message=saved.message,
        before=saved.before,
        now=saved.now,
        advice=saved.advice,
        evidence=saved.evidence,
        parameter=saved.parameter or "",
        defined_at=saved.defined_at or "",
        context=tuple((each.line, each.text) for each in saved.context),
        fingerprint=saved.fingerprint,
        first_bad=saved.first_bad or "",
        fix=_fix(saved.fix) if saved.fix else None,
        replacement=saved.replacement or "",
        recipe=saved.recipe or "",
        families=saved.families,
        spared=saved.spared or "",
    )


def _fix(saved: _Fix) -> FixReport:
    return FixReport(
        standing=saved.standing,
        origin=saved.origin or "",
        applicability=saved.applicability or "",
        safety=saved.safety,
        diff=saved.diff or "",
        why=saved.why,
    )


def _coverage(saved: _Coverage) -> Coverage:
    return Coverage(
        uses=saved.uses,
        judged=saved.judged,
        unjudged=tuple(
            Unjudged(path=each.path, line=each.line, text=each.text, reason=each.reason)
            for each in saved.unjudged
        ),
        skipped=tuple(Skipped(path=each.path, reason=each.reason) for each in saved.skipped),
    )
