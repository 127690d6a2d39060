"""The scan: two walks over the consumer, each use judged by every kind, what is found told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from .anatomy import Anatomy, anatomies_of, report_of, told_of
from .doubt import Doubt
from .editions import Edition
from .findings import findings_of
from .ignores import settled
from .judge import Case, Kind
from .kinds import kinds
from .model import (
    Consumer,
    Coverage,
    ProviderReport,
    Scan,
    Skipped,
    Unjudged,
    Use,
    UseForm,
)
from .models import Model
from .outcome import Gone, Outcome, Overridden, Record, Unclear, Variable
from .outgrown import Outgrown, outgrown
from .pairing import Pairing, baseline_name, version_of, versions_of
from .project import Project, read_project
from .repository import folder_in_repository
from .run import Run
from .stars import hanging
from .started import started
from .structural import structural_cases
from .supported import stale_gates
from .trees import Distribution
from .watch import Watch, unwatched
from .world import World

UNASKED = "not asked (--static)"
NOT_INSTALLED = "not installed: judged by its sources"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A scan with what it rests on: the walk in each world, and the releases.

    `before` is None without a baseline, and the same as `now` where nothing changed. `anatomies`
    are the model's that was asked for, by the package of each provider. `compared` are the releases
    without the baselines that the consumer has left behind, `chosen` the kinds that were sought.
    What the consumer ignores is still among the findings.
    """

    scan: Scan
    now: Run
    before: Run | None
    pairings: tuple[Pairing, ...]
    compared: tuple[Pairing, ...]
    chosen: tuple[Kind, ...]
    anatomies: Mapping[str, Anatomy] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What a report says of its own making."""

    tool_version: str = ""
    python: str = ""
    notes: tuple[str, ...] = ()


_PLAIN = Heading()


def judge(
    consumer: Distribution,
    pairings: tuple[Pairing, ...],
    *,
    exclude: tuple[str, ...] = (),
    chosen: Iterable[Kind] | None = None,
    heading: Heading = _PLAIN,
    model: Model | None = None,
    watch: Watch = unwatched,
) -> Judgement:
    """Judge every use of the providers in the consumer, for one model where one is asked for."""
    project = read_project(consumer, exclude, partial(watch, "reading"))
    now, before = _walks(project, pairings, watch)
    left = outgrown(now, before, pairings) if before else ()
    compared = _compared(pairings, left)
    sought = tuple(chosen) if chosen is not None else kinds()
    cases, coverage = _pair(now, before, compared, sought)
    anatomies = anatomies_of(now.world, pairings, model) if model else {}
    cases += structural_cases(now, before, compared, anatomies)
    cases += stale_gates(now, before, pairings, consumer)
    starts = list(started(now, before, compared))
    scan = Scan(
        tool_version=heading.tool_version,
        consumer=_consumer(consumer, project),
        providers=tuple(_report(p) for p in pairings),
        findings=findings_of([*cases, *starts], sought, project),
        coverage=coverage.with_judged(len(starts)),
        notes=(*heading.notes, *told_of(anatomies), *map(str, left)),
        python=heading.python,
        model=report_of(model, anatomies) if model else None,
    )
    return Judgement(
        scan=scan,
        now=now,
        before=before,
        pairings=pairings,
        compared=compared,
        chosen=sought,
        anatomies=anatomies,
    )


def _walks(project: Project, pairings: tuple[Pairing, ...], watch: Watch) -> tuple[Run, Run | None]:
    """The walk now, and in the baselines: None without one, the same where none has moved."""
    near = project.near(tuple(p.package for p in pairings))
    now = Run(_world(pairings, now=True), project, near)
    now.everything(partial(watch, "judging"))
    if any(pairing.has_moved for pairing in pairings):
        before = Run(_world(pairings, now=False), project, near)
        before.everything(partial(watch, "judging against the baseline"))
        return now, before
    return now, now if any(pairing.before is not None for pairing in pairings) else None


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
    judgement = judge(consumer, (pairing,), chosen=chosen)
    return settled(judgement, judgement.scan)


def _world(pairings: tuple[Pairing, ...], *, now: bool) -> World:
    """All providers now, or as in the baseline; one without a baseline stands as it is now."""
    editions = []
    for pairing in pairings:
        distribution = pairing.now if now or pairing.before is None else pairing.before
        facts = pairing.facts_now if now or not pairing.facts_before else pairing.facts_before
        version = version_of(distribution.version)
        editions.append(Edition(package=pairing.package, version=version, store=facts))
    return World(tuple(editions))


def _compared(pairings: tuple[Pairing, ...], left: tuple[Outgrown, ...]) -> tuple[Pairing, ...]:
    """The providers, those without their baselines that the consumer has left behind."""
    behind = {one.package for one in left}
    return tuple(replace(p, before=None) if p.package in behind else p for p in pairings)


def _consumer(consumer: Distribution, project: Project) -> Consumer:
    files = len(project.modules) + len(project.skipped)
    return Consumer(
        name=consumer.name,
        version=consumer.version,
        source=consumer.source,
        files=files,
        folder=folder_in_repository(consumer.root),
    )


def _report(pairing: Pairing) -> ProviderReport:
    return ProviderReport(
        name=pairing.package,
        distribution=pairing.now.name,
        version=pairing.now.version,
        source=pairing.now.source,
        baseline=baseline_name(pairing),
        baseline_source=pairing.baseline_source,
        runtime=pairing.runtime or (UNASKED if pairing.now.installed else NOT_INSTALLED),
    )


def _pair(
    now: Run, before: Run | None, pairings: tuple[Pairing, ...], chosen: tuple[Kind, ...]
) -> tuple[list[Case], Coverage]:
    doubt = Doubt(now)
    by_package = {pairing.package: pairing for pairing in pairings}
    cases: list[Case] = []
    unjudged: list[Unjudged] = []
    uses = 0
    for key, record in sorted(now.records.items(), key=lambda item: item[0]):
        pairing = by_package.get(record.provider)
        was = before.records.get(key) if before and pairing and pairing.before else None
        if _is_no_use(record, was.outcome if was else None):
            continue
        uses += 1
        outcome = doubt.of(record, was.outcome if was else None) or record.outcome
        if isinstance(outcome, Unclear):
            unjudged.append(_unjudged(record.use, outcome))
            continue
        if pairing is None:
            continue
        case = _case(record, was, pairing, now, before)
        stars = hanging(record, case.before)
        if stars and not any(True for kind in chosen for _ in kind.check(case)):
            unjudged.append(
                _unjudged(record.use, Unclear(reason=f"it hangs on what {stars} holds"))
            )
            continue
        cases.append(case)
    coverage = Coverage(
        uses=uses,
        judged=uses - len(unjudged),
        unjudged=tuple(unjudged),
        skipped=(*now.project.skipped, *_too_deep(now, before)),
    )
    return cases, coverage


def _unjudged(use: Use, outcome: Unclear) -> Unjudged:
    span = use.span
    return Unjudged(path=span.path, line=span.line, text=use.text, reason=outcome.reason)


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


def _is_no_use(record: Record, before: Outcome | None) -> bool:
    """Names that neither release knows are the consumer's own affair."""
    by_name = record.use.form in (UseForm.STRING, UseForm.PATCH)
    match record.outcome, before:
        case Gone(), (None | Gone()):
            return by_name
        case Overridden(form=None), (None | Overridden(form=None)):
            return True
        case Variable(known=False), (None | Variable(known=False)):
            return True
        case _:
            return False


__all__ = ["Heading", "Judgement", "judge", "scan_trees"]
