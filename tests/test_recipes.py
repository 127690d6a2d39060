"""Every recipe has its case, and does there what its card says.

A case is a folder `cases/recipes/<set>/<id>/` of consumers of one file each:

    before.py   what the recipe answers
    after.py    what mending with this recipe alone makes of it; none where only advice is given
    near.py     near misses, of which the recipe says nothing

A line on top of a file says what it is judged against, more of them that it is judged so often:

    # provider: vllm==0.17.1 baseline: vllm==0.11.0

`pytest --update` writes each `after.py` anew: look at the difference before you commit it.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs
import pytest
from packaging.specifiers import SpecifierSet

from drift_audit.auditor.audit import Bench, Request, at_bench
from drift_audit.auditor.model import Finding, FixStanding, Severity
from drift_audit.auditor.trees import Distribution
from drift_audit.patchers.advise import advise
from drift_audit.patchers.cards import own_recipes
from drift_audit.patchers.mend import Mending, mend
from drift_audit.patchers.model import Applicability, DropKeyword, Fix, Recipe
from drift_audit.patchers.probes import concerns
from drift_audit.patchers.verify import comments_of, new_findings

FOLDER = Path(__file__).resolve().parent / "cases" / "recipes"
CARDS = {f"{Path(card.file).parent.name}/{card.id}": card for card in own_recipes()}
CASES = {
    path.relative_to(FOLDER).as_posix(): path
    for path in sorted(FOLDER.glob("*/*"))
    if path.is_dir()
}
RELEASES = {
    "vllm": (
        "0.10.2 0.11.0 0.11.1 0.11.2 0.12.0 0.13.0 0.14.0 0.14.1 0.15.0 0.15.1 0.16.0 0.17.0 0.17.1 "
        "0.18.0 0.18.1 0.19.0 0.19.1 0.20.0 0.20.1 0.20.2 0.21.0 0.22.0 0.22.1 0.23.0 0.24.0 0.25.0 "
        "0.25.1 0.26.0 0.27.0 0.27.1 0.28.0 0.29.0 0.30.0 0.31.0 0.32.0 0.33.0 0.34.0"
    ),
    "transformers": "4.57.6 5.0.0 5.1.0 5.2.0 5.3.0 5.4.0 5.19.0 5.25.0",
}
ON_TOP = re.compile(r"# provider: (\S+?)(\+\w+)? baseline: (\S+)\n")
FILE = "consumer.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a file is judged against; `local` is the label of a build, which no index lists."""

    provider: str
    local: str
    baseline: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OneFile:
    """A consumer of one file."""

    source: bytes

    def paths(self) -> tuple[str, ...]:
        return (FILE,)

    def read(self, path: str) -> bytes:
        return {FILE: self.source}[path]

    def digest(self, path: str) -> str:
        return hashlib.sha256(self.read(path)).hexdigest()[:32]


BenchOf = Callable[[Setting, bytes], Bench]


def settings(source: bytes) -> Iterator[Setting]:
    text = source.decode()
    while match := ON_TOP.match(text):
        yield Setting(provider=match[1], local=match[2] or "", baseline=match[3])
        text = text[match.end() :]


def consumer(source: bytes) -> Distribution:
    return Distribution(
        name="consumer",
        version="",
        tree=OneFile(source=source),
        packages=("consumer",),
        source="folder",
        digest=hashlib.sha256(source).hexdigest(),
    )


@pytest.fixture(scope="module")
def bench_of() -> Iterator[BenchOf]:
    """The bench of a setting with a consumer on it; releases are looked up once."""
    with ExitStack() as stack:

        @functools.cache
        def empty(provider: str, baseline: str) -> Bench:
            request = Request(
                consumer=str(FOLDER),
                providers=(provider,),
                baselines=(baseline,) if baseline else (),
                static=True,
                cwd=FOLDER,
                cache_dir=platformdirs.user_cache_path("drift-audit"),
            )
            return stack.enter_context(at_bench(request))

        def of(setting: Setting, source: bytes) -> Bench:
            bench = empty(setting.provider, setting.baseline)
            (pairing,) = bench.pairings
            now = replace(pairing.now, version=f"{pairing.now.version}{setting.local}")
            pairings = (replace(pairing, now=now),)
            return replace(bench, consumer=consumer(source), pairings=pairings)

        yield of


def read(name: str, file: str) -> bytes:
    return (CASES[name] / file).read_bytes()


def held(card: Recipe) -> list[Recipe]:
    """All recipes that are held against a consumer beside this one."""
    return [other for other in CARDS.values() if card.advisory or not other.advisory]


def mended(bench_of: BenchOf, card: Recipe, setting: Setting, source: bytes) -> Mending:
    def wants(fix: Fix) -> bool:
        return fix.origin == card.id and fix.is_asked_for(unsafe=True)

    return mend(bench_of(setting, source), held(card), wants)


def answered(findings: tuple[Finding, ...], card: Recipe) -> list[Finding]:
    return [finding for finding in findings if finding.recipe == card.id]


def named(*ladder: Applicability) -> list[str]:
    return [name for name, card in CARDS.items() if card.applicability in ladder and name in CASES]


