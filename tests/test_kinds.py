"""Every kind of drift has its file, its page and its cases, and every kind runs over every case.

A case is a folder `cases/kinds/<id>/` of a consumer and two releases of the provider it leans on.
Marks at the ends of the consumer's lines say what must come out:

    # expect: <id> because …         a finding of that kind at this line
    # expect: <id> [words] because …   … whose text holds these words
    # expect-ok: <id> because …      a near miss, on which that kind must stay silent
    # expect-todo: <id> because …    wanted, but not found yet; fails as soon as it is found

A line of two kinds has its marks separated by `; `. Whatever comes out unmarked is a failure.
"""

import ast
import hashlib
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from drift_audit.auditor.kinds import kinds
from drift_audit.auditor.model import Finding, Severity
from drift_audit.auditor.scan import scan_trees
from drift_audit.auditor.trees import Distribution

ROOT = Path(__file__).resolve().parent.parent
KINDS = {
    path.stem.replace("_", "-"): path
    for path in sorted((ROOT / "auditor" / "kinds").glob("*.py"))
    if not path.stem.startswith("_")
}
CASES = {
    path.name: path
    for path in sorted((ROOT / "tests" / "cases" / "kinds").iterdir())
    if path.is_dir()
}
NOTES = {kind.id for kind in kinds() if kind.severity is Severity.NOTE}
SECTIONS = ("What it is", "Why it matters", "Known problems", "Example", "What to do")
MARK = re.compile(
    r"expect(?P<form>|-ok|-todo): (?P<kind>[a-z-]+)(?: \[(?P<words>[^\]]+)\])? because \S.*"
)


class Files:
    """Files held in memory, as a tree."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def read(self, path: str) -> bytes:
        return self.files[path]

    def digest(self, path: str) -> str:
        return hashlib.sha256(self.files[path]).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    line: int
    form: str
    kind: str
    words: str


def marks(source: bytes) -> Iterator[Mark]:
    """The marks in the comments of a consumer; a malformed one is an error."""
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type != tokenize.COMMENT or "expect" not in token.string:
            continue
        # Other comments of the line, which are part of the case, come first.
        own = token.string[token.string.index("# expect") :]
        for text in own.removeprefix("# ").split("; "):
            match = MARK.fullmatch(text)
            assert match, f"line {token.start[0]}: no mark: {text}"
            yield Mark(
                line=token.start[0],
                form=match["form"],
                kind=match["kind"],
                words=match["words"] or "",
            )


def distribution(
    name: str, version: str, files: dict[str, bytes], requires: tuple[str, ...] = ()
) -> Distribution:
    content = "".join(f"{path}\0{hashlib.sha256(data).hexdigest()}" for path, data in files.items())
    return Distribution(
        name=name,
        version=version,
        tree=Files(files),
        packages=(name,),
        source="folder",
        digest=hashlib.sha256(content.encode()).hexdigest(),
        requires=requires,
    )


def provider(case: Path, edition: str) -> Distribution:
    top = case / f"provider_{edition}"
    files = {
        path.relative_to(top).as_posix(): path.read_bytes() for path in sorted(top.rglob("*.py"))
    }
    return distribution("prov", {"old": "1.0", "new": "2.0"}[edition], files)


def findings(case: Path, *, before: str, now: str) -> list[Finding]:
    """All that is found above `note` in a case's consumer, and notes of kinds that are no more."""
    files = {"consumer.py": (case / "consumer.py").read_bytes()}
    requires = case / "requires.txt"
    lines = tuple(requires.read_text().splitlines()) if requires.is_file() else ()
    result = scan_trees(
        distribution("consumer", "", files, lines),
        provider(case, now),
        provider(case, before),
        package="prov",
    )
    assert result.coverage.skipped == ()
    return [f for f in result.findings if f.severity is not Severity.NOTE or f.kind in NOTES]


def said(finding: Finding) -> str:
    parts = (finding.symbol, finding.message, finding.before, finding.now, finding.advice)
    return "\n".join(parts)


def test_every_kind_has_a_case_and_every_case_a_kind() -> None:
    assert sorted(KINDS) == sorted(CASES)


@pytest.mark.parametrize("kind", KINDS)
def test_page(kind: str) -> None:
    page = ast.get_docstring(ast.parse(KINDS[kind].read_bytes())) or ""
    found = [
        section
        for line in page.splitlines()
        for section in SECTIONS
        if line.startswith(f"{section}:")
    ]
    assert tuple(found) == SECTIONS


@pytest.mark.parametrize("kind", KINDS)
def test_judgement_fits_on_a_screen(kind: str) -> None:
    tree = ast.parse(KINDS[kind].read_bytes())
    checks = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "check"
    ]
    assert [(node.end_lineno or 0) - node.lineno < 30 for node in checks] == [True]


@pytest.mark.parametrize("case", CASES)
def test_case_shows_a_drift_and_a_near_miss(case: str) -> None:
    found = list(marks((CASES[case] / "consumer.py").read_bytes()))
    assert {mark.kind for mark in found} <= set(CASES)
    assert {mark.form for mark in found if mark.kind == case} >= {"", "-ok"}


@pytest.mark.parametrize("case", CASES)
def test_exactly_the_marked_uses_drifted(case: str) -> None:
    found = findings(CASES[case], before="old", now="new")
    expected = [m for m in marks((CASES[case] / "consumer.py").read_bytes()) if not m.form]
    there = {(f.span.line, f.kind) for f in found}
    wanted = {(mark.line, mark.kind) for mark in expected}
    assert sorted(there - wanted) == [], "found, though not marked"
    assert sorted(wanted - there) == [], "marked, but not found"
    for mark in expected:
        texts = [said(f) for f in found if (f.span.line, f.kind) == (mark.line, mark.kind)]
        assert any(mark.words in text for text in texts), (mark, texts)


@pytest.mark.parametrize("edition", ["old", "new"])
@pytest.mark.parametrize("case", CASES)
def test_silent_where_nothing_changed(case: str, edition: str) -> None:
    found = findings(CASES[case], before=edition, now=edition)
    assert [(f.span.line, f.kind, f.message) for f in found if f.kind not in NOTES] == []
