"""What providers and baselines may be, and what is said of what they cannot be."""

from __future__ import annotations

import shutil
import zipfile
from typing import TYPE_CHECKING

import pytest

from .conftest import NEW, OLD

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .conftest import Desk


@pytest.mark.parametrize(
    ("requirement", "code", "words"),
    [
        ("prov=2.0", 2, ("single `=`", "`prov==2.0`", "`prov @ 2.0`")),
        ("prov =", 2, ("single `=`", "`prov==1.2`")),
        ("###", 2, ("no requirement", "name==1.2")),
        ("", 2, ("no requirement",)),
        ("prov==abc", 2, ("abc is no version", "prov==1.2.3")),
        ("prov==", 2, ("no requirement",)),
        ("prov @ ", 2, ("no requirement",)),
        ("prov==0.99.99", 3, ("no release of prov fits ==0.99.99", "1.0, 2.0", "newest is 2.0")),
        ("prov>=7", 3, ("no release of prov fits >=7", "1.0, 2.0")),
        ("nosuch==1.0", 3, ("has a project named nosuch", "spelling")),
        ("nosuch", 3, ("nosuch is not installed", "nosuch==1.2.3", "nosuch @ PATH")),
        ("prov @ nowhere", 3, ("nowhere does not exist",)),
        ("prov @ empty", 3, ("empty does not hold the package prov",)),
        ("prov @ cons", 3, ("cons does not hold the package prov",)),
        ("prov @ cons/main.py", 3, ("no wheel, source archive or folder",)),
        ("prov @ many.whl", 3, ("many.whl does not", "one, two")),
    ],
)
def test_what_is_no_provider(
    desk: Desk, requirement: str, code: int, words: tuple[str, ...]
) -> None:
    (desk.root / "empty").mkdir()
    made = desk.wheel("many", "1.0", {"one/__init__.py": "", "two/__init__.py": ""})
    shutil.move(made, desk.root / "many.whl")
    if "many" in requirement:
        words = ("holds no package prov, but one, two",)
    desk.refused("cons", "--provider", requirement).told(code, *words)


def bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("prov/__init__.py", b"#" * (63 << 20))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-200])


