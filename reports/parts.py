"""The parts of a coupling report, and their words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from drift_audit.auditor.model import Finding, Severity
from drift_audit.auditor.surface import Coupling, Need, Surface

from .verdict import by_place

_LOUD = (Severity.SILENT, Severity.BREAKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The findings by what they mean, and the names that nothing was found about."""

    breaking: tuple[Finding, ...]
    behavioural: tuple[Finding, ...]
    unchanged: tuple[Coupling, ...]
    unjudged: tuple[Coupling, ...]


def parts(surface: Surface) -> Parts:
    """Split a surface."""
    findings = [one for one in by_place(surface.scan.findings) if not one.is_advisory]
    calm = [one for one in surface.couplings if not one.drifted]
    return Parts(
        breaking=tuple(one for one in findings if one.severity in _LOUD),
        behavioural=tuple(one for one in findings if one.severity not in _LOUD),
        unchanged=tuple(one for one in calm if not one.is_unclear),
        unjudged=tuple(one for one in calm if one.is_unclear),
    )


def head(surface: Surface) -> Iterator[str]:
    """Who leans on what, how much, and how much of it is at its own risk."""
    scan = surface.scan
    consumer = f"{scan.consumer.name} {scan.consumer.version}".strip()
    for provider in scan.providers:
        own = [one for one in surface.couplings if one.provider == provider.name]
        private = sum(one.is_private for one in own)
        text = sum(one.by_text for one in own)
        places = sum(len(one.places) for one in own)
        since = f", written for {provider.baseline}" if provider.baseline else ", no baseline"
        yield (
            f"{consumer} on {provider.name} {provider.version}{since}: "
            f"{len(own)} names in {places} places, {private} private, {text} in strings"
        )


def marks(one: Coupling) -> str:
    """What is delicate about a name."""
    told = (("private", one.is_private), ("in a string", one.by_text))
    return ", ".join(word for word, holds in told if holds)


def places(one: Coupling) -> Iterator[str]:
    """Each file with its lines."""
    for path, lines in groupby(one.places, key=lambda place: place[0]):
        yield f"{path}:{', '.join(str(line) for _, line in lines)}"


def needed(surface: Surface) -> Iterator[str]:
    """What providers ask for, where that has changed or the consumer asks for it as well."""
    for need in surface.needs:
        yield f"{need.project}: {_change(need)}{_own(need)}"


def _change(need: Need) -> str:
    if not need.now:
        return f"no longer asked for (was {need.before})"
    if need.before and need.before != need.now:
        return f"{need.now} (was {need.before})"
    return f"{need.now}" if need.before else f"{need.now} (was not asked for)"


def _own(need: Need) -> str:
    return f"; this code asks for {need.consumer}" if need.consumer else ""
