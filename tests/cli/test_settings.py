"""`[tool.drift-audit]`: what it may say, where it is found, and where it is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.config import Settings, find_settings, read_settings
from drift_audit.auditor.errors import ConfigurationError
from drift_audit.auditor.model import Severity

from .conftest import NEW

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk, Ended


def settings(folder: Path, *lines: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pyproject.toml"
    file.write_text("\n".join(["[tool.drift-audit]", *lines]), "utf-8")
    return file


def test_all_of_it(tmp_path: Path) -> None:
    file = settings(
        tmp_path,
        'provider = ["prov==2.0"]',
        'baseline = ["prov==1.0"]',
        'select = ["import-moved"]',
        'ignore = ["import-removed"]',
        'exclude = ["old/*"]',
        'fail-on = "risk"',
        'python = "python9"',
        'consumer = "cons"',
        "[tool.drift-audit.severity]",
        'import-removed = "note"',
    )
    assert read_settings(tmp_path) == Settings(
        providers=("prov==2.0",),
        baselines=("prov==1.0",),
        select=("import-moved",),
        ignore=("import-removed",),
        exclude=("old/*",),
        fail_on="risk",
        python="python9",
        consumer="cons",
        severities=(("import-removed", Severity.NOTE),),
        file=str(file),
    )


@pytest.mark.parametrize(
    ("line", "words", "advice"),
    [
        ('providers = ["prov"]', "`providers`", "`provider`"),
        ("nonsense = 1", "`nonsense`", "Known keys"),
        ('provider = "prov"', "`provider`", 'provider = ["…"]'),
        ("select = [1]", "`select`", "select ="),
        ("fail-on = 3", "not a string", "fail-on"),
        ('fail-on = "bad"', "no severity", "silent, breaks"),
        ("python = true", "`python`", "python"),
        ("consumer = []", "`consumer`", "consumer ="),
        ("severity = 3", "`severity`", "severity.KIND"),
        ('severity.x = "bad"', "`severity.x`", "silent, breaks"),
        ("severity = {y = []}", "`severity.y`", "silent, breaks"),
        ("provider = [", "not valid TOML", "Mend"),
        ("x = " + "[" * 5000, "not valid TOML", "Mend"),
    ],
)
def test_what_is_wrong_is_located(tmp_path: Path, line: str, words: str, advice: str) -> None:
    file = settings(tmp_path, line)
    with pytest.raises(ConfigurationError) as caught:
        read_settings(tmp_path)
    assert words in caught.value.message
    assert str(file) in caught.value.message
    assert advice in caught.value.advice


@pytest.mark.parametrize("text", ["", "[project]\nname = 'x'\n", "tool = 3\n", "[tool.other]\nx=1"])
def test_none_of_it(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert read_settings(tmp_path) == Settings()


def test_no_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("tool.drift-audit = 3\n")
    with pytest.raises(ConfigurationError, match="is not a table"):
        read_settings(tmp_path)


def test_the_nearest_file_counts_up_to_the_repository(tmp_path: Path) -> None:
    settings(tmp_path, 'fail-on = "note"')
    deep = tmp_path / "project" / "src" / "package"
    deep.mkdir(parents=True)
    assert find_settings(deep).fail_on == "note"
    (tmp_path / "project" / "pyproject.toml").write_text("[project]\n")
    assert find_settings(deep).fail_on == "note"
    settings(tmp_path / "project", 'fail-on = "risk"')
    assert find_settings(deep).fail_on == "risk"
    (tmp_path / "project" / "src" / ".git").mkdir()
    assert find_settings(deep) == Settings()


def test_paths_are_meant_from_the_file(tmp_path: Path) -> None:
    (tmp_path / "env").mkdir()
    settings(
        tmp_path,
        'provider = ["prov @ ../prov", "a @ /b", "c @ https://d/e.whl", "f @ ~/g", "h==1"]',
        'python = "env"',
    )
    found = read_settings(tmp_path)
    place = f"prov @ {tmp_path / '../prov'}"
    assert found.providers == (place, "a @ /b", "c @ https://d/e.whl", "f @ ~/g", "h==1")
    assert found.python == str(tmp_path / "env")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[project]\nname = 'x'\n\n[tool.drift-audit]\nselect = []\n# x =\nx = 1\n", 7),
        ("x = 2\n[tool.other]\nx = 3\n[ tool.'drift-audit' ]\n'x' = 1\n", 5),
        ("[tool]\ndrift-audit.x = 1\n", 2),
        ("[tool]\nother.x = 1\ndrift-audit = {x = 1}\n", 3),
        ("[tool.drift-audit]\n[tool.other]\nx = 1\n[tool.drift-audit.x]\n", 4),
        ("\n[tool.drift-audit]\n[tool.drift-audit.severity]\na = 'note'\nb = 'x'\n", 5),
        ("\ntool.drift-audit.severity.a = 'x'\n", 2),
        ("\ntool.drift-audit = 3\n", 2),
    ],
)
def test_the_line_is_told(tmp_path: Path, text: str, line: int) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text(text)
    with pytest.raises(ConfigurationError) as caught:
        read_settings(tmp_path)
    assert caught.value.message.startswith(f"{file}:{line}: ")


def test_a_consumer_stands_in_for_none(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    settings(desk.root, 'consumer = "cons"')
    (desk.root / "sub").mkdir()
    monkeypatch.chdir("sub")
    words = ("--static", "--output-format", "json", "--provider", "prov==2.0")
    ended = desk.run("scan", *words)
    assert (ended.code, ended.json()["consumer"]["source"]) == (1, str(desk.root / "cons"))
    desk.run("scan", ".", *words).told(3, "no Python")
    settings(desk.root, 'consumer = "missing"')
    desk.run("scan", *words).told(3, "missing")


def severities(ended: Ended) -> dict[str, str]:
    return {finding["kind"]: finding["severity"] for finding in ended.json()["findings"]}


def test_kinds_and_recipes_have_the_severity_that_is_set(desk: Desk) -> None:
    words = ("cons", "--output-format", "json")
    assert severities(desk.scan(*words)) == {
        "argument-required": "breaks",
        "attribute-removed": "breaks",
        "import-removed": "breaks",
        "keyword-removed": "breaks",
    }
    settings(
        desk.root / "cons",
        "[tool.drift-audit.severity]",
        'import-removed = "note"',
        'keyword-removed = "silent"',
    )
    assert severities(desk.scan(*words)) == {
        "argument-required": "breaks",
        "attribute-removed": "breaks",
        "import-removed": "note",
        "keyword-removed": "silent",
    }
    settings(desk.root / "cons", "[tool.drift-audit.severity]", 'import-remove = "note"')
    desk.refused("cons").told(2, "pyproject.toml:2", "Did you mean import-removed")


def test_settings_stand_in_for_words(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.write("vendored/prov/__init__.py", "")
    desk.write("vendored/prov/core.py", NEW)
    settings(
        desk.root / "cons",
        'provider = ["prov @ ../vendored"]',
        'baseline = ["prov==1.0", "other==1.0"]',
        'select = ["import-removed", "keyword-removed"]',
        'exclude = ["skip/*"]',
        'fail-on = "never"',
    )
    desk.write("cons/skip/main.py")
    (desk.root / "sub").mkdir()
    monkeypatch.chdir("sub")
    ended = desk.run("scan", "../cons", "--static", "--output-format", "json")
    found = ended.json()
    assert (ended.code, ended.err) == (0, "")
    assert [finding["kind"] for finding in found["findings"]] == [
        "import-removed",
        "keyword-removed",
    ]
    assert found["providers"][0]["baseline"] == "1.0"
    assert found["notes"] == ["the baseline other==1.0 of the settings is for no provider here"]
    words = ("--static", "--fail-on", "breaks", "--select", "import-moved")
    assert desk.run("scan", "../cons", *words).code == 0
    assert desk.run("scan", "../cons", *words, "--select", "import-removed").code == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('provider = ["prov=1"]', "`provider`"),
        ('baseline = ["###"]', "`baseline`"),
        ('select = ["import-remove"]', "Did you mean import-removed"),
        ('ignore = ["zzz"]', "drift-audit kind"),
        ("nonsense = 1", "`nonsense`"),
    ],
)
def test_values_are_refused_with_file_and_key(desk: Desk, line: str, words: str) -> None:
    file = settings(desk.root / "cons", line)
    desk.refused("cons", "--provider", "prov==2.0").told(
        2, str(file), line.partition(" ")[0], words
    )


def test_broken_file_that_says_nothing_to_us_costs_a_note(desk: Desk) -> None:
    desk.write("cons/pyproject.toml", "[project\n")
    ended = desk.scan("cons", "--output-format", "json")
    assert ended.code == 1
    assert "is not valid TOML" in ended.json()["notes"][0]
    desk.write("cons/pyproject.toml", "[tool.drift-audit]\n[project\n")
    desk.refused("cons").told(2, "cons/pyproject.toml is not valid TOML")
