"""Looking at a provider's sources: does it hold what a recipe says of it?

A probe is `a.b.C` (there is such a name), `a.b.f(x)` (and it takes a parameter x), `a.b.f(x=True)`
(with that default), or `a.b ~ text` (the module's source holds the text); `not ` before it says
the contrary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from drift_audit.auditor.constructors import signature_of
from drift_audit.auditor.outcome import Gone, Signature, Unclear
from drift_audit.auditor.pairing import Pairing, version_of
from drift_audit.auditor.references import resolve
from drift_audit.auditor.values import ClassRef
from drift_audit.auditor.world import World

from .model import ProviderRange

_NAME = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
_PROBE = re.compile(
    rf"(?P<no>not )?(?P<name>{_NAME})"
    r"(?:\((?P<parameter>[A-Za-z_]\w*)(?:=(?P<default>.+))?\)|\s*~\s*(?P<text>.+))?"
)
_BUILDS = ("cpu", "xpu", "tpu", "rocm", "neuron", "hpu")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Whether a recipe is for the provider at hand, and what told it."""

    holds: bool
    told_by: str


def refuse_malformed(probe: str) -> str:
    """What is wrong with a probe's text, "" for nothing."""
    if _PROBE.fullmatch(probe) is None:
        return "write `a.b.C`, `a.b.f(x)`, `a.b.f(x=1)` or `a.b ~ text`, with `not ` for no"
    return ""


def concerns(wanted: ProviderRange, pairing: Pairing, world: World) -> Standing:
    """Whether a recipe's provider is the one at hand; probes decide, else the version does."""
    platform = platform_of(pairing)
    if wanted.platforms and platform not in wanted.platforms:
        return Standing(holds=False, told_by=f"the build is for {platform}")
    for probe in wanted.probes:
        if not _holds(probe, world):
            return Standing(holds=False, told_by=f"the sources: {probe}")
    if wanted.probes:
        return Standing(holds=True, told_by="the sources")
    version = version_of(pairing.now.version)
    holds = version is None or _covers(wanted.releases, version)
    return Standing(holds=holds, told_by="the version" if version else "nothing: no version")


def member_probed(probe: str, now: World, before: World) -> str:
    """The member that a probe looks for in a class of today and the baseline lacks, "" for none."""
    match = _PROBE.fullmatch(probe)
    if match is None or match["no"] or match["text"] or match["parameter"]:
        return ""
    owner, _, name = match["name"].rpartition(".")
    there = isinstance(resolve(now, owner), ClassRef) if owner else False
    return name if there and _found(match, now) and not _found(match, before) else ""


def _covers(releases: str, version: Version) -> bool:
    """Whether a range holds a version; a dev build counts as what it leads to."""
    plain = Version(version.base_version) if version.is_devrelease else version
    return SpecifierSet(releases).contains(plain, prereleases=True)


def platform_of(pairing: Pairing) -> str:
    """What a provider was built for, by its distribution's name or its local version."""
    name, version = pairing.now.name.lower(), version_of(pairing.now.version)
    local = (version.local or "").lower() if version else ""
    for build in _BUILDS:
        if name.endswith((f"-{build}", f"_{build}")) or local.startswith(build):
            return build
    return "cuda"


def _holds(probe: str, world: World) -> bool:
    match = _PROBE.fullmatch(probe)
    assert match is not None, "cards are checked when they are read"
    return _found(match, world) != bool(match["no"])


def _found(match: re.Match[str], world: World) -> bool:
    if match["text"]:
        edition = world.edition_of(match["name"])
        known = edition is not None and match["name"] in edition.store.modules()
        return (
            known and edition is not None and match["text"] in edition.store.source(match["name"])
        )
    value = resolve(world, match["name"])
    if isinstance(value, (Gone, Unclear)):
        return False
    if not match["parameter"]:
        return True
    signature = signature_of(world, value)
    if not isinstance(signature, Signature):
        return False
    given = match["parameter"]
    named = [p for p in signature.parameters if p.name == given and not p.variadic]
    return bool(named) and match["default"] in (None, named[0].default)