def spoil(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[95:105] = b"\xff" * 10
    path.write_bytes(data)


SPOILED: dict[str, tuple[Callable[[Path], object], str]] = {
    "text": (lambda path: path.write_text("hello"), "is no wheel that can be read"),
    "nothing": (lambda path: path.write_bytes(b""), "is no wheel that can be read"),
    "cut": (cut, "is no wheel that can be read"),
    "spoiled": (spoil, "is no wheel that can be read"),
    "bomb": (bomb, "unpacks to more than 200 times its size"),
    "without sources": (
        lambda path: zipfile.ZipFile(path, "w").close(),
        "holds no Python source",
    ),
}


@pytest.mark.parametrize("name", SPOILED)
def test_wheel_that_is_none(desk: Desk, name: str) -> None:
    path = desk.wheel("prov", "3.0", {"prov/__init__.py": "", "prov/core.py": NEW * 20})
    damage, words = SPOILED[name]
    damage(path)
    desk.refused("cons", "--provider", f"prov @ {path}").told(3, path.name, words)
    desk.refused("cons", "--provider", "prov==3.0").told(3, path.name, words)
    desk.refused(str(path), "--provider", "prov==2.0").told(3, path.name, words)


def test_wheel_of_an_odd_name(desk: Desk) -> None:
    made = desk.wheel("prov", "2.0", {"prov/__init__.py": "", "prov/core.py": NEW})
    shutil.move(made, desk.root / "it.whl")
    assert desk.scan("cons", "--provider", "prov @ it.whl", "--static").code == 1


@pytest.mark.parametrize("broken", ["prov/core.py", "prov/__init__.py"])
def test_provider_whose_source_cannot_be_read(desk: Desk, broken: str) -> None:
    """Nothing of it is a finding; where nothing could be judged at all, that is no success."""
    desk.write("new/prov/core.py", NEW)
    desk.write("new/prov/other.py", "def fine(): ...\n")
    desk.write("new/prov/__init__.py", "from .core import *\n")
    desk.write(f"new/{broken}", "def (\n")
    desk.write("cons/main.py", "from prov import step\nfrom prov.core import Engine\nstep(1)\n")
    ended = desk.scan("cons", "--provider", "prov @ new", "--output-format", "json")
    found = ended.json()
    reasons = {unjudged["reason"] for unjudged in found["coverage"]["unjudged"]}
    assert found["findings"] == []
    assert reasons == {f"{broken} of the provider cannot be read: line 1: invalid syntax"}
    if broken == "prov/core.py":
        ended.told(3, "none of the 3 uses in cons could be judged", "main.py line 1")
        desk.write("cons/more.py", "from prov.other import fine\nfine()\n")
        assert desk.scan("cons", "--provider", "prov @ new").code == 0


@pytest.mark.parametrize("source", [b"# coding: hex\n", b"x = '\x00'\n", b"x = " + b"-" * 200_000])
def test_provider_whose_source_is_odd(desk: Desk, source: bytes) -> None:
    desk.write("new/prov/__init__.py", b"")
    desk.write("new/prov/core.py", source)
    ended = desk.scan("cons", "--provider", "prov @ new", "--baseline", "prov==1.0")
    assert "cannot be read" in ended.out
    assert ended.code == 3


def test_named_twice(desk: Desk) -> None:
    ended = desk.refused("cons", "--provider", "prov==2.0", "--provider", "prov==1.0")
    ended.told(2, "the provider prov is named twice")
    ended = desk.refused(
        "cons", "--provider", "prov==2.0", "--baseline", "prov==1.0", "--baseline", "prov==2.0"
    )
    ended.told(2, "prov has more than one baseline: prov==1.0, prov==2.0")


def test_baseline_for_no_provider(desk: Desk) -> None:
    ended = desk.refused("cons", "--provider", "prov==2.0", "--baseline", "other==1.0")
    ended.told(2, "--baseline other==1.0 is for no provider here (prov)", "--provider other")


def test_baseline_that_is_newer(desk: Desk) -> None:
    ended = desk.scan(
        "cons", "--provider", "prov==1.0", "--baseline", "prov==2.0", "--output-format", "json"
    )
    assert ended.code == 0
    assert "2.0, is newer than the provider, 1.0" in ended.json()["notes"][0]


def test_several_packages_and_the_consumer_says_which(desk: Desk) -> None:
    files = {"other/__init__.py": "", "prov/__init__.py": "", "prov/core.py": NEW}
    desk.wheel("suite", "1.0", files)
    ended = desk.scan("cons", "--provider", "suite==1.0", "--output-format", "json")
    assert [provider["name"] for provider in ended.json()["providers"]] == ["prov"]


def test_baseline_from_the_consumers_metadata(desk: Desk) -> None:
    files = {"cons/__init__.py": "from prov.core import gone\n"}
    desk.wheel("cons", "0.1", files, requires="prov==1.0")
    found = desk.scan("cons==0.1", "--provider", "prov==2.0", "--output-format", "json").json()
    assert found["providers"][0]["baseline"] == "1.0"
    desk.wheel("cons", "0.2", files, requires="prov==0.5")
    ended = desk.scan("cons==0.2", "--provider", "prov==2.0", "--output-format", "json")
    assert "no baseline for prov: prov==0.5" in ended.json()["notes"][0]


def test_provider_folders_without_versions(desk: Desk) -> None:
    for name, source in {"old": OLD, "new": NEW}.items():
        desk.write(f"{name} one/prov/__init__.py", "")
        desk.write(f"{name} one/prov/core.py", source)
    ended = desk.scan("cons", "--provider", "prov @ new one", "--baseline", "prov @ old one")
    assert ended.code == 1
    assert "4 breaks" in ended.out
    assert "baseline old one" in ended.out
