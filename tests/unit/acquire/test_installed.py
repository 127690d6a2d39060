from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.acquire import Acquisition, Environment, find_consumer, find_provider
from drift_audit.auditor.errors import ConsumerError, ProviderError

if TYPE_CHECKING:
    from collections.abc import Callable

    WriteFiles = Callable[..., Path]


@pytest.fixture
def site(environment: Environment) -> Path:
    return Path(environment.site_paths[0])


def metadata(name: str, version: str, *requires: str) -> str:
    lines = "".join(f"Requires-Dist: {line}\n" for line in requires)
    return f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{lines}\nText\n"


def install(write: WriteFiles, site: Path, name: str, version: str, **more: str) -> None:
    """A package `prov` with its metadata; `more` adds or replaces files of the latter."""
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    record = "prov/__init__.py,sha256=x,1\nprov/api.py,,\n"
    files = {"METADATA": metadata(name, version, "torch==2"), "RECORD": record, **more}
    write(site, {f"{info}/{file}": text for file, text in files.items()})
    write(site, {"prov/__init__.py": "", "prov/api.py": "x = 1\n", "prov/build/__init__.py": ""})


def test_installed_by_its_own_name(
    acquisition: Acquisition, site: Path, write_files: WriteFiles
) -> None:
    install(write_files, site, "prov", "0.16.0rc1.dev123+gabc")
    found = find_provider("prov", acquisition)
    assert (found.name, found.version) == ("prov", "0.16.0rc1.dev123+gabc")
    assert (found.installed, found.source, found.packages) == (True, "installed", ("prov",))
    assert found.tree.paths() == ("prov/__init__.py", "prov/api.py", "prov/build/__init__.py")
    assert found.tree.read("prov/api.py") == b"x = 1\n"
    assert found.requires == ("torch==2",)
    assert find_consumer("prov", acquisition) == found
    (site / "prov" / "api.py").write_text("edited = True\n")
    assert find_provider("prov", acquisition).digest != found.digest


@pytest.mark.parametrize("noted", [{}, {"top_level.txt": "prov\n", "RECORD": ""}])
def test_package_of_another_distribution(
    acquisition: Acquisition, site: Path, write_files: WriteFiles, noted: dict[str, str]
) -> None:
    install(write_files, site, "prov-cpu", "1.0", **noted)
    for asked in ("prov", "prov-cpu", "Prov_CPU"):
        found = find_provider(asked, acquisition)
        assert (found.name, found.version, found.packages) == ("prov-cpu", "1.0", ("prov",))


def test_distribution_with_several_packages(
    acquisition: Acquisition, site: Path, write_files: WriteFiles
) -> None:
    install(write_files, site, "prov", "1.0", **{"top_level.txt": "_c\nprov\nprovgen\nsingle\n"})
    write_files(site, {"provgen/__init__.py": "", "single.py": ""})
    found = find_provider("prov", acquisition)
    assert found.packages == ("prov", "provgen", "single")
    assert {"single.py", "provgen/__init__.py"} < set(found.tree.paths())


def editable(folder: Path) -> str:
    return json.dumps({"url": folder.as_uri(), "dir_info": {"editable": True}})


@pytest.mark.parametrize("way", ["mapping", "annotated", "scikit-build", "direct url", "src"])
def test_editable_install(
    acquisition: Acquisition, site: Path, write_files: WriteFiles, tmp_path: Path, way: str
) -> None:
    checkout = tmp_path / "check out"
    package = checkout / ("src/prov" if way == "src" else "prov")
    write_files(package, {"__init__.py": "", "api.py": "x = 2\n"})
    hook = {
        "mapping": ("__editable___prov_1_0_finder.py", f"MAPPING = {{'prov': {str(package)!r}}}"),
        "annotated": (
            "__editable___prov_1_0_finder.py",
            f"MAPPING: dict[str, str] = {{'prov': {str(package)!r}, 'gone': '/nowhere'}}",
        ),
        "scikit-build": (
            "_prov_editable.py",
            f"install({{'prov': {str(package / '__init__.py')!r}, 'prov.api': 'x'}}, {{}}, None)",
        ),
    }.get(way)
    info = "prov-1.0.dist-info"
    files = {f"{info}/METADATA": metadata("prov", "1.0")}
    files[f"{info}/direct_url.json"] = editable(checkout)
    files[f"{info}/RECORD"] = "__editable___prov_1_0_finder.py,,\n"
    write_files(site, files | ({hook[0]: hook[1]} if hook else {}))
    found = find_provider("prov", acquisition)
    assert (found.name, found.version, found.installed) == ("prov", "1.0", True)
    assert found.tree.paths() == ("prov/__init__.py", "prov/api.py")
    assert found.tree.read("prov/api.py") == b"x = 2\n"


