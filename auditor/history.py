"""One name through the releases of its provider."""

from __future__ import annotations

import datetime
import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from .acquire import Acquisition, find_provider
from .contracts.store import FactsStore
from .editions import Edition
from .pairing import version_of
from .portraits import Portrait, portrait
from .world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A release as it is asked for."""

    requirement: str
    uploaded: datetime.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """The name in one release; `change` is how its lines came from those of the release before.

    Each line of it begins with `-` or `+`; it is empty in the first release.
    """

    version: str
    uploaded: datetime.date | None
    portrait: Portrait
    change: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All stages, in the order in which releases were asked for."""

    asked: str
    provider: str
    stages: tuple[Stage, ...]

    @property
    def is_nowhere(self) -> bool:
        """Whether no release has it."""
        return all(stage.portrait.form == "gone" for stage in self.stages)


def history_of(asked: str, releases: Iterable[Named], acquisition: Acquisition) -> History:
    """Read one release after the other.

    Raises:
        DriftAuditError: one of them cannot be had.
    """
    stages: list[Stage] = []
    provider = ""
    package = asked.partition(".")[0]
    for named in releases:
        distribution = find_provider(named.requirement, acquisition)
        provider = distribution.name
        store = FactsStore(acquisition.cache_dir, distribution)
        version = version_of(distribution.version)
        now = portrait(World((Edition(package=package, version=version, store=store),)), asked)
        store.flush()
        stages.append(
            Stage(
                version=distribution.version,
                uploaded=named.uploaded,
                portrait=now,
                change=_change(stages[-1].portrait, now) if stages else (),
            )
        )
    return History(asked=asked, provider=provider, stages=tuple(stages))


def _change(before: Portrait, now: Portrait) -> tuple[str, ...]:
    """The lines that went and came, and a new place of the definition."""
    moved = before.name != now.name or before.form != now.form
    head = (f"- {_titled(before)}", f"+ {_titled(now)}") if moved else ()
    lines = difflib.ndiff(before.lines, now.lines)
    return (*head, *(line.rstrip() for line in lines if line[0] in "-+"))


def _titled(one: Portrait) -> str:
    return f"{one.form} {one.name}"
