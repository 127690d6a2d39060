"""What a child reads ahead changes no word of the scan."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from drift_audit.auditor.ahead import LateFacts, read_ahead
from drift_audit.auditor.contracts.store import FactsStore
from drift_audit.auditor.pairing import Pairing
from drift_audit.auditor.scan import judge
from drift_audit.auditor.trees import Distribution

FILES = {
    "old": b"class Engine:\n    def run(self, plan): ...\n",
    "new": b"class Engine:\n    def run(self, plan, size): ...\n",
}


class Memory:
    """A tree of one file."""

    def __init__(self, path: str, data: bytes) -> None:
        self._files = {path: data}

    def paths(self) -> tuple[str, ...]:
        return tuple(self._files)

    def read(self, path: str) -> bytes:
        return self._files[path]

    def digest(self, path: str) -> str:
        return str(hash(self._files[path]))


def distribution(name: str, version: str, data: bytes) -> Distribution:
    return Distribution(
        name=name,
        version=version,
        tree=Memory(f"{name}.py", data),
        packages=(name,),
        source="memory",
        digest=f"{name} {version}",
    )


CONSUMER = distribution(
    "consumer", "1", b"from prov import Engine\n\n\ndef f(e: Engine):\n    e.run(1)\n"
)


def pairing(cache: Path) -> Pairing:
    now = distribution("prov", "2.0", FILES["new"])
    before = distribution("prov", "1.0", FILES["old"])
    return Pairing(
        package="prov",
        now=now,
        facts_now=FactsStore(cache, now),
        before=before,
        facts_before=FactsStore(cache, before),
    )


@pytest.fixture
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


@pytest.mark.usefixtures("two_processors")
def test_the_findings_are_the_same(tmp_path: Path) -> None:
    plain = judge(CONSUMER, (pairing(tmp_path / "a"),)).scan
    (late,) = read_ahead(CONSUMER, (pairing(tmp_path / "b"),), (), tmp_path / "b")
    assert isinstance(late.facts_before, LateFacts)
    assert judge(CONSUMER, (late,)).scan == plain
    assert [finding.kind for finding in plain.findings] == ["argument-required"]


@pytest.mark.usefixtures("two_processors")
def test_the_child_hands_its_facts_over(tmp_path: Path) -> None:
    (late,) = read_ahead(CONSUMER, (pairing(tmp_path),), (), tmp_path)
    assert isinstance(late.facts_before, LateFacts)
    assert not late.facts_before.store.is_cold


@pytest.mark.usefixtures("two_processors")
def test_a_child_that_dies_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drift_audit.auditor.ahead._read", lambda *_: os._exit(9))
    (late,) = read_ahead(CONSUMER, (pairing(tmp_path),), (), tmp_path)
    assert [finding.kind for finding in judge(CONSUMER, (late,)).scan.findings] == [
        "argument-required"
    ]


@pytest.mark.usefixtures("two_processors")
def test_what_is_known_is_not_read_ahead(tmp_path: Path) -> None:
    first = pairing(tmp_path)
    judge(CONSUMER, (first,))
    assert isinstance(first.facts_before, FactsStore)
    first.facts_before.flush()
    again = pairing(tmp_path)
    assert read_ahead(CONSUMER, (again,), (), tmp_path) == (again,)
    alone = replace(pairing(tmp_path / "c"), before=None, facts_before=None)
    assert read_ahead(CONSUMER, (alone,), (), tmp_path) == (alone,)


def test_one_processor_reads_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    plain = pairing(tmp_path)
    assert read_ahead(CONSUMER, (plain,), (), tmp_path) == (plain,)
