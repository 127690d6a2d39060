from __future__ import annotations

import datetime
import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.acquire import Acquisition, baseline_requirement, find_consumer
from drift_audit.auditor.trees import Distribution, FolderTree

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.acquire.conftest import LocalIndex

DAYS = {"0.10": "01", "0.11": "05", "0.11.1": "10", "0.12rc1": "12", "0.12": "15", "0.13": "20"}


def consumer(*requires: str, day: int | None = None, root: str = "") -> Distribution:
    when = datetime.datetime(2025, 6, day, tzinfo=datetime.UTC) if day else None
    return Distribution(
        name="cons",
        version="1.0",
        tree=FolderTree({}),
        packages=("cons",),
        source="",
        digest="",
        requires=requires,
        uploaded=when,
        root=root,
    )


@pytest.fixture
def prov(index: LocalIndex) -> LocalIndex:
    for version, day in DAYS.items():
        index.wheel(version, uploaded=f"2025-06-{day}T00:00:00Z")
    return index


@pytest.mark.parametrize(
    ("requires", "version"),
    [
        (["prov==0.11"], "0.11"),
        (['prov==0.11 ; extra == "gen"', "other"], "0.11"),
        (["prov>=0.9", 'Prov==0.11; extra == "gen"'], "0.11"),
        (['prov==0.10; extra == "old"', 'prov==0.11; extra == "new"'], "0.11"),
    ],
)
def test_pinned_by_the_metadata(
    acquisition: Acquisition, requires: list[str], version: str
) -> None:
    found = baseline_requirement(consumer(*requires, day=1), "prov", acquisition)
    assert found is not None
    assert found[0] == f"prov=={version}"
    assert found[1].startswith("the consumer's metadata: ")
    assert "other" not in found[1]


@pytest.mark.parametrize(
    ("line", "day", "version"),
    [
        ("prov>=0.10,<=0.12", 30, "0.12"),
        ("prov>=0.10,<=0.12", 11, "0.11.1"),
        ("prov>=0.10", 13, "0.11.1"),
        ("prov", 16, "0.12"),
        ("prov~=0.11.0", 30, "0.11.1"),
        ("prov==0.11.*", 6, "0.11"),
        ("prov>=0.13", 2, "0.13"),
        ("prov>=0.12rc1", 13, "0.12rc1"),
    ],
)
def test_newest_of_a_range_that_was_out(
    prov: LocalIndex, acquisition: Acquisition, line: str, day: int, version: str
) -> None:
    assert prov.url
    found = baseline_requirement(consumer(line, day=day), "prov", acquisition)
    assert found is not None
    assert found[0] == f"prov=={version}"
    assert f"2025-06-{day:02}" in found[1]


def test_yanked_release_is_no_baseline(prov: LocalIndex, acquisition: Acquisition) -> None:
    prov.yanked.add("prov-0.12-py3-none-any.whl")
    found = baseline_requirement(consumer("prov>=0.10", day=16), "prov", acquisition)
    assert found is not None
    assert found[0] == "prov==0.11.1"


def test_old_list_does_for_an_old_consumer(prov: LocalIndex, acquisition: Acquisition) -> None:
    prov.max_age = 0
    first = baseline_requirement(consumer("prov>=0.10", day=16), "prov", acquisition)
    prov.forget()
    assert baseline_requirement(consumer("prov>=0.10", day=16), "prov", acquisition) == first
    assert prov.asked == []


def test_index_without_days(prov: LocalIndex, acquisition: Acquisition) -> None:
    prov.speaks_json = False
    found = baseline_requirement(consumer("prov<0.13", day=6), "prov", acquisition)
    assert found is not None
    assert found[0] == "prov==0.12"
    assert "gives no days" in found[1]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("prov>=0.11", ("prov==0.11", "the least that it asks for")),
        ("prov>=0.10,<0.13", ("prov==0.12", "the newest in that range")),
        ("prov", None),
    ],
)
def test_day_that_is_not_known(
    prov: LocalIndex,
    acquisition: Acquisition,
    tmp_path: Path,
    line: str,
    expected: tuple[str, str] | None,
) -> None:
    assert prov.url
    found = baseline_requirement(consumer(line, root=str(tmp_path)), "prov", acquisition)
    if expected is None:
        assert found is None
        return
    assert found is not None
    assert found[0] == expected[0]
    assert found[1].endswith(f"({expected[1]})")


def test_day_of_the_release_of_its_name(prov: LocalIndex, acquisition: Acquisition) -> None:
    prov.wheel("1.0", name="cons", uploaded="2025-06-11T00:00:00Z")
    found = baseline_requirement(consumer("prov"), "prov", acquisition)
    assert found is not None
    assert found[0] == "prov==0.11.1"


