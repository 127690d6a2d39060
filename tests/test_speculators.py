"""speculators 0.3.0 against real releases of vLLM, held against the ground truth."""

import functools
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import platformdirs
import pytest

from drift_audit.auditor.acquire import (
    Acquisition,
    find_consumer,
    find_environment,
    find_provider,
)
from drift_audit.auditor.contracts.store import FactsStore
from drift_audit.auditor.model import Scan
from drift_audit.auditor.pairing import Pairing
from drift_audit.auditor.scan import judge
from drift_audit.auditor.trees import Distribution
from drift_audit.reports import formats

pytestmark = pytest.mark.wheels

TRUTH = Path(__file__).resolve().parent / "truth"
CACHE = platformdirs.user_cache_path("drift-audit")
VERSIONS = ["0.11.0", "0.12.0", "0.14.1", "0.16.0", "0.17.1", "0.20.2", "0.32.0"]
NAMES = {"vllm": "prov", "speculators": "cons"}


@functools.cache
def acquisition() -> Acquisition:
    return Acquisition(cache_dir=CACHE, environment=find_environment(None, TRUTH))


@functools.cache
def truth_check() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check", TRUTH / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def renamed(text: str) -> str:
    for old, new in NAMES.items():
        text = text.replace(old, new)
    return text


class Renamed:
    """A tree in which the packages have other names, in paths and in sources."""

    def __init__(self, distribution: Distribution) -> None:
        self._tree = distribution.tree
        self._paths = {renamed(path): path for path in self._tree.paths()}

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self._paths))

    def read(self, path: str) -> bytes:
        data = self._tree.read(self._paths[path])
        for old, new in NAMES.items():
            data = data.replace(old.encode(), new.encode())
        return data

    def digest(self, path: str) -> str:
        return f"renamed {self._tree.digest(self._paths[path])}"


def under_other_names(distribution: Distribution) -> Distribution:
    return Distribution(
        name=renamed(distribution.name),
        version=distribution.version,
        tree=Renamed(distribution),
        packages=tuple(map(renamed, distribution.packages)),
        source="renamed",
        digest=f"renamed {distribution.digest}",
    )


def scanned(version: str, *, rename: bool = False) -> Scan:
    consumer = find_consumer("speculators==0.3.0", acquisition())
    now = find_provider(f"vllm=={version}", acquisition())
    before = find_provider("vllm==0.11.0", acquisition())
    if rename:
        consumer, now, before = map(under_other_names, (consumer, now, before))
    stores = FactsStore(CACHE, now), FactsStore(CACHE, before)
    pairing = Pairing(
        package="prov" if rename else "vllm",
        now=now,
        facts_now=stores[0],
        before=before,
        facts_before=stores[1],
    )
    try:
        return judge(consumer, (pairing,)).scan
    finally:
        for store in stores:
            store.flush()
            store.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_truth_is_found_and_nothing_else(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "scan.json"
    report.write_text(formats.render("json", scanned(version)))
    monkeypatch.setattr(sys, "argv", ["check.py", str(report), version])
    with pytest.raises(SystemExit) as verdict:
        truth_check().main()
    assert verdict.value.code == 0


@pytest.mark.parametrize("version", VERSIONS)
def test_harmless_changes_are_left_in_peace(version: str) -> None:
    harmless = json.loads((TRUTH / "speculators-0.3.0.negative.json").read_text())
    found = [f for f in scanned(version).findings if f.severity in ("breaks", "silent", "risk")]
    for change in harmless:
        member = change["symbol"].split()[0].rpartition(".")[2].partition("/")[0]
        near = [
            f.message
            for f in found
            if f.span.path == change["file"]
            and f.span.line == change["line"]
            and (f.parameter == member or f.symbol.endswith(f".{member}"))
        ]
        assert near == [], change


@pytest.mark.parametrize("version", ["0.12.0", "0.17.1"])
def test_no_name_is_known_beforehand(version: str) -> None:
    plain, other = scanned(version), scanned(version, rename=True)
    assert [
        (
            renamed(f.span.path),
            f.span.line,
            f.kind,
            f.severity,
            renamed(f.symbol),
            renamed(f.parameter),
        )
        for f in plain.findings
    ] == [
        (f.span.path, f.span.line, f.kind, f.severity, f.symbol, f.parameter)
        for f in other.findings
    ]
