"""A provider in two releases, and how the report names them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from packaging.version import InvalidVersion, Version

from .editions import Facts
from .judge import Case, Concern, Versions
from .model import Use
from .outcome import Outcome
from .run import Run
from .trees import Distribution


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """A provider now and in the baseline, with the facts of each; None without a baseline."""

    package: str
    now: Distribution
    facts_now: Facts
    before: Distribution | None = None
    facts_before: Facts | None = None
    baseline_source: str = ""
    runtime: str = ""

    @property
    def has_moved(self) -> bool:
        """Whether there is a baseline, and the provider is not that itself."""
        digest = self.before.digest if self.before is not None else ""
        return self.before is not None and not (digest and digest == self.now.digest)

    def turned(self) -> Pairing:
        """The baseline as the release at hand, judged against what is at hand now."""
        if self.before is None or self.facts_before is None:
            return self
        return replace(
            self,
            now=self.before,
            facts_now=self.facts_before,
            before=self.now,
            facts_before=self.facts_now,
        )


def version_of(text: str) -> Version | None:
    """A PEP 440 version, or None."""
    try:
        return Version(text)
    except InvalidVersion:
        return None


def baseline_name(pairing: Pairing) -> str:
    """The baseline's version, where it tells none the place that it was read from; "" for none."""
    return (pairing.before.version or pairing.before.source) if pairing.before else ""


def versions_of(pairing: Pairing) -> Versions:
    """How the report names the two releases."""
    before = baseline_name(pairing)
    return Versions(package=pairing.package, before=before, now=pairing.now.version)


def case_of(
    now: Run,
    before: Run,
    pairing: Pairing,
    use: Use,
    outcome: Outcome,
    was: Outcome,
    concern: Concern | None = None,
) -> Case:
    """A case that untyped receivers give; there is a baseline, or nothing could be told."""
    return Case(
        use=use,
        now=outcome,
        before=was,
        versions=versions_of(pairing),
        worlds=(now.world, before.world),
        has_baseline=True,
        project=now.project,
        concern=concern,
    )