def test_day_of_the_last_commit(
    prov: LocalIndex,
    acquisition: Acquisition,
    write_files: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert prov.url
    text = "[project]\nname = 'cons'\ndependencies = ['prov>=0.10']\n"
    root = write_files(tmp_path / "p", {"pyproject.toml": text, "cons/__init__.py": ""})
    for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
        monkeypatch.setenv(name, "2025-06-06T00:00:00Z")
    git = ["git", "-C", str(root), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "x"]):
        subprocess.run([*git, *words], check=True)
    found = baseline_requirement(find_consumer(str(root), acquisition), "prov", acquisition)
    assert found is not None
    assert found[0] == "prov==0.11"


LOCKED = {
    "uv.lock": "version = 1\n[[package]]\nname = 'other'\nversion = '9'\n"
    "[[package]]\nname = 'prov'\nversion = '0.11'\n",
    "poetry.lock": "[[package]]\nname = 'Prov'\nversion = '0.11'\n",
    "pdm.lock": "[[package]]\nname = 'prov'\nversion = '0.11'\n",
    "pylock.toml": "[[packages]]\nname = 'prov'\nversion = '0.11'\n",
    "pylock.dev.toml": "[[packages]]\nname = 'prov'\nversion = '0.11'\n",
    "Pipfile.lock": json.dumps({"default": {"prov": {"version": "==0.11"}}}),
    "requirements.txt": "# pins\nother==1\nprov==0.11 \\\n  --hash=sha256:00\n",
    "requirements/dev.txt": "prov[x]==0.11  # why\n",
    "requirements-gpu.txt": "-r more/base.in\n",
}


@pytest.mark.parametrize("file", LOCKED)
def test_lock_files_and_requirements_beside_it(
    acquisition: Acquisition, write_files: Callable[..., Path], tmp_path: Path, file: str
) -> None:
    files = {file: LOCKED[file], "more/base.in": "-r ../requirements-gpu.txt\nprov==0.11\n"}
    root = write_files(tmp_path / "p", {**files, "cons/__init__.py": ""})
    found = baseline_requirement(find_consumer(str(root), acquisition), "prov", acquisition)
    assert found is not None
    assert found[0] == "prov==0.11"
    assert found[1].startswith(f"{file}: ")


def test_lock_file_decides_within_a_range(
    prov: LocalIndex, acquisition: Acquisition, write_files: Callable[..., Path], tmp_path: Path
) -> None:
    assert prov.url
    text = "[project]\nname = 'cons'\ndependencies = ['prov>=0.10']\n"
    files = {"pyproject.toml": text, "cons/__init__.py": "", "uv.lock": LOCKED["uv.lock"]}
    root = write_files(tmp_path / "p", files)
    found = baseline_requirement(find_consumer(str(root), acquisition), "prov", acquisition)
    assert found == ("prov==0.11", "uv.lock: prov==0.11")
    (root / "pyproject.toml").write_text(text.replace("0.10", "0.12"))
    found = baseline_requirement(find_consumer(str(root), acquisition), "prov", acquisition)
    assert found is not None
    assert found[0] == "prov==0.12"


def test_dependency_group(
    acquisition: Acquisition, write_files: Callable[..., Path], tmp_path: Path
) -> None:
    text = (
        "[project]\nname = 'cons'\n[dependency-groups]\ngen = ['prov==0.11', {include-group='x'}]\n"
    )
    root = write_files(tmp_path / "p", {"pyproject.toml": text, "cons/__init__.py": ""})
    found = baseline_requirement(find_consumer(str(root), acquisition), "prov", acquisition)
    assert found == ("prov==0.11", "pyproject.toml, group gen: prov==0.11")


def test_nothing_says_anything(
    acquisition: Acquisition, write_files: Callable[..., Path], tmp_path: Path
) -> None:
    files = {
        "cons/__init__.py": "",
        "uv.lock": "not toml = =",
        "Pipfile.lock": "{",
        "poetry.lock": "",
    }
    root = write_files(tmp_path / "p", files)
    assert baseline_requirement(find_consumer(str(root), acquisition), "prov", acquisition) is None
    assert baseline_requirement(consumer("other==1", day=1), "prov", acquisition) is None


def test_no_list_to_be_had_is_noted(offline: Acquisition) -> None:
    assert baseline_requirement(consumer("prov>=1", day=1), "prov", offline) is None
    (note,) = offline.notes
    assert note.startswith("no baseline for prov: ")