def test_every_card_has_a_case_and_every_case_a_card() -> None:
    assert {*CARDS} == {*CASES}


@pytest.mark.parametrize("name", sorted({*CARDS} & {*CASES}))
def test_a_case_is_whole(name: str) -> None:
    files = {path.name for path in CASES[name].iterdir()}
    by_hand = CARDS[name].applicability is Applicability.DISPLAY_ONLY
    assert files == {"before.py", "near.py"} | (set() if by_hand else {"after.py"})
    assert len([*settings(read(name, "before.py"))]) == 1
    assert [*settings(read(name, "near.py"))]


@pytest.mark.wheels
@pytest.mark.parametrize("name", named(Applicability.SAFE, Applicability.UNSAFE))
def test_before_becomes_after(name: str, bench_of: BenchOf, *, update: bool) -> None:
    card, before = CARDS[name], read(name, "before.py")
    (setting,) = settings(before)
    mending = mended(bench_of, card, setting, before)
    answers = [repair for repair in mending.repairs if repair.finding.recipe == card.id]
    assert answers
    assert [(r.why, r.fix.origin) for r in answers if r.standing is not FixStanding.REPAIRED] == []
    (patch,) = mending.patches
    after = patch.patch.after
    if update:
        (CASES[name] / "after.py").write_bytes(after)
    assert after.decode() == read(name, "after.py").decode()
    assert answered(mending.after.findings, card) == []
    assert not [
        finding.message
        for finding in new_findings(mending.before, mending.after)
        if finding.severity in (Severity.BREAKS, Severity.SILENT)
    ]
    lost = comments_of(before) - comments_of(after)
    assert not lost or any(isinstance(each, DropKeyword) for each in card.operations), lost


@pytest.mark.wheels
@pytest.mark.parametrize("name", named(Applicability.SAFE, Applicability.UNSAFE))
def test_mending_again_changes_nothing(name: str, bench_of: BenchOf) -> None:
    card, after = CARDS[name], read(name, "after.py")
    (setting,) = settings(after)
    mending = mended(bench_of, card, setting, after)
    assert answered(mending.before.findings, card) == []
    assert mending.patches == ()


@pytest.mark.wheels
@pytest.mark.parametrize("name", named(Applicability.SAFE))
def test_what_is_safe_is_borne_out(name: str, bench_of: BenchOf) -> None:
    card, before = CARDS[name], read(name, "before.py")
    (setting,) = settings(before)
    mending = mend(
        bench_of(setting, before),
        held(card),
        lambda fix: fix.origin == card.id and fix.is_asked_for(unsafe=False),
    )
    answers = [repair for repair in mending.repairs if repair.finding.recipe == card.id]
    assert answers
    for repair in answers:
        assert repair.standing is FixStanding.REPAIRED, repair.fix.safety
        assert repair.fix.applicability is Applicability.SAFE
        assert repair.witness is not None
        assert repair.witness.holds is True, repair.witness


@pytest.mark.wheels
@pytest.mark.parametrize("name", named(Applicability.DISPLAY_ONLY))
def test_what_a_hand_has_to_do_is_told(name: str, bench_of: BenchOf) -> None:
    card, before = CARDS[name], read(name, "before.py")
    (setting,) = settings(before)
    mending = mended(bench_of, card, setting, before)
    answers = [repair for repair in mending.repairs if repair.finding.recipe == card.id]
    assert answers
    assert mending.patches == ()
    for repair in answers:
        assert repair.standing is FixStanding.BY_HAND
        assert card.advice in repair.why


@pytest.mark.wheels
@pytest.mark.parametrize("name", sorted(CASES))
def test_of_a_near_miss_nothing_is_said(name: str, bench_of: BenchOf) -> None:
    card, source = CARDS[name], read(name, "near.py")
    for setting in settings(source):
        bench = bench_of(setting, source)
        judgement = bench.judge()
        assert judgement.scan.coverage.skipped == ()
        found = answered(advise(judgement, held(card)).scan.findings, card)
        assert [(each.span.line, each.message) for each in found] == [], setting


def edges() -> Iterator[tuple[str, str]]:
    """The cards that look at sources, with the releases at both ends of their ranges."""
    for name, card in CARDS.items():
        known = RELEASES.get(card.provider.package, "").split()
        inside = [*SpecifierSet(card.provider.releases).filter(known)]
        if not card.provider.probes or not inside:
            continue
        ends = (known.index(inside[0]), known.index(inside[-1]))
        near = {ends[0] - 1, ends[0], ends[1], ends[1] + 1, len(known) - 1}
        yield from ((name, release) for at, release in enumerate(known) if at in near)


@pytest.mark.wheels
@pytest.mark.parametrize(("name", "release"), [*edges()])
def test_sources_and_range_say_the_same(name: str, release: str, bench_of: BenchOf) -> None:
    wanted = CARDS[name].provider
    local = f"+{wanted.platforms[0]}" if wanted.platforms else ""
    setting = Setting(provider=f"{wanted.package}=={release}", local=local, baseline="")
    bench = bench_of(setting, f"import {wanted.package}\n".encode())
    standing = concerns(wanted, bench.pairings[0], bench.judge().now.world)
    assert standing.holds is SpecifierSet(wanted.releases).contains(release), standing
