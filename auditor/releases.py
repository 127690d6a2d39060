"""Which releases of a project are meant by a range, a list, or `all`."""

from __future__ import annotations

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from .acquire import Acquisition, Release, releases
from .errors import UnknownVersionError, UsageError

ALL = "all"


def chosen(
    name: str, wanted: str, acquisition: Acquisition, *, pre: bool = False
) -> tuple[Release, ...]:
    """The releases that are meant; yanked ones and, without `pre`, pre-releases are left out.

    A release that is listed by its version is taken whatever it is.

    Raises:
        UsageError: `wanted` is none of the three.
        UnknownVersionError: the index has no such release.
        ProviderError, IndexUnreachableError, OfflineError: as `releases` says.
    """
    listed = frozenset[Version]()
    if wanted == ALL or not wanted[:1].isalnum():
        span = _range(wanted)
        offered = releases(name, acquisition)
        sound = (one for one in offered if not one.yanked)
        found = [one for one in sound if span.contains(one.version, prereleases=pre)]
    else:
        listed = _listed(wanted)
        offered = releases(name, acquisition)
        found = [one for one in offered if Version(one.version) in listed]
    missing = sorted(listed - {Version(one.version) for one in found})
    if missing or not found:
        what = f"{name} {missing[0]}" if missing else f"{name}{wanted}"
        newest = offered[-1].version
        raise UnknownVersionError(f"no release is {what}", f"The newest one is {newest}.")
    return tuple(found)


def _listed(wanted: str) -> frozenset[Version]:
    try:
        return frozenset(Version(part.strip()) for part in wanted.split(",") if part.strip())
    except InvalidVersion as error:
        raise _unclear(wanted) from error


def _range(wanted: str) -> SpecifierSet:
    try:
        return SpecifierSet("" if wanted == ALL else wanted)
    except InvalidSpecifier as error:
        raise _unclear(wanted) from error


def _unclear(wanted: str) -> UsageError:
    return UsageError(
        f"{wanted!r} names no releases",
        "Write a range like '>=0.11,<0.34', a list like '0.11.0,0.17.1', or all.",
    )
