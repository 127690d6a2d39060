"""Consumers on the release of vLLM that they were shipped for: they are left in peace."""

import re
import tomllib

import pytest
import yaml

from .releases import TRUTH, consumer, loud, scanned, told

pytestmark = pytest.mark.wheels


def pairs() -> list[tuple[str, str]]:
    """Consumers and the releases of vLLM that each was shipped for."""
    table = yaml.safe_load((TRUTH / "clean_pairs.yaml").read_text("utf-8"))
    return [
        (row["consumer"], version)
        for row in table
        for version in re.findall(r"\d+\.\d+\.\d+", row["provider"])
    ]


def kept(requirement: str) -> list[str]:
    """What is true of a pair although it was shipped."""
    table = tomllib.loads((TRUTH / "kept.toml").read_text("utf-8"))
    return sorted(table.get(requirement, {}))


@pytest.mark.parametrize("baseline", [True, False], ids=["baseline", "bare"])
@pytest.mark.parametrize(("requirement", "version"), pairs())
def test_shipped_pair_is_left_in_peace(requirement: str, version: str, *, baseline: bool) -> None:
    worked = version if baseline else None
    found = loud(scanned(consumer(requirement), "vllm", worked=worked, now=version))
    by_cards = [f for f in found if f.kind == f.recipe]
    places = {line.partition(": ")[0] for line in told(by_cards if baseline else found)}
    expected = {one for one in kept(requirement) if not baseline or one in places}
    assert places == expected, told(found)
    assert baseline is False or len(by_cards) == len(found), told(found)
