"""Consumers on the release of vLLM that they were shipped for: they are left in peace."""

import re
import tomllib

import pytest
import yaml

from drift_audit.auditor.model import Severity

from .releases import TRUTH, consumer, loud, scanned, told

pytestmark = pytest.mark.wheels

LEAST_JUDGED = {"trl==0.26.2": 0.74, "trl==0.29.1": 0.77}
"""The share of uses that must be judged; of all others 0.8."""
OLDER = {
    "0.11.0": "0.8.5",
    "0.11.2": "0.8.5",
    "0.12.0": "0.9.2",
    "0.14.1": "0.11.2",
    "0.16.0": "0.13.0",
    "0.18.1": "0.15.1",
    "0.28.0": "0.25.1",
    "0.29.0": "0.26.0",
    "0.30.0": "0.27.1",
    "0.31.0": "0.28.0",
}
"""The newest of the release three minor ones before."""
KEPT = tomllib.loads((TRUTH / "kept.toml").read_text("utf-8"))


def pairs() -> list[tuple[str, str]]:
    """Consumers and the releases of vLLM that each was shipped for."""
    table = yaml.safe_load((TRUTH / "clean_pairs.yaml").read_text("utf-8"))
    return [
        (row["consumer"], version)
        for row in table
        for version in re.findall(r"\d+\.\d+\.\d+", row["provider"])
    ]


def places(lines: list[str]) -> set[str]:
    return {line.partition(": ")[0] for line in lines}


@pytest.mark.parametrize(("requirement", "version"), pairs())
def test_silent_where_nothing_changed(requirement: str, version: str) -> None:
    scan = scanned(consumer(requirement), "vllm", worked=version, now=version)
    found = [f for f in loud(scan) if f.kind != f.recipe]
    assert told(found) == []


@pytest.mark.parametrize(("requirement", "version"), pairs())
def test_contracts_of_today_alone_find_what_is_true(requirement: str, version: str) -> None:
    scan = scanned(consumer(requirement), "vllm", worked=None, now=version)
    kept = KEPT.get(requirement, {})
    assert places(told(loud(scan))) == set(kept.get("bare", {})), told(loud(scan))
    share = scan.coverage.judged / scan.coverage.uses
    assert share >= LEAST_JUDGED.get(requirement, 0.8)


@pytest.mark.parametrize(("requirement", "version"), pairs())
def test_an_old_baseline_makes_nothing_false(requirement: str, version: str) -> None:
    scan = scanned(consumer(requirement), "vllm", worked=OLDER[version], now=version)
    found = [f for f in loud(scan) if f.severity is not Severity.RISK]
    kept = KEPT.get(requirement, {})
    allowed = {*kept.get("bare", {}), *kept.get("older", {})}
    assert places(told(found)) <= allowed, told(found)
