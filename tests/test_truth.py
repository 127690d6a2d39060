"""Drifts that real people met, judged on the real releases; and pairs that fit, left in peace.

The releases are read from the package index once and kept in the platform's cache folder.
"""

import functools
import hashlib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import pytest
import yaml

from drift_audit.auditor.acquire import (
    Acquisition,
    find_consumer,
    find_environment,
    find_provider,
)
from drift_audit.auditor.contracts.store import FactsStore
from drift_audit.auditor.model import Finding, Severity
from drift_audit.auditor.pairing import Pairing
from drift_audit.auditor.scan import judge
from drift_audit.auditor.trees import Distribution

pytestmark = pytest.mark.wheels

TRUTH = Path(__file__).resolve().parent / "truth"
CACHE = platformdirs.user_cache_path("drift-audit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """A use, the release that it was right on, and the one that it is judged against."""

    provider: str
    worked: str
    now: str
    says: str = ""
    todo: str = ""


def snippets() -> dict[str, Snippet]:
    table = tomllib.loads((TRUTH / "snippets.toml").read_text("utf-8"))
    return {name: Snippet(**row) for name, row in table.items()}


SNIPPETS = snippets()
DRIFTS = [name for name, snippet in SNIPPETS.items() if snippet.says and not snippet.todo]
WANTED = [name for name, snippet in SNIPPETS.items() if snippet.todo]
TRAPS = [name for name, snippet in SNIPPETS.items() if not snippet.says]


@functools.cache
def acquisition() -> Acquisition:
    return Acquisition(cache_dir=CACHE, environment=find_environment(None, TRUTH))


@functools.cache
def release(requirement: str) -> Distribution:
    return find_provider(requirement, acquisition())


class OneFile:
    """A single module, as a tree."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data

    def paths(self) -> tuple[str, ...]:
        return (self.path,)

    def read(self, path: str) -> bytes:
        return {self.path: self.data}[path]

    def digest(self, path: str) -> str:
        return hashlib.sha256(self.read(path)).hexdigest()


def module(name: str) -> Distribution:
    data = (TRUTH / "snippets" / f"{name}.py").read_bytes()
    return Distribution(
        name="consumer",
        version="",
        tree=OneFile("consumer.py", data),
        packages=("consumer",),
        source="file",
        digest=hashlib.sha256(data).hexdigest(),
    )


def findings(
    consumer: Distribution, provider: str, *, worked: str | None, now: str
) -> list[Finding]:
    """All that is found above `note`; `worked` names the baseline, if there is one."""
    latest = release(f"{provider}=={now}")
    baseline = release(f"{provider}=={worked}") if worked else None
    facts_now = FactsStore(CACHE, latest)
    facts_before = FactsStore(CACHE, baseline) if baseline else None
    pairing = Pairing(
        package=provider,
        now=latest,
        facts_now=facts_now,
        before=baseline,
        facts_before=facts_before,
    )
    try:
        result = judge(consumer, (pairing,)).scan
    finally:
        for store in filter(None, (facts_now, facts_before)):
            store.flush()
            store.close()
    return [finding for finding in result.findings if finding.severity is not Severity.NOTE]


def said(finding: Finding) -> str:
    parts = (finding.symbol, finding.message, finding.before, finding.now, finding.advice)
    return "\n".join(parts)


def told(found: list[Finding]) -> list[str]:
    return [f"{f.span.path}:{f.span.line} {f.kind}: {f.message}" for f in found]


def test_every_case_has_its_snippet() -> None:
    cases = {case["id"] for case in yaml.safe_load((TRUTH / "cases.yaml").read_text("utf-8"))}
    files = {path.stem for path in (TRUTH / "snippets").glob("*.py")}
    assert files == set(SNIPPETS)
    # Which models a wrapper lacks an attribute on is no matter of two releases.
    assert cases - files == {"B06"}


@pytest.mark.parametrize("name", DRIFTS)
def test_drift_is_seen(name: str) -> None:
    snippet = SNIPPETS[name]
    found = findings(module(name), snippet.provider, worked=snippet.worked, now=snippet.now)
    assert [f.kind for f in found if snippet.says in said(f)], told(found)


@pytest.mark.parametrize("name", TRAPS)
def test_trap_is_stepped_over(name: str) -> None:
    snippet = SNIPPETS[name]
    found = findings(module(name), snippet.provider, worked=snippet.worked, now=snippet.now)
    assert told(found) == []


@pytest.mark.parametrize("name", WANTED)
def test_what_is_wanted_is_not_seen_yet(name: str) -> None:
    snippet = SNIPPETS[name]
    found = findings(module(name), snippet.provider, worked=snippet.worked, now=snippet.now)
    assert [f.kind for f in found if snippet.says in said(f)] == [], "seen: take `todo` away"


@pytest.mark.parametrize("name", SNIPPETS)
def test_silent_on_the_release_that_worked(name: str) -> None:
    snippet = SNIPPETS[name]
    found = findings(module(name), snippet.provider, worked=snippet.worked, now=snippet.worked)
    assert told(found) == []


def pairs() -> list[tuple[str, str]]:
    """Consumers and the releases of vLLM that each was shipped for."""
    table = yaml.safe_load((TRUTH / "clean_pairs.yaml").read_text("utf-8"))
    return [
        (row["consumer"], version)
        for row in table
        for version in re.findall(r"\d+\.\d+\.\d+", row["provider"])
    ]


def kept(consumer: str) -> list[str]:
    """What is true of a pair although it was shipped."""
    table = tomllib.loads((TRUTH / "kept.toml").read_text("utf-8"))
    return sorted(table.get(consumer, {}))


@pytest.mark.parametrize("baseline", [True, False], ids=["baseline", "bare"])
@pytest.mark.parametrize(("consumer", "version"), pairs())
def test_shipped_pair_is_left_in_peace(consumer: str, version: str, *, baseline: bool) -> None:
    code = find_consumer(consumer, acquisition())
    found = findings(code, "vllm", worked=version if baseline else None, now=version)
    places = sorted({line.partition(": ")[0] for line in told(found)})
    assert places == ([] if baseline else kept(consumer)), told(found)
