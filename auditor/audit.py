"""From what the user asked for to a scan: the consumer, the providers, their baselines."""

from __future__ import annotations

import ast
import gc
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from . import __version__
from .acquire import (
    Acquisition,
    Progress,
    baseline_requirement,
    find_consumer,
    find_environment,
    find_provider,
)
from .ahead import LateFacts, read_ahead
from .config import DEFAULT_PROVIDERS
from .contracts.store import FactsStore
from .errors import DriftAuditError, ProviderError, UsageError
from .judge import Kind
from .kinds import kinds
from .model import Scan
from .scan import Pairing, scan
from .trees import Distribution

if TYPE_CHECKING:
    from .acquire import Environment


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a scan is asked for; all as the user writes it.

    `static` leaves out the run-time contracts. `select` and `ignore` are ids of kinds.
    """

    consumer: str
    providers: tuple[str, ...] = ()
    baselines: tuple[str, ...] = ()
    python: str | None = None
    static: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    offline: bool = False
    cwd: Path
    cache_dir: Path
    progress: Progress | None = None


def audit(request: Request) -> Scan:
    """Find everything that is named, and scan.

    The garbage collector rests meanwhile: syntax trees and facts hold no cycles, and walking over
    all of them again and again would take half of the time.

    Raises:
        DriftAuditError: whatever of it cannot be had, with advice.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        return _audit(request)
    finally:
        if enabled:
            gc.freeze()
            gc.enable()


def _audit(request: Request) -> Scan:
    chosen = chosen_kinds(request.select, request.ignore)
    environment = find_environment(request.python, request.cwd, cache_dir=request.cache_dir)
    acquisition = Acquisition(
        cache_dir=request.cache_dir,
        environment=environment,
        offline=request.offline,
        progress=request.progress,
    )
    consumer = find_consumer(request.consumer, acquisition)
    providers = _providers(request, consumer, acquisition)
    pairings = tuple(
        _pairing(request, consumer, package, provider, acquisition)
        for package, provider in providers.items()
    )
    pairings = read_ahead(consumer, pairings, request.exclude, request.cache_dir)
    found = scan(
        consumer,
        pairings,
        exclude=request.exclude,
        chosen=chosen,
        tool_version=__version__,
        python=_python(environment),
        notes=(),
    )
    if not request.static:
        from .witness import witnessed

        found = witnessed(found, pairings, environment, request.cache_dir)
    for pairing in pairings:
        _flush(pairing)
    from dataclasses import replace

    return replace(found, notes=(*found.notes, *acquisition.notes))


def _flush(pairing: Pairing) -> None:
    for store in (pairing.facts_now, pairing.facts_before):
        if isinstance(store, (FactsStore, LateFacts)):
            store.flush()


def _python(environment: Environment) -> str:
    return f"{environment.python} ({environment.found_by})"


def chosen_kinds(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[Kind, ...]:
    """The kinds that are asked for.

    Raises:
        UsageError: an id that no kind has, with the nearest ones.
    """
    import difflib

    known = {kind.id: kind for kind in kinds()}
    for name in (*select, *ignore):
        if name not in known:
            near = difflib.get_close_matches(name, known, n=3) or sorted(known)
            raise UsageError(f"There is no kind of drift {name!r}.", f"Did you mean {', '.join(near)}?")
    return tuple(
        kind
        for kind in known.values()
        if (not select or kind.id in select) and kind.id not in ignore
    )


def _providers(
    request: Request, consumer: Distribution, acquisition: Acquisition
) -> dict[str, Distribution]:
    found: dict[str, Distribution] = {}
    if request.providers:
        for named in request.providers:
            provider = find_provider(named, acquisition)
            package = package_of(named, provider)
            if package in found:
                raise UsageError(
                    f"The provider {package!r} is named twice.",
                    "Name each provider once; compare releases in separate runs.",
                )
            found[package] = provider
        return found
    imported = _imported(consumer)
    for name in DEFAULT_PROVIDERS:
        if name in imported and name not in consumer.packages:
            try:
                found[name] = find_provider(name, acquisition)
            except ProviderError as error:
                acquisition.note(f"{name} is imported but was not judged: {error.message}")
    if not found:
        raise ProviderError(
            f"None of {', '.join(DEFAULT_PROVIDERS)} is both imported by {consumer.name} and "
            f"installed for {acquisition.environment.python}.",
            "Name the provider, for example --provider vllm==0.17.1, or the environment that has "
            "it, with --python.",
        )
    return found


def package_of(named: str, provider: Distribution) -> str:
    """The import package that a requirement means: the name as written, else the only one."""
    import re

    match = re.match(r"\s*([A-Za-z0-9][\w.-]*)", named)
    wanted = (match.group(1) if match else provider.name).replace("-", "_")
    for package in (wanted, wanted.lower(), provider.name.replace("-", "_")):
        if package in provider.packages:
            return package
    public = [p for p in provider.packages if not p.startswith("_")] or list(provider.packages)
    if not public:
        raise ProviderError(
            f"{provider.name} {provider.version} holds no Python package that could be read.",
            "Name a distribution, wheel or folder that holds the package's sources.",
        )
    return public[0]


def _imported(consumer: Distribution) -> set[str]:
    """The top-level packages that the consumer's files import."""
    found: set[str] = set()
    for path in consumer.tree.paths():
        try:
            data = consumer.tree.read(path)
        except (OSError, KeyError):
            continue
        if not any(name.encode() in data for name in DEFAULT_PROVIDERS):
            continue
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found


def _pairing(
    request: Request,
    consumer: Distribution,
    package: str,
    provider: Distribution,
    acquisition: Acquisition,
) -> Pairing:
    baseline, source = _baseline(request, consumer, package, provider, acquisition)
    cache = request.cache_dir
    same = baseline is not None and baseline.digest == provider.digest
    facts_now = FactsStore(cache, provider)
    facts_before: FactsStore | None = None
    if baseline is not None:
        facts_before = facts_now if same else FactsStore(cache, baseline)
    return Pairing(
        package=package,
        now=provider,
        facts_now=facts_now,
        before=baseline,
        facts_before=facts_before,
        baseline_source=source,
    )


def _baseline(
    request: Request,
    consumer: Distribution,
    package: str,
    provider: Distribution,
    acquisition: Acquisition,
) -> tuple[Distribution | None, str]:
    """The baseline that is named for this provider, else the one that the consumer tells."""
    for named in request.baselines:
        found = find_provider(named, acquisition)
        if package in found.packages:
            return found, f"--baseline {named}"
    told = baseline_requirement(consumer, provider.name, acquisition)
    if told is None and provider.name != package:
        told = baseline_requirement(consumer, package, acquisition)
    if told is None:
        return None, ""
    requirement, source = told
    try:
        return find_provider(requirement, acquisition), source
    except DriftAuditError as error:
        acquisition.note(f"no baseline for {package}: {requirement} ({source}): {error.message}")
        return None, ""
