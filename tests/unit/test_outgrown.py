"""A baseline that the consumer has left behind proves nothing of it."""

from __future__ import annotations

import hashlib

from drift_audit.auditor.model import Scan, Severity
from drift_audit.auditor.scan import scan_trees
from drift_audit.auditor.trees import Distribution


class Files:
    """Files held in memory, as a tree."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def read(self, path: str) -> bytes:
        return self.files[path].encode()

    def digest(self, path: str) -> str:
        return hashlib.sha256(self.read(path)).hexdigest()


OLD = """
def start(name): ...
def send(a, b): ...
class Base:
    def stop(self): ...
"""
NEW = """
def begin(name): ...
def queue(name): ...
def flush(name): ...
def drop(name): ...
def send(b, a): ...
class Base:
    def stop(self, hard): ...
def end(base):
    base.stop(True)
"""
DRIFTED = """
import prov
prov.send(1, 2)
class Mine(prov.Base):
    def stop(self): ...
"""


def distribution(name: str, version: str, files: dict[str, str]) -> Distribution:
    text = "".join(f"{path}{source}" for path, source in sorted(files.items()))
    return Distribution(
        name=name,
        version=version,
        tree=Files(files),
        packages=(name,),
        source="folder",
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )


def scanned(consumer: str) -> Scan:
    return scan_trees(
        distribution("consumer", "", {"consumer.py": consumer}),
        distribution("prov", "2.0", {"prov/__init__.py": NEW}),
        distribution("prov", "1.0", {"prov/__init__.py": OLD}),
        package="prov",
    )


def loud(scan: Scan) -> list[str]:
    return sorted(f.kind for f in scan.findings if f.severity is not Severity.NOTE)


def test_code_that_fits_the_baseline_is_compared() -> None:
    scan = scanned(DRIFTED)
    assert loud(scan) == ["argument-shifted", "override-narrower"]
    assert scan.notes == ()


def test_a_few_lines_that_were_moved_on_do_not_shake_it() -> None:
    scan = scanned(DRIFTED + "prov.begin(1)\nprov.queue(1)\n")
    assert loud(scan) == ["argument-shifted", "override-narrower"]
    assert scan.notes == ()


def test_code_that_was_moved_on_is_judged_by_today_alone() -> None:
    scan = scanned(DRIFTED + "prov.begin(1)\nprov.queue(1)\nprov.flush(1)\nprov.drop(1)\n")
    assert loud(scan) == []
    (note,) = scan.notes
    assert "moved on from the baseline prov 1.0: 4 uses fit prov 2.0 and not that, 0" in note


def test_what_is_wrong_today_is_still_told() -> None:
    later = "prov.begin(1)\nprov.queue(1)\nprov.flush(1)\nprov.drop(1)\nprov.middle(1)\n"
    scan = scanned(DRIFTED + later)
    assert loud(scan) == ["attribute-removed"]


def test_drift_that_weighs_as_much_speaks_for_the_baseline() -> None:
    later = "prov.begin(1)\nprov.queue(1)\nprov.flush(1)\n"
    scan = scanned(DRIFTED + later + "prov.start(1)\nprov.start(2)\n")
    assert "argument-shifted" in loud(scan)
    assert scan.notes == ()


def test_guarded_uses_say_nothing() -> None:
    lines = "".join(
        f"try:\n    from prov import {name}\nexcept ImportError:\n    {name} = None\n"
        for name in ("begin", "queue", "flush", "drop")
    )
    assert loud(scanned(DRIFTED + lines)) == ["argument-shifted", "override-narrower"]
