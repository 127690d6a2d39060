"""Real releases of consumers and providers, read from the index once and kept in the cache."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from drift_audit.auditor.acquire import (
    Acquisition,
    find_consumer,
    find_environment,
    find_provider,
)
from drift_audit.auditor.contracts.store import FactsStore
from drift_audit.auditor.model import Finding, Scan, Severity
from drift_audit.auditor.pairing import Pairing
from drift_audit.auditor.scan import judge
from drift_audit.auditor.trees import Distribution
from drift_audit.patchers.advise import advise
from drift_audit.patchers.cards import own_recipes

TRUTH = Path(__file__).resolve().parent / "truth"
CACHE = platformdirs.user_cache_path("drift-audit")


@functools.cache
def acquisition() -> Acquisition:
    return Acquisition(cache_dir=CACHE, environment=find_environment(None, TRUTH))


@functools.cache
def provider(requirement: str) -> Distribution:
    return find_provider(requirement, acquisition())


@functools.cache
def consumer(requirement: str) -> Distribution:
    return find_consumer(requirement, acquisition())


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


def module(data: bytes) -> Distribution:
    """A consumer of one file."""
    return Distribution(
        name="consumer",
        version="",
        tree=OneFile("consumer.py", data),
        packages=("consumer",),
        source="file",
        digest=hashlib.sha256(data).hexdigest(),
    )


@contextmanager
def pairing(package: str, *, worked: str | None, now: str) -> Iterator[Pairing]:
    """A provider now and in the baseline that `worked` names, if there is one."""
    latest = provider(f"{package}=={now}")
    baseline = provider(f"{package}=={worked}") if worked else None
    facts_now = FactsStore(CACHE, latest)
    facts_before = FactsStore(CACHE, baseline) if baseline else None
    try:
        yield Pairing(
            package=package,
            now=latest,
            facts_now=facts_now,
            before=baseline,
            facts_before=facts_before,
        )
    finally:
        for store in filter(None, (facts_now, facts_before)):
            store.flush()
            store.close()


def scanned(
    code: Distribution, package: str, *, worked: str | None, now: str, recipes: bool = True
) -> Scan:
    """The scan of a consumer as the command line gives it, advisories left out."""
    with pairing(package, worked=worked, now=now) as pair:
        judgement = judge(code, (pair,))
        if not recipes:
            return judgement.scan
        cards = [card for card in own_recipes() if not card.advisory]
        return advise(judgement, cards).scan


def loud(scan: Scan) -> list[Finding]:
    """All that is found above `note`."""
    return [finding for finding in scan.findings if finding.severity is not Severity.NOTE]


def said(finding: Finding) -> str:
    parts = (finding.symbol, finding.message, finding.before, finding.now, finding.advice)
    return "\n".join(parts)


def told(found: list[Finding]) -> list[str]:
    return [f"{f.span.path}:{f.span.line} {f.kind}: {f.message}" for f in found]
