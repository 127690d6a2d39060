"""What recipes ask of a provider's sources, and when they decide over its version."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

import pytest

from drift_audit.auditor.contracts.store import FactsStore
from drift_audit.auditor.editions import Edition
from drift_audit.auditor.pairing import Pairing, version_of
from drift_audit.auditor.trees import Distribution
from drift_audit.auditor.world import World
from drift_audit.patchers.model import ProviderRange
from drift_audit.patchers.probes import Standing, concerns, platform_of, refuse_malformed

PROVIDER = {
    "prov/__init__.py": "from .core import Config as Settings, plan\n",
    "prov/core.py": """\
from dataclasses import dataclass
from .limits import LONGEST

@dataclass
class Config:
    size: int = 16
    chunked: bool = True
    name: str = "a b"

class Engine:
    depth = 1
    def __init__(self, config, *, mode=None): ...
    def step(self, plan, /, more=(1, 2), **kw): ...

class Turbo(Engine): ...

def plan(specs, longest=LONGEST): ...  # takes no kinds any more
""",
    "prov/limits.py": "LONGEST = 512\n",
    "prov/broken.py": "def (:\n",
}


@dataclass(frozen=True)
class Files:
    files: dict[str, str] = field(default_factory=lambda: PROVIDER)

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def read(self, path: str) -> bytes:
        return self.files[path].encode()

    def digest(self, path: str) -> str:
        return hashlib.sha256(self.read(path)).hexdigest()


def asked(wanted: ProviderRange, version: str = "2.0", name: str = "prov") -> Standing:
    now = Distribution(
        name=name,
        version=version,
        tree=Files(),
        packages=("prov",),
        source="folder",
        digest="",
    )
    pairing = Pairing(package="prov", now=now, facts_now=FactsStore(None, now))
    edition = Edition(package="prov", version=version_of(version), store=pairing.facts_now)
    return concerns(wanted, pairing, World((edition,)))


def wanted(*probes: str, releases: str = ">=0", platforms: tuple[str, ...] = ()) -> ProviderRange:
    return ProviderRange(package="prov", releases=releases, probes=probes, platforms=platforms)


TRUE = [
    "prov",
    "prov.core",
    "prov.core.Config",
    "prov.Settings",
    "prov.plan(specs)",
    "prov.core.LONGEST",
    "prov.core.Engine.step",
    "prov.core.Turbo.step(more)",
    "prov.core.Turbo(mode)",
    "prov.core.Engine(config)",
    "prov.core.Engine(mode=None)",
    "prov.core.Engine.step(more=(1, 2))",
    "prov.core.Config(size)",
    "prov.core.Config(size=16)",
    "prov.core.Config(name='a b')",
    "prov.Settings(chunked=True)",
    "prov.core ~ takes no kinds any more",
    "prov.core~class Turbo(Engine)",
    "prov.broken ~ def (",
]
FALSE = [
    "prov.gone",
    "prov.core.Gone",
    "prov.core.Engine.halt",
    "prov.core.plan(kinds)",
    "prov.core.plan(longest=512)",
    "prov.core.Engine(mode=True)",
    "prov.core.Config(size=1)",
    "prov.core.Config(chunked=False)",
    "prov.core.Engine.step(kw)",
    "prov.core.LONGEST(x)",
    "prov.core ~ takes no kinds ever",
    "prov.gone ~ takes",
    "prov.core.Engine ~ takes",
    "other.core.Config",
]


@pytest.mark.parametrize("probe", TRUE)
def test_what_is_there(probe: str) -> None:
    assert asked(wanted(probe)) == Standing(holds=True, told_by="the sources")
    assert asked(wanted(f"not {probe}")).holds is False


@pytest.mark.parametrize("probe", FALSE)
def test_what_is_not_there(probe: str) -> None:
    assert asked(wanted(probe)) == Standing(holds=False, told_by=f"the sources: {probe}")
    assert asked(wanted(f"not {probe}")).holds is True


def test_all_probes_have_to_hold() -> None:
    assert asked(wanted("prov.core.Config", "not prov.core.Gone")).holds
    assert not asked(wanted("prov.core.Config", "prov.core.Gone")).holds


@pytest.mark.parametrize("version", ["1.0", "2.0.dev7+gabc", "0.0.0", "2.0+fork", "main", ""])
def test_sources_decide_over_versions(version: str) -> None:
    assert asked(wanted("prov.core.Config", releases=">=2.0"), version).holds
    assert not asked(wanted("prov.core.Gone", releases=">=2.0"), version).holds


@pytest.mark.parametrize(
    ("version", "holds"),
    [
        ("1.9", False),
        ("2.0", True),
        ("2.0+cpu", True),
        ("2.0rc1", False),
        ("2.0.dev7+gabc", True),
        ("2.1.dev1", True),
        ("3.0", False),
        ("3.0.dev1", False),
        ("main", True),
        ("", True),
    ],
)
def test_without_probes_the_version_decides(version: str, *, holds: bool) -> None:
    assert asked(wanted(releases=">=2.0,<3.0"), version).holds is holds


@pytest.mark.parametrize(
    ("name", "version", "platform"),
    [
        ("prov", "2.0", "cuda"),
        ("prov", "2.0+cu129", "cuda"),
        ("prov", "2.0+cpu", "cpu"),
        ("prov", "2.0+rocm63", "rocm"),
        ("prov-cpu", "2.0", "cpu"),
        ("prov_xpu", "2.0", "xpu"),
        ("prov-tpu", "main", "tpu"),
    ],
)
def test_the_platform_of_a_build(name: str, version: str, platform: str) -> None:
    concerned = wanted(releases=">=0", platforms=(platform, "hpu"))
    assert asked(concerned, version, name).holds
    standing = asked(wanted("prov.core.Config", platforms=("hpu",)), version, name)
    assert standing == Standing(holds=False, told_by=f"the build is for {platform}")


@pytest.mark.parametrize(
    "probe",
    ["", "prov core", "prov.", "1prov.x", "prov.f()", "prov.f(x,y)", "prov.f(x=)", "not not prov"],
)
def test_what_is_no_probe(probe: str) -> None:
    assert refuse_malformed(probe)


@pytest.mark.parametrize("probe", [*TRUE, *FALSE])
def test_what_is_one(probe: str) -> None:
    assert refuse_malformed(probe) == ""
    assert refuse_malformed(f"not {probe}") == ""


def test_a_platform_is_read_of_the_pairing() -> None:
    now = Distribution(
        name="prov-cpu", version="", tree=Files(), packages=("prov",), source="", digest=""
    )
    assert platform_of(Pairing(package="prov", now=now, facts_now=FactsStore(None, now))) == "cpu"
