"""What the user names: the consumer, and its providers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from drift_audit.auditor.errors import (
    ConsumerError,
    ProviderError,
    UnknownVersionError,
    UsageError,
)
from drift_audit.auditor.trees import Distribution

from .index import fetch_release
from .metadata import normalised
from .reading import only_packages
from .requirement import Named, parse_requirement

if TYPE_CHECKING:
    from .acquisition import Acquisition


def find_consumer(named: str, acquisition: Acquisition) -> Distribution:
    """The code to be judged.

    Args:
        named: A folder or file of source, a wheel or sdist, the name of an installed
            distribution, or a requirement (`speculators==0.3.0`), which the index answers. What
            exists as a path is taken as one.
        acquisition: Where and how to look.

    Raises:
        ConsumerError: nothing is there, or no Python source is in it.
        UsageError: it is neither a path nor a requirement.
        ArchiveError, IndexUnreachableError, OfflineError, ProviderError: as they say.
    """
    _refuse_nameless(named)
    path = Path(named).expanduser()
    if _exists(path):
        from .places import consumer_at

        return consumer_at(path, acquisition)
    if _looks_like_path(named):
        raise ConsumerError(f"{named} does not exist", "Name a folder, a wheel or a requirement.")
    wanted = parse_requirement(named)
    if wanted.version or wanted.specifiers:
        return fetch_release(wanted, acquisition)
    found = _at_hand(wanted, acquisition)
    if found is None:
        raise ConsumerError(
            f"{named} is no path, and not installed for {acquisition.environment.python}",
            f"Name its folder, or a release, as {wanted.name}==1.2.3.",
        )
    return found


def find_provider(requirement: str, acquisition: Acquisition) -> Distribution:
    """A package that the consumer leans on.

    Args:
        requirement: As PEP 508 has it. `vllm` is the one that is installed in the environment,
            by its import package or its name; `vllm==0.17.1` that release, `vllm>=0.12,<0.17`
            the newest in the range, both from the index; `vllm @ PLACE` a wheel, an sdist, a
            folder that holds it, or a file's URL.
        acquisition: Where and how to look.

    Raises:
        UsageError: it is no requirement.
        ProviderError: it is not installed, or not at that place.
        UnknownVersionError: there is no such release; the nearest are offered.
        ArchiveError, IndexUnreachableError, OfflineError: as they say.
    """
    wanted = parse_requirement(requirement)
    if wanted.version or wanted.specifiers:
        return only_packages(_release(wanted, acquisition))
    found = _at_hand(wanted, acquisition)
    if found is None:
        raise ProviderError(
            f"{wanted.name} is not installed for {acquisition.environment.python}",
            f"Name a release, as {wanted.name}==1.2.3, or `{wanted.name} @ PATH`.",
        )
    return only_packages(found)


def _at_hand(wanted: Named, acquisition: Acquisition) -> Distribution | None:
    """What lies at the place that is named, or is installed; None when it is not installed."""
    if wanted.place:
        from .places import package_at

        return package_at(wanted.name, wanted.place, acquisition)
    from .installed import SearchPath

    return SearchPath(acquisition.environment.site_paths).find(wanted.name)


def _release(wanted: Named, acquisition: Acquisition) -> Distribution:
    """A release by its project's name, or by that of its import package where that is installed."""
    try:
        return fetch_release(wanted, acquisition)
    except UnknownVersionError:
        raise
    except ProviderError as error:
        owner = _at_hand(Named(name=wanted.name), acquisition)
        if owner is None or owner.name == normalised(wanted.name):
            raise error from None
        renamed = Named(name=owner.name, version=wanted.version, specifiers=wanted.specifiers)
        return fetch_release(renamed, acquisition)


def _refuse_nameless(named: str) -> None:
    if not named.strip():
        raise UsageError("the consumer's name is empty", "Name a folder, or `.` for this one.")
    if named == "-":
        raise UsageError("a consumer is not read from standard input", "Name a file or a folder.")


def _exists(path: Path) -> bool:
    """Whether there is something at a path. Raises ConsumerError where that cannot be told."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ConsumerError(
            f"{str(path)[:200]} cannot be looked at: {reason}", "Name a folder that can be read."
        ) from error
    return True


def _looks_like_path(named: str) -> bool:
    name = named.partition("@")[0]
    is_file = name.endswith((".py", ".whl", ".gz", ".zip"))
    return is_file or os.sep in name or name.startswith((".", "~"))