def test_editable_install_by_a_path_file(
    acquisition: Acquisition, site: Path, write_files: WriteFiles, tmp_path: Path
) -> None:
    """The interpreter has put the checkout on the path; metadata stays in site-packages."""
    write_files(tmp_path / "checkout", {"prov/__init__.py": ""})
    info = "prov-1.1.dist-info"
    record = "__editable__.prov-1.1.pth,,\n"
    write_files(site, {f"{info}/METADATA": metadata("prov", "1.1"), f"{info}/RECORD": record})
    environment = acquisition.environment
    paths = (*environment.site_paths, str(tmp_path / "checkout"))
    moved = replace(acquisition, environment=replace(environment, site_paths=paths))
    found = find_provider("prov", moved)
    assert (found.version, found.tree.paths()) == ("1.1", ("prov/__init__.py",))


def test_checkout_on_the_path_hides_what_is_installed(
    acquisition: Acquisition, site: Path, write_files: WriteFiles, tmp_path: Path
) -> None:
    install(write_files, site, "prov", "1.0")
    write_files(
        tmp_path / "checkout",
        {"prov/__init__.py": "", "prov/_version.py": "__version__ = version = '2.0.dev1'\n"},
    )
    environment = acquisition.environment
    paths = (str(tmp_path / "checkout"), *environment.site_paths)
    moved = replace(acquisition, environment=replace(environment, site_paths=paths))
    found = find_provider("prov", moved)
    assert (found.version, found.source) == ("2.0.dev1", "installed, without metadata")


def test_namespace_package(acquisition: Acquisition, site: Path, write_files: WriteFiles) -> None:
    write_files(site, {"space/inner/__init__.py": "", "empty/notes.txt": ""})
    assert find_provider("space", acquisition).tree.paths() == ("space/inner/__init__.py",)
    with pytest.raises(ProviderError):
        find_provider("empty", acquisition)


def test_old_metadata(acquisition: Acquisition, site: Path, write_files: WriteFiles) -> None:
    info = "prov-0.5-py3.11.egg-info"
    files = {f"{info}/PKG-INFO": metadata("prov", "0.5"), f"{info}/top_level.txt": "prov\n"}
    write_files(site, {**files, "prov/__init__.py": ""})
    assert find_provider("prov", acquisition).version == "0.5"


def test_not_installed(acquisition: Acquisition) -> None:
    with pytest.raises(ProviderError, match="prov is not installed for") as caught:
        find_provider("prov", acquisition)
    assert "prov==1.2.3" in caught.value.advice
    with pytest.raises(ConsumerError, match="is no path, and not installed"):
        find_consumer("prov", acquisition)


def test_target_folder(acquisition: Acquisition, write_files: WriteFiles, tmp_path: Path) -> None:
    install(write_files, tmp_path / "target", "prov-cpu", "3.0")
    found = find_provider(f"prov @ {tmp_path / 'target'}", acquisition)
    assert (found.name, found.version, found.installed) == ("prov-cpu", "3.0", False)
    assert found.source == str(tmp_path / "target")


@pytest.mark.parametrize("inside", ["", "src/", "python/", "lib/"])
def test_checkout_of_a_provider(
    acquisition: Acquisition, write_files: WriteFiles, tmp_path: Path, inside: str
) -> None:
    root = write_files(
        tmp_path / "a checkout",
        {
            f"{inside}prov/__init__.py": "",
            f"{inside}prov/version.py": '__version__: str = "4.0"\n',
            "tests/test_prov.py": "",
            "pyproject.toml": "[project]\nname = 'prov'\ndynamic = ['version']\n"
            f"[tool.setuptools.package-dir]\n'' = '{inside or '.'}'\n",
        },
    )
    found = find_provider(f"prov @ {root}", acquisition)
    assert (found.name, found.version, found.packages) == ("prov", "4.0", ("prov",))
    assert found.tree.paths() == ("prov/__init__.py", "prov/version.py")
    alone = find_provider(f"prov @ {root / inside / 'prov'}", acquisition)
    assert alone.tree.paths() == found.tree.paths()


def test_folder_that_does_not_hold_it(
    acquisition: Acquisition, write_files: WriteFiles, tmp_path: Path
) -> None:
    write_files(tmp_path / "folder", {"other/__init__.py": ""})
    with pytest.raises(ProviderError, match="does not hold the package prov"):
        find_provider(f"prov @ {tmp_path / 'folder'}", acquisition)
