"""Which providers a request means, and the baseline of each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .acquire import Acquisition, baseline_requirement, find_provider
from .config import DEFAULT_PROVIDERS
from .errors import DriftAuditError, ProviderError, UsageError
from .trees import Distribution

if TYPE_CHECKING:
    from .audit import Request

_NAME = re.compile(r"\s*([A-Za-z0-9][\w.-]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """The release that a consumer was written for, and in words why that one."""

    release: Distribution
    source: str


def find_providers(
    request: Request, consumer: Distribution, acquisition: Acquisition
) -> dict[str, Distribution]:
    """The providers by import package: those that are named, else those that are imported.

    Raises:
        UsageError: one is named twice.
        ProviderError: one cannot be had, or nothing is named, imported and installed.
    """
    if not request.providers:
        return _imported(consumer, acquisition)
    found: dict[str, Distribution] = {}
    for named in request.providers:
        provider = find_provider(named, acquisition)
        package = package_of(named, provider, consumer)
        if package in found:
            raise UsageError(
                f"the provider {package} is named twice",
                "Name each provider once; compare releases in separate runs.",
            )
        found[package] = provider
    return found


def package_of(named: str, provider: Distribution, consumer: Distribution) -> str:
    """The import package that a requirement means.

    The name as written, else the only package, else the only one that the consumer imports.

    Raises:
        ProviderError: it has no package, or several and none is clearly meant.
    """
    wanted = _name(named).replace("-", "_")
    for package in (wanted, wanted.lower(), provider.name.replace("-", "_")):
        if package in provider.packages:
            return package
    public = [p for p in provider.packages if not p.startswith("_")] or list(provider.packages)
    if not public:
        raise ProviderError(
            f"{provider.name} {provider.version} holds no Python package that could be read",
            "Name a distribution, wheel or folder that holds the package's sources.",
        )
    if len(public) > 1:
        imported = imports_of(consumer, tuple(public))
        public = [package for package in public if package in imported]
    if len(public) != 1:
        raise ProviderError(
            f"{named} holds no package {wanted}, but {', '.join(provider.packages)}",
            "Name a distribution, wheel or folder that holds it.",
        )
    return public[0]


def find_baselines(
    request: Request,
    consumer: Distribution,
    providers: Mapping[str, Distribution],
    acquisition: Acquisition,
) -> dict[str, Baseline]:
    """The baselines by import package: what is named, else what the consumer itself tells.

    Raises:
        UsageError: one is named for no provider here, or two for one.
        DriftAuditError: one that is named cannot be had.
    """
    told = _meant(request.usual_baselines, providers)
    named = _meant(request.baselines, providers)
    for requirement in told.pop("", ()):
        acquisition.note(f"the baseline {requirement} of the settings is for no provider here")
    for requirement in named.pop("", ()):
        raise UsageError(
            f"--baseline {requirement} is for no provider here ({', '.join(providers)})",
            f"Name the provider too, as --provider {_name(requirement)}, or drop the baseline.",
        )
    found: dict[str, Baseline] = {}
    for package, provider in providers.items():
        requirements = named.get(package) or told.get(package) or ()
        if len(requirements) > 1:
            raise UsageError(
                f"{package} has more than one baseline: {', '.join(requirements)}",
                "Name one; compare releases in separate runs.",
            )
        for requirement in requirements:
            found[package] = _named_baseline(requirement, package, acquisition)
        if not requirements and (own := _own(consumer, package, provider, acquisition)):
            found[package] = own
    return found


def _meant(
    requirements: tuple[str, ...], providers: Mapping[str, Distribution]
) -> dict[str, tuple[str, ...]]:
    """Requirements by the package that they are for; "" where they are for none."""
    names = {_plain(provider.name): package for package, provider in providers.items()}
    names |= {_plain(package): package for package in providers}
    found: dict[str, tuple[str, ...]] = {}
    for requirement in requirements:
        package = names.get(_plain(_name(requirement)), "")
        found[package] = (*found.get(package, ()), requirement)
    return found


def _name(requirement: str) -> str:
    match = _NAME.match(requirement)
    return match.group(1) if match else requirement


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _named_baseline(requirement: str, package: str, acquisition: Acquisition) -> Baseline:
    release = find_provider(requirement, acquisition)
    if package not in release.packages:
        raise ProviderError(
            f"--baseline {requirement} does not hold the package {package}",
            "Name a release, a wheel or a folder that holds it.",
        )
    return Baseline(release=release, source=f"--baseline {requirement}")


def _own(
    consumer: Distribution, package: str, provider: Distribution, acquisition: Acquisition
) -> Baseline | None:
    """What the consumer's metadata or the files beside it tell; what cannot be had is noted."""
    told = baseline_requirement(consumer, provider.name, acquisition)
    if told is None and provider.name != package:
        told = baseline_requirement(consumer, package, acquisition)
    if told is None:
        return None
    requirement, source = told
    try:
        return Baseline(release=find_provider(requirement, acquisition), source=source)
    except DriftAuditError as error:
        acquisition.note(f"no baseline for {package}: {requirement} ({source}): {error.message}")
        return None


def _imported(consumer: Distribution, acquisition: Acquisition) -> dict[str, Distribution]:
    """The usual providers, as far as they are imported and installed."""
    imported = imports_of(consumer, DEFAULT_PROVIDERS)
    wanted = [
        name for name in DEFAULT_PROVIDERS if name in imported and name not in consumer.packages
    ]
    found: dict[str, Distribution] = {}
    for name in wanted:
        try:
            found[name] = find_provider(name, acquisition)
        except ProviderError as error:
            acquisition.note(f"{name} is imported but was not judged: {error.message}")
    if not wanted:
        raise ProviderError(
            f"{consumer.name} imports none of {', '.join(DEFAULT_PROVIDERS)}",
            "Name what it leans on, for example --provider vllm==0.17.1.",
        )
    if not found:
        raise ProviderError(
            f"{consumer.name} imports {', '.join(wanted)}, which "
            f"{acquisition.environment.python} does not have",
            f"Name a release, for example --provider {wanted[0]}==1.2.3, or with --python the "
            "environment that has it.",
        )
    return found


def imports_of(consumer: Distribution, packages: tuple[str, ...]) -> set[str]:
    """Which of these packages the consumer's files import."""
    found: set[str] = set()
    for path in consumer.tree.paths():
        try:
            data = consumer.tree.read(path)
            if any(name.encode() in data for name in packages):
                found.update(_top_levels(ast.parse(data)))
        except (OSError, KeyError, SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return found & set(packages)


def _top_levels(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
