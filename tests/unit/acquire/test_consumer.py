from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.acquire import Acquisition, find_consumer
from drift_audit.auditor.errors import ConsumerError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    WriteFiles = Callable[..., Path]

PYPROJECT = """
[project]
name = "My_Cons"
version = "1.2"
dependencies = ["prov>=1", "click"]
[project.optional-dependencies]
gen = ["prov==1.1 ; python_version > '3'"]
"""


def test_flat_project(acquisition: Acquisition, write_files: WriteFiles, tmp_path: Path) -> None:
    files = {
        "pyproject.toml": PYPROJECT,
        "my_cons/__init__.py": "",
        "my_cons/a.py": "",
        "tests/__init__.py": "",
        "setup.py": "",
        "run.py": "",
    }
    root = write_files(tmp_path / "a project", files)
    found = find_consumer(str(root), acquisition)
    assert (found.name, found.version) == ("my-cons", "1.2")
    assert (found.packages, found.prefix) == (("my_cons", "run"), "")
    assert found.requires == (
        "prov>=1",
        "click",
        "prov==1.1; (python_version > '3') and extra == \"gen\"",
    )
    assert (found.root, found.installed, found.uploaded) == (str(root), False, None)
    assert set(found.tree.paths()) == {name for name in files if name.endswith(".py")}
    assert found.reported("my_cons/a.py") == "my_cons/a.py"


@pytest.mark.parametrize(
    ("root_name", "setting"),
    [
        ("src", ""),
        ("lib", "[tool.setuptools.packages.find]\nwhere = ['lib']"),
        ("python", "[tool.poetry]\npackages = [{include = 'cons', from = 'python'}]"),
        ("code/here", "[tool.pdm.build]\npackage-dir = 'code/here'"),
    ],
)
def test_import_root_below_the_project(
    acquisition: Acquisition,
    write_files: WriteFiles,
    tmp_path: Path,
    root_name: str,
    setting: str,
) -> None:
    files = {
        "pyproject.toml": f"[project]\nname = 'cons'\n{setting}\n",
        f"{root_name}/cons/__init__.py": "x = 1\n",
        f"{root_name}/cons/__about__.py": "__version__ = '0.7'\n",
        "tests/test_cons.py": "",
    }
    found = find_consumer(str(write_files(tmp_path / "p", files)), acquisition)
    assert (found.prefix, found.packages, found.version) == (f"{root_name}/", ("cons",), "0.7")
    assert "cons/__init__.py" in found.tree.paths()
    assert found.tree.read("cons/__init__.py") == b"x = 1\n"
    assert sorted(found.reported(path) for path in found.tree.paths()) == sorted(
        name for name in files if name.endswith(".py")
    )


def test_package_folder_and_single_file(
    acquisition: Acquisition, write_files: WriteFiles, tmp_path: Path
) -> None:
    files = {
        "pyproject.toml": PYPROJECT,
        "src/cons/__init__.py": "",
        "src/cons/sub/__init__.py": "",
        "src/cons/sub/a.py": "",
        "scripts/job.py": "",
    }
    root = write_files(tmp_path / "p", files)
    sub = find_consumer(str(root / "src" / "cons" / "sub"), acquisition)
    assert (sub.name, sub.version, sub.packages) == ("my-cons", "1.2", ("cons",))
    assert sub.tree.paths() == ("cons/sub/__init__.py", "cons/sub/a.py")
    file = find_consumer(str(root / "src" / "cons" / "sub" / "a.py"), acquisition)
    assert (file.name, file.tree.paths()) == ("my-cons", ("cons/sub/a.py",))
    script = find_consumer(str(root / "scripts" / "job.py"), acquisition)
    assert (script.name, script.packages, script.tree.paths()) == ("job", ("job",), ("job.py",))


def test_unpacked_wheel_speaks_by_its_metadata(
    acquisition: Acquisition, write_files: WriteFiles, tmp_path: Path
) -> None:
    meta = "Name: cons\nVersion: 0.3\nRequires-Dist: prov==1; extra == 'x'\n"
    files = {"cons/__init__.py": "", "cons-0.3.dist-info/METADATA": meta}
    found = find_consumer(str(write_files(tmp_path / "p", files)), acquisition)
    assert (found.name, found.version) == ("cons", "0.3")
    assert found.requires == ("prov==1; extra == 'x'",)


@pytest.mark.parametrize(
    "files",
    [
        {
            "setup.cfg": "[metadata]\nname = cons\nversion = 2\n[options]\n"
            "install_requires =\n  prov>=1\n[options.extras_require]\ngen =\n  prov==2\n"
        },
        {
            "setup.py": "import setuptools as s\nrequired = open('x')\ns.setup(name='cons', "
            "version='2', install_requires=['prov>=1'], extras_require={'gen': ['prov==2']}, "
            "long_description=required)\n"
        },
        {
            "pyproject.toml": "[project]\nname = 'cons'\ndynamic = ['version', 'dependencies']\n",
            "cons.egg-info/PKG-INFO": "Name: other\nVersion: 2\nRequires-Dist: prov>=1\n"
            'Requires-Dist: prov==2; extra == "gen"\n',
        },
    ],
)
def test_other_places_that_declare(
    acquisition: Acquisition, write_files: WriteFiles, tmp_path: Path, files: dict[str, str]
) -> None:
    root = write_files(tmp_path / "p", {**files, "cons/__init__.py": ""})
    found = find_consumer(str(root), acquisition)
    assert (found.name, found.version) == ("cons", "2")
    assert found.requires == ("prov>=1", 'prov==2; extra == "gen"')


@pytest.mark.parametrize(
    ("written", "requirement"),
    [
        ("^0.11", "prov>=0.11,<0.12"),
        ("^1.2.3", "prov>=1.2.3,<2"),
        ("~1.2", "prov>=1.2,<1.3"),
        ("1.2", "prov==1.2"),
        ("*", "prov"),
        (">=1,<2", "prov>=1,<2"),
    ],
)
def test_poetry_requirements(
    acquisition: Acquisition,
    write_files: WriteFiles,
    tmp_path: Path,
    written: str,
    requirement: str,
) -> None:
    text = f'[tool.poetry]\nname = "cons"\n[tool.poetry.dependencies]\npython = "^3"\nprov = "{written}"'
    root = write_files(tmp_path / "p", {"pyproject.toml": text, "cons/__init__.py": ""})
    assert find_consumer(str(root), acquisition).requires == (requirement,)


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject.toml": "not toml at all = = ="},
        {"setup.cfg": "no section\n"},
        {"setup.py": "def broken(:\n"},
        {"pyproject.toml": "[project]\nname = ['list']\nversion = 1\ndependencies = 'text'"},
    ],
)
def test_broken_declarations_do_not_stop_a_scan(
    acquisition: Acquisition, write_files: WriteFiles, tmp_path: Path, files: dict[str, str]
) -> None:
    root = write_files(tmp_path / "p", {**files, "cons/__init__.py": ""})
    assert find_consumer(str(root), acquisition).packages == ("cons",)


def test_what_is_no_consumer(acquisition: Acquisition, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("")
    for named, words in (
        (tmp_path / "empty", "is no Python project"),
        (tmp_path / "notes.txt", "is no Python source"),
        (tmp_path / "gone", "does not exist"),
        (tmp_path / "gone.whl", "does not exist"),
    ):
        with pytest.raises(ConsumerError, match=words):
            find_consumer(str(named), acquisition)
    with pytest.raises(UsageError):
        find_consumer("what is this", acquisition)
