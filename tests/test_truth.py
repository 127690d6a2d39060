"""Drifts that real people met, judged on the real releases."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import yaml
from packaging.version import Version

from drift_audit.auditor.kinds import kinds

from .releases import TRUTH, loud, module, said, scanned, told

pytestmark = pytest.mark.wheels

RELEASE = re.compile(r"\d+\.\d+\.(?:\d+|x)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """A use, the release that it was right on, and the one that it is judged against.

    `kind` is that of the drift, or the recipe that alone sees it; "" for a trap. `also` are the
    kinds of what else is true of it.
    """

    provider: str
    worked: str
    now: str
    kind: str = ""
    says: str = ""
    snippet: str = ""
    also: tuple[str, ...] = ()


def snippets() -> dict[str, Snippet]:
    table = tomllib.loads((TRUTH / "snippets.toml").read_text("utf-8"))
    return {name: Snippet(**row) for name, row in table.items()}


def cases() -> dict[str, dict[str, str]]:
    table = yaml.safe_load((TRUTH / "cases.yaml").read_text("utf-8"))
    return {case["id"]: {key: str(text) for key, text in case.items()} for case in table}


CASES = cases()
APART = tomllib.loads((TRUTH / "apart.toml").read_text("utf-8"))
SNIPPETS = snippets()
DRIFTS = [name for name, snippet in SNIPPETS.items() if snippet.kind]
TRAPS = [name for name, snippet in SNIPPETS.items() if not snippet.kind]
KINDS = {kind.id for kind in kinds()}


def source(name: str) -> bytes:
    return (TRUTH / "snippets" / f"{SNIPPETS[name].snippet or name}.py").read_bytes()


def test_every_case_has_its_snippet() -> None:
    files = {path.stem for path in (TRUTH / "snippets").glob("*.py")}
    assert files == {snippet.snippet or name for name, snippet in SNIPPETS.items()}
    assert CASES.keys() - SNIPPETS.keys() == APART["without-releases"].keys()
    assert {name.partition("-")[0] for name in SNIPPETS} <= CASES.keys()


def test_traps_are_traps_and_drifts_are_drifts() -> None:
    silent = {
        name for name, case in CASES.items() if case["fails"].startswith(("never", "(never", "-"))
    }
    assert silent == {name for name in CASES if name in SNIPPETS and not SNIPPETS[name].kind}
    assert {name for name in silent if name.startswith("F")} == {
        name for name in CASES if name.startswith("F")
    }


def named(name: str, field: str) -> Iterator[str]:
    """The releases that a case names; `N.x` is the newest of it that any row is judged on."""
    provider = SNIPPETS[name].provider
    known = {s.now for s in SNIPPETS.values() if s.provider == provider}
    for release in RELEASE.findall(CASES[name][field]):
        if release.endswith("x"):
            yield max((v for v in known if v.startswith(release[:-1])), key=Version)
        else:
            yield release


@pytest.mark.parametrize(
    "name", [n for n in DRIFTS if n in CASES and n not in APART["other-release"]]
)
def test_the_releases_are_those_that_the_case_names(name: str) -> None:
    assert SNIPPETS[name].worked in named(name, "worked")
    assert SNIPPETS[name].now in {*named(name, "fails"), *named(name, "worked")}


@pytest.mark.parametrize("name", DRIFTS)
def test_drift_is_seen(name: str) -> None:
    snippet = SNIPPETS[name]
    scan = scanned(module(source(name)), snippet.provider, worked=snippet.worked, now=snippet.now)
    found = loud(scan)
    assert snippet.kind in {f.kind for f in found if snippet.says in said(f)}, told(found)


@pytest.mark.parametrize("name", DRIFTS)
def test_nothing_else_is_said(name: str) -> None:
    snippet = SNIPPETS[name]
    scan = scanned(module(source(name)), snippet.provider, worked=snippet.worked, now=snippet.now)
    lines = {f.span.line for f in loud(scan) if snippet.says in said(f)}
    other = [f for f in loud(scan) if f.span.line not in lines]
    assert {f.kind for f in other} == set(snippet.also), told(other)


@pytest.mark.parametrize("name", [n for n in DRIFTS if SNIPPETS[n].kind in KINDS])
def test_contracts_alone_see_what_is_of_a_kind(name: str) -> None:
    snippet = SNIPPETS[name]
    scan = scanned(
        module(source(name)),
        snippet.provider,
        worked=snippet.worked,
        now=snippet.now,
        recipes=False,
    )
    assert [f.kind for f in loud(scan) if snippet.says in said(f)], told(loud(scan))


@pytest.mark.parametrize("name", TRAPS)
def test_trap_is_stepped_over(name: str) -> None:
    snippet = SNIPPETS[name]
    scan = scanned(module(source(name)), snippet.provider, worked=snippet.worked, now=snippet.now)
    assert told(loud(scan)) == []


@pytest.mark.parametrize("name", SNIPPETS)
def test_silent_on_the_release_that_worked(name: str) -> None:
    snippet = SNIPPETS[name]
    code = module(source(name))
    scan = scanned(code, snippet.provider, worked=snippet.worked, now=snippet.worked)
    assert told(loud(scan)) == []
