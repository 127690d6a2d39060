"""Which releases of a provider a consumer asks for, and which of its gates none of them needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from .gates import Gate
from .judge import Case
from .model import Use, UseForm
from .outcome import Tested
from .pairing import Pairing, version_of, versions_of
from .run import Run
from .trees import Distribution

_OTHERWISE = {">=": "<", "<": ">=", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


@dataclass(frozen=True, slots=True, kw_only=True)
class Supported:
    """The releases that a consumer's metadata asks for; each range is enough by itself."""

    ranges: tuple[SpecifierSet, ...]
    words: str

    def none(self, specifier: str) -> bool:
        """Whether no release that is asked for fits a specifier as well."""
        return all((each & SpecifierSet(specifier)).is_unsatisfiable() for each in self.ranges)

    def has(self, version: Version) -> bool:
        """Whether a release is among them."""
        return any(each.contains(version, prereleases=True) for each in self.ranges)


def supported(consumer: Distribution, pairing: Pairing) -> Supported | None:
    """What the consumer declares about a provider; None where it says nothing."""
    names = {canonicalize_name(pairing.now.name), canonicalize_name(pairing.package)}
    found: list[Requirement] = []
    for line in consumer.requires:
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue
        if canonicalize_name(requirement.name) in names and not requirement.url:
            found.append(requirement)
    if not found or not all(one.specifier for one in found):
        return None
    ranges = tuple(dict.fromkeys(one.specifier for one in found))
    words = " or ".join(f"{pairing.package}{specifier}" for specifier in ranges)
    return Supported(ranges=ranges, words=words)


def stale_gates(
    now: Run, before: Run | None, pairings: tuple[Pairing, ...], consumer: Distribution
) -> Iterator[Case]:
    """The gates that come out the same in every release that is asked for."""
    for pairing in pairings:
        asked = supported(consumer, pairing)
        version = version_of(pairing.now.version)
        if asked is None or version is None:
            continue
        for place, gate in now.gates.items():
            if gate.question.package != pairing.package or gate.question.holds is None:
                continue
            was = before.gates.get(place) if before is not None else None
            why = _release(gate, asked) or _content(gate, was, pairing, asked)
            if why:
                yield _case(now, gate, pairing, why)


def _release(gate: Gate, asked: Supported) -> str:
    """Why a test of the version always comes out as it does now, "" where it may not."""
    release = gate.question.release
    if release is None:
        return ""
    other = f"{_OTHERWISE[release.operator]}{release.version}"
    impossible = other if gate.question.there else str(release)
    return f"`{asked.words}` is asked for" if asked.none(impossible) else ""


def _content(gate: Gate, was: Gate | None, pairing: Pairing, asked: Supported) -> str:
    """The same of what a release has: its oldest one shows it, if one of the two here is that."""
    there = gate.question.there
    now, before = version_of(pairing.now.version), None
    if gate.question.release is not None or now is None:
        return ""
    seen = {now: there}
    if was is not None and pairing.before is not None:
        before = version_of(pairing.before.version)
        if before is not None:
            seen[before] = was.question.there
    if any(seen[version] is not there for version in seen if asked.has(version)):
        return ""
    oldest = [v for v, answer in seen.items() if answer is there and asked.none(f"<{v.public}")]
    if not oldest:
        return ""
    if there:
        return f"`{gate.question.name}` is there since {max(oldest)}, the oldest that is asked for"
    went = before is not None and before < now and seen[before] is True
    if went or asked.none(f">{now.public}"):
        return f"`{gate.question.name}` is in no release that is asked for"
    return ""


def _case(now: Run, gate: Gate, pairing: Pairing, why: str) -> Case:
    use = Use(form=UseForm.GATE, span=gate.span, text=gate.text, enclosing=gate.enclosing)
    holds = gate.question.holds
    assert holds is not None
    return Case(
        use=use,
        now=Tested(name=gate.question.name, holds=holds, why=why),
        before=None,
        versions=versions_of(pairing),
        worlds=(now.world, None),
        has_baseline=pairing.before is not None,
        project=now.project,
    )
