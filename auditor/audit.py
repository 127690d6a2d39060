"""From what the user asked for to a scan: the consumer, the providers, their baselines."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from . import __version__
from .acquire import Acquisition, Environment, Progress, find_consumer, find_environment, find_model
from .ahead import LateFacts, read_ahead
from .contracts.store import FactsStore
from .errors import ConsumerError, UsageError
from .ignores import settled
from .judge import Kind
from .kinds import kinds
from .model import Scan, Severity
from .models import Model
from .pairing import Pairing, version_of
from .providers import Baseline, find_baselines, find_providers
from .scan import Heading, Judgement, judge
from .trees import Distribution
from .watch import Watch, unwatched

_DEEPEST = 5_000
"""Python frames: files that Python itself can compile can be walked with so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a scan is asked for; all as the user writes it.

    `static` leaves out the run-time contracts. `select` and `ignore` are ids of kinds,
    `severities` those that the project gives to some ids.
    `usual_baselines` are those of the project's settings: they give way to `baselines`, and one
    that is for no provider here is passed over with a note. `notes` are what the report should
    say besides. `cwd` is where a `.venv` may lie. `model` is the one that will be run: a folder, a
    file or an id; "" for whichever.
    """

    consumer: str
    providers: tuple[str, ...] = ()
    baselines: tuple[str, ...] = ()
    usual_baselines: tuple[str, ...] = ()
    python: str | None = None
    static: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severities: tuple[tuple[str, Severity], ...] = ()
    exclude: tuple[str, ...] = ()
    offline: bool = False
    cwd: Path
    cache_dir: Path
    progress: Progress | None = None
    watch: Watch = unwatched
    notes: tuple[str, ...] = ()
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """All that a request names, found: what this consumer, or a patched one, is held against."""

    request: Request
    consumer: Distribution
    pairings: tuple[Pairing, ...]
    chosen: tuple[Kind, ...]
    environment: Environment
    acquisition: Acquisition
    model: Model | None = None

    def judge(self, consumer: Distribution | None = None) -> Judgement:
        """Judge the consumer, or another state of it, by the sources."""
        return judge(
            consumer or self.consumer,
            self.pairings,
            exclude=self.request.exclude,
            chosen=self.chosen,
            heading=Heading(
                tool_version=__version__,
                python=_named(self.environment, self.request.cwd),
                notes=self.request.notes,
            ),
            model=self.model,
            watch=self.request.watch,
        )

    def turned(self) -> Bench:
        """Where the baselines stand for what is at hand."""
        return replace(self, pairings=tuple(pairing.turned() for pairing in self.pairings))

    def ask(self, scan: Scan, consumer: Distribution | None = None) -> Scan:
        """Hold the scan against run time as well, unless the request leaves that out."""
        if self.request.static:
            return scan
        from .witness import witnessed

        self.request.watch("importing the provider", 0, 0)
        return witnessed(
            scan,
            self.pairings,
            self.environment,
            self.request.cache_dir,
            consumer=consumer or self.consumer,
        )


def audit(
    request: Request,
    advise: Callable[[Judgement], Scan] | None = None,
    before: Callable[[Bench], None] | None = None,
) -> Scan:
    """Find everything that is named, and scan; `advise` adds what no contract shows.

    `before` is given what was found, before any of it is judged.

    Raises:
        DriftAuditError: whatever of it cannot be had, with advice.
    """
    with at_bench(request) as bench:
        if before:
            before(bench)
        judgement = bench.judge()
        found = bench.ask(advise(judgement) if advise else settled(judgement, judgement.scan))
    return replace(found, notes=(*found.notes, *bench.acquisition.notes))


@contextlib.contextmanager
def at_bench(request: Request) -> Iterator[Bench]:
    """Find everything that is named, and keep what was learned of it afterwards.

    Raises:
        DriftAuditError: whatever of it cannot be had, with advice.
    """
    with _unhindered():
        try:
            bench = _bench(request)
            yield bench
            for pairing in bench.pairings:
                _flush(pairing)
            bench.acquisition.cache.look()
        except RecursionError as error:
            raise ConsumerError(
                f"{request.consumer} is nested too deeply to be judged",
                "Leave generated files out, with --exclude.",
            ) from error


@contextlib.contextmanager
def _unhindered() -> Iterator[None]:
    """Let the garbage collector rest, and the stack grow.

    Syntax trees and facts hold no cycles, and walking over all of them again and again would take
    half of the time.
    """
    enabled, depth = gc.isenabled(), sys.getrecursionlimit()
    gc.disable()
    sys.setrecursionlimit(max(depth, _DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(depth)
        if enabled:
            gc.freeze()
            gc.enable()


def _bench(request: Request) -> Bench:
    own = dict(request.severities)
    chosen = tuple(
        replace(kind, severity=own.get(kind.id, kind.severity))
        for kind in chosen_kinds(request.select, request.ignore)
    )
    environment = find_environment(request.python, request.cwd, cache_dir=request.cache_dir)
    acquisition = Acquisition(
        cache_dir=request.cache_dir,
        environment=environment,
        offline=request.offline,
        progress=request.progress,
    )
    model = find_model(request.model, acquisition) if request.model else None
    consumer = find_consumer(request.consumer, acquisition)
    providers = find_providers(request, consumer, acquisition)
    baselines = find_baselines(request, consumer, providers, acquisition)
    pairings = tuple(
        _pairing(request, package, provider, baselines.get(package))
        for package, provider in providers.items()
    )
    for pairing in pairings:
        _note_order(pairing, acquisition)
    pairings = read_ahead(consumer, pairings, request.exclude, request.cache_dir)
    return Bench(
        request=request,
        consumer=consumer,
        pairings=pairings,
        chosen=chosen,
        environment=environment,
        acquisition=acquisition,
        model=model,
    )


def _named(environment: Environment, cwd: Path) -> str:
    """The Python as the report names it; one below the current folder goes by its path there."""
    path = Path(environment.python)
    shown = path.relative_to(cwd) if path.is_relative_to(cwd) else path
    return f"{shown} ({environment.found_by})"


def _note_order(pairing: Pairing, acquisition: Acquisition) -> None:
    """A baseline that is newer than the provider may be meant, or may be the wrong way round."""
    if pairing.before is None:
        return
    before, now = version_of(pairing.before.version), version_of(pairing.now.version)
    if before is not None and now is not None and before > now:
        acquisition.note(
            f"the baseline of {pairing.package}, {before}, is newer than the provider, {now}: "
            "what is told is a way back"
        )


def _flush(pairing: Pairing) -> None:
    for store in (pairing.facts_now, pairing.facts_before):
        if isinstance(store, (FactsStore, LateFacts)):
            store.flush()


def chosen_kinds(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[Kind, ...]:
    """The kinds that are asked for.

    Raises:
        UsageError: an id that no kind has, with the nearest ones; or none is left.
    """
    known = {kind.id: kind for kind in kinds()}
    for name in (*select, *ignore):
        if name not in known:
            import difflib

            near = difflib.get_close_matches(name, known, n=3)
            advice = f"Did you mean {', '.join(near)}?" if near else "`drift-audit kind` lists all."
            raise UsageError(f"there is no kind of drift {name!r}", advice)
    chosen = tuple(
        kind
        for kind in known.values()
        if (not select or kind.id in select) and kind.id not in ignore
    )
    if not chosen:
        raise UsageError("every kind of drift is left out", "Select more, or ignore less.")
    return chosen


def _pairing(
    request: Request, package: str, provider: Distribution, baseline: Baseline | None
) -> Pairing:
    cache = request.cache_dir
    before = baseline.release if baseline else None
    same = before is not None and before.digest == provider.digest
    facts_now = FactsStore(cache, provider)
    facts_before: FactsStore | None = None
    if before is not None:
        facts_before = facts_now if same else FactsStore(cache, before)
    return Pairing(
        package=package,
        now=provider,
        facts_now=facts_now,
        before=before,
        facts_before=facts_before,
        baseline_source=baseline.source if baseline else "",
    )
