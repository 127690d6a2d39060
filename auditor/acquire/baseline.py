"""The provider version that a consumer was written for."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from drift_audit.auditor.errors import DriftAuditError

from .acquisition import Acquisition, Release
from .index import OpenIndex, newest
from .metadata import is_for, normalised
from .requirement import pinned_version

if TYPE_CHECKING:
    from packaging.requirements import Requirement
    from packaging.specifiers import SpecifierSet

    from drift_audit.auditor.trees import Distribution

_GIT_SECONDS = 10


def baseline_requirement(
    consumer: Distribution, provider_name: str, acquisition: Acquisition
) -> tuple[str, str] | None:
    """The requirement that names the baseline, and in words where it comes from.

    It is the version that the consumer's metadata pins. Of a range it is what a lock file beside
    the consumer has; else the newest release that was out when the consumer was (its upload, or
    its last commit); where that day is unknown, the newest of a range that is bounded above, or
    the least that an open one asks for. Without metadata, lock files and requirements beside the
    consumer decide. None when nothing says anything; a list of releases that cannot be had is
    noted.
    """
    name = normalised(provider_name)
    lines = tuple(line for line in consumer.requires if is_for(line, name))
    words = f"the consumer's metadata: {'; '.join(lines)}"
    if lines and (pinned := _pinned(lines)):
        return f"{name}=={pinned}", words
    root = Path(consumer.root) if consumer.root and not consumer.installed else None
    if root is not None and (found := _locked(root, name, lines)):
        return found
    try:
        if lines and (chosen := _in_range(name, lines, _date(consumer, acquisition), acquisition)):
            version, how = chosen
            return f"{name}=={version}", f"{words} ({how})"
        return _required(root, name, acquisition) if root is not None else None
    except DriftAuditError as error:
        acquisition.note(f"no baseline for {name}: {error.message}")
        return None


def _locked(root: Path, name: str, lines: tuple[str, ...]) -> tuple[str, str] | None:
    from .locks import locked

    for said in locked(root, name):
        pinned = _pinned((said.line,))
        if pinned and _range(lines).contains(pinned, prereleases=True):
            return f"{name}=={pinned}", f"{said.file}: {said.line}"
    return None


def _required(root: Path, name: str, acquisition: Acquisition) -> tuple[str, str] | None:
    from .locks import required

    for said in required(root, name):
        if pinned := _pinned((said.line,)):
            return f"{name}=={pinned}", f"{said.file}: {said.line}"
        if found := _in_range(name, (said.line,), _git_date(root), acquisition):
            version, how = found
            return f"{name}=={version}", f"{said.file}: {said.line} ({how})"
    return None


def _parsed(lines: Iterable[str]) -> Iterator[Requirement]:
    from packaging.requirements import InvalidRequirement, Requirement

    for line in lines:
        with contextlib.suppress(InvalidRequirement):
            yield Requirement(line)


def _pinned(lines: tuple[str, ...]) -> str:
    """The one version that some line pins, the newest of several; "" for none."""
    plain = {pinned_version(line) for line in lines}
    if len(plain) == 1 and "" not in plain:
        return plain.pop()
    from packaging.version import InvalidVersion, Version

    versions = []
    for requirement in _parsed(lines):
        for part in requirement.specifier:
            if part.operator in {"==", "==="} and "*" not in part.version:
                with contextlib.suppress(InvalidVersion):
                    versions.append(Version(part.version))
    return str(max(versions)) if versions else ""


def _range(lines: Iterable[str]) -> SpecifierSet:
    """What all lines allow together; lines for several Pythons or extras narrow each other."""
    from packaging.specifiers import SpecifierSet

    together = SpecifierSet()
    for requirement in _parsed(lines):
        together &= requirement.specifier
    return together


def _in_range(
    name: str, lines: tuple[str, ...], date: datetime.datetime | None, acquisition: Acquisition
) -> tuple[str, str] | None:
    """A release of the range, and in words why that one."""
    wanted = _range(lines)
    is_open = not any(part.operator in {"<", "<=", "~=", "=="} for part in wanted)
    if date is None and is_open:
        from packaging.version import Version

        least = [Version(part.version) for part in wanted if part.operator == ">="]
        return (str(max(least)), "the least that it asks for") if least else None
    with OpenIndex(acquisition) as index:
        offered = index.releases(name, as_of=date)
    if date is None:
        found = newest(offered, wanted)
        return (found.version, "the newest in that range") if found else None
    return _dated(offered, wanted, date)


def _dated(
    offered: tuple[Release, ...], wanted: SpecifierSet, date: datetime.datetime
) -> tuple[str, str] | None:
    day = f"{date:%Y-%m-%d}"
    if not any(release.uploaded for release in offered):
        undated = newest(offered, wanted)
        how = "the newest in that range; the index gives no days"
        return (undated.version, how) if undated else None
    found = newest(offered, wanted, until=date)
    if found:
        return found.version, f"the newest in that range by {day}"
    later = newest(offered, wanted)
    return (later.version, f"the newest in that range; none was out by {day}") if later else None


def _date(consumer: Distribution, acquisition: Acquisition) -> datetime.datetime | None:
    """When the consumer came out: its upload, its last commit, or the upload of its namesake."""
    if consumer.uploaded is not None:
        return consumer.uploaded
    root = Path(consumer.root) if consumer.root and not consumer.installed else None
    if root is not None and (committed := _git_date(root)):
        return committed
    was_built = root is None or any(root.glob("*.dist-info"))
    if not consumer.version or not was_built:
        return None
    try:
        with OpenIndex(acquisition) as index:
            offered = index.releases(consumer.name)
    except DriftAuditError:
        return None
    return next((r.uploaded for r in offered if r.version == consumer.version), None)


def _git_date(root: Path) -> datetime.datetime | None:
    import subprocess

    command = ["git", "-C", str(root), "log", "-1", "--format=%cI", "--", "."]
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, timeout=_GIT_SECONDS, check=True
        )
        return datetime.datetime.fromisoformat(answer.stdout.strip())
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
