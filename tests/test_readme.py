"""The README against the program: its kinds, its options, its settings, its picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from drift_audit.auditor.cli.program import cli
from drift_audit.auditor.config import _LISTS, _SEVERITY, _TEXTS, fail_levels
from drift_audit.auditor.kinds import kinds
from drift_audit.reports import formats

MOST_BYTES = 300_000
ROW = re.compile(r"^\| (\d[\d.]+) \|(.*)\|$", re.MULTILINE)


def block(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)", re.DOTALL)


def renewed(file: Path, name: str, body: str, *, update: bool) -> str:
    """The text with the block of that name as it should be; written where goldens are renewed."""
    text = file.read_text("utf-8")
    wanted = block(name).sub(lambda found: found[1] + body + found[3], text)
    if update:
        file.write_text(wanted, "utf-8")
    return wanted


def table_of_kinds() -> str:
    rows = [f"| `{kind.id}` | {kind.severity} | {kind.title} |\n" for kind in kinds()]
    return "".join(["| kind | severity | what has happened |\n", "|---|---|---|\n", *rows])


def test_it_lists_the_kinds(root: Path, *, update: bool) -> None:
    file = root / "README.md"
    wanted = renewed(file, "kinds", table_of_kinds(), update=update)
    assert file.read_text("utf-8") == wanted, "run pytest --update"


def table_of_findings(evidence: str) -> str:
    """Of the benchmark's table: the release, its drifts, and what each tool finds of them."""
    table = evidence.partition("## Findings about vLLM")[2].partition("\n## ")[0]
    head = ["vLLM", "drifts", "drift-audit", "its contracts alone", "ty", "pyrefly"]
    rows = [f"| {' | '.join(head)} |\n", f"{'|---' * len(head)}|\n"]
    for release, rest in ROW.findall(table):
        drifts, own, _, alone, ty, _, pyrefly, _ = (cell.strip() for cell in rest.split("|"))
        cells = [release, drifts, own, alone, ty, pyrefly]
        rows.append(f"| {' | '.join(cells)} |\n")
    return "".join(rows)


def test_it_tells_what_the_benchmark_measured(root: Path, *, update: bool) -> None:
    file = root / "README.md"
    for evidence in (root / "docs" / "evidence").glob("scan.md"):
        table = table_of_findings(evidence.read_text("utf-8"))
        wanted = renewed(file, "findings", table, update=update)
        assert file.read_text("utf-8") == wanted, "run pytest --update"
    assert file.read_text("utf-8").count("\n| 0.") > 1


def test_it_tells_how_accurate_it_is(root: Path, *, update: bool) -> None:
    file = root / "README.md"
    evidence = (root / "docs" / "evidence" / "accuracy.md").read_text("utf-8")
    lines = evidence.partition("\n## ")[0].splitlines()
    table = "".join(f"{line}\n" for line in lines if line.startswith("| "))
    wanted = renewed(file, "accuracy", table, update=update)
    assert file.read_text("utf-8") == wanted, "run pytest --update"
    assert table.count("\n| breaks and silent") > 1


def commands(group: click.Group) -> Iterator[click.Command]:
    """All subcommands, and theirs."""
    context = click.Context(group)
    for command in (group.get_command(context, name) for name in group.list_commands(context)):
        assert command is not None
        yield command
        if isinstance(command, click.Group):
            yield from commands(command)


def options() -> set[str]:
    """Of all subcommands, as they are given on a command line."""
    params = [param for command in commands(cli) for param in command.params]
    return {name for param in params for name in param.opts if name.startswith("--")}


def test_it_names_every_option(root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    assert {name for name in options() - {"--output"} if name not in text} == set()


def test_it_names_nothing_that_is_no_option(root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - options() == set()


def test_it_names_every_subcommand(root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    assert [
        name
        for name in cli.list_commands(click.Context(cli))
        if f"`{name}" not in text and f"drift-audit {name}" not in text
    ] == []


def test_its_configuration_is_what_is_read(root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    block = text.partition("[tool.drift-audit]\n")[2].partition("```")[0]
    named = set(re.findall(r"^([a-z-]+)(?: =|\.[a-z-]+ =)", block, re.MULTILINE))
    assert named == {*_LISTS, *_TEXTS, _SEVERITY}
    assert all(f"`{level}`" in text for level in fail_levels())


def test_it_names_every_format(root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    assert [name for name in formats.names() if f"`{name}`" not in text] == []


def test_its_links_lead_somewhere(root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    targets = {place for place in re.findall(r"\]\(([^)]+)\)", text) if "://" not in place}
    assert [place for place in sorted(targets) if not (root / place).exists()] == []
    assert (root / "docs" / "report.png").stat().st_size < MOST_BYTES


def test_it_lists_the_decisions(root: Path) -> None:
    folder = root / "docs" / "adr"
    listed = re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", (folder / "README.md").read_text("utf-8"))
    assert sorted(listed) == sorted(file.name for file in folder.glob("[0-9]*.md"))
