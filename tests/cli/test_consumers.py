"""What the consumer may be, and what is said of what it cannot be."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Desk

KINDS = {"argument-required", "attribute-removed", "import-removed", "keyword-removed"}


def kinds(found: dict[str, list[dict[str, str]]]) -> set[str]:
    return {finding["kind"] for finding in found["findings"]}


@pytest.mark.parametrize(
    "named", ["cons", "./cons", "cons/main.py", "idx/cons-0.1-py3-none-any.whl", "cons==0.1"]
)
def test_folder_file_wheel_and_requirement(desk: Desk, named: str) -> None:
    uses = (desk.root / "cons/main.py").read_text()
    desk.wheel("cons", "0.1", {"cons/__init__.py": "", "cons/main.py": uses})
    ended = desk.scan(named, "--output-format", "json")
    assert (ended.code, ended.err) == (1, "")
    assert kinds(ended.json()) == KINDS


def test_installed_distribution_by_name(desk: Desk) -> None:
    ended = desk.scan("packaging", "--output-format", "json")
    assert (ended.code, ended.err) == (0, "")
    consumer = ended.json()["consumer"]
    assert (consumer["name"], consumer["source"]) == ("packaging", "installed")


def test_consumer_that_never_names_the_provider(desk: Desk) -> None:
    desk.write("quiet/a.py", "x = 1\n")
    ended = desk.scan("quiet")
    assert (ended.code, ended.err) == (0, "")
    assert "No use of prov 2.0 was found" in ended.out


def test_without_a_provider_it_says_which_ones_it_looked_for(desk: Desk) -> None:
    desk.write("quiet/a.py", "import os\n")
    desk.refused("quiet").told(3, "imports none of vllm, transformers, torch", "--provider")
    desk.write("loud/a.py", "from transformers import AutoModel\n")
    desk.refused("loud", "--python", os.path.realpath("/usr/bin/env")).told(2, "does not run")


def test_provider_that_is_imported_and_not_installed(desk: Desk) -> None:
    desk.write("loud/a.py", "import nosuch, vllm.config\n")
    ended = desk.refused("loud")
    ended.told(3, "imports vllm, which", "does not have", "--provider vllm==", "--python")


@pytest.mark.parametrize(
    ("named", "code", "words"),
    [
        ("./nowhere", 3, "./nowhere does not exist"),
        ("no/where", 3, "does not exist"),
        ("nowhere.py", 3, "does not exist"),
        ("nowhere-1.0-py3-none-any.whl", 3, "does not exist"),
        ("nowhere", 3, "is no path, and not installed"),
        ("a" * 5000, 3, "cannot be looked at"),
        ("", 2, "empty"),
        ("-", 2, "standard input"),
        ("cons=0.1", 2, "cons==0.1"),
        ("###", 2, "no requirement"),
        ("empty", 3, "holds no .py file"),
        ("notes", 3, "holds no .py file"),
        ("notes/readme.md", 3, "is no Python source"),
        ("dangling", 3, "leads nowhere"),
        (os.devnull, 3, "neither a file nor a folder"),
    ],
)
def test_what_is_no_consumer(desk: Desk, named: str, code: int, words: str) -> None:
    (desk.root / "empty").mkdir()
    desk.write("notes/readme.md", "hello")
    (desk.root / "dangling").symlink_to("nothing")
    desk.refused(named, "--provider", "prov==2.0").told(code, words)


def test_links_that_lead_round(desk: Desk) -> None:
    desk.write("loop/a/b/main.py")
    for link, target in {"a/b/up": "../..", "self": "self", "dot": ".", "dead.py": "no"}.items():
        (desk.root / "loop" / link).symlink_to(target)
    found = desk.scan("loop", "--output-format", "json").json()
    assert found["consumer"]["files"] == 1
    assert {finding["path"] for finding in found["findings"]} == {"a/b/main.py"}
    desk.refused("loop/self", "--provider", "prov==2.0").told(3, "leads nowhere")


@pytest.mark.parametrize("shut", ["cons/shut", "cons"])
def test_folder_that_cannot_be_read(desk: Desk, monkeypatch: pytest.MonkeyPatch, shut: str) -> None:
    desk.write("cons/shut/b.py")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path == str(desk.root / shut):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    if shut == "cons":
        desk.refused("cons", "--provider", "prov==2.0").told(3, "cons cannot be read")
        return
    found = desk.scan("cons", "--output-format", "json").json()
    assert found["consumer"]["files"] == 1
    assert found["notes"] == ["cons/shut cannot be read and was passed over"]


def test_spaces_and_other_scripts(desk: Desk) -> None:
    desk.write("sp ace/日本 é/mä in.py")
    found = desk.scan("sp ace", "-o", "my reports/é.html", "--output-format", "json").json()
    assert {finding["path"] for finding in found["findings"]} == {"日本 é/mä in.py"}
    assert "mä in.py" in (desk.root / "my reports/é.html").read_text("utf-8")
    assert desk.scan("sp ace/日本 é/mä in.py").code == 1


def test_excluding_everything_is_no_success(desk: Desk) -> None:
    ended = desk.scan("cons", "--exclude", "*")
    ended.told(3, "no file of cons is left to judge")


def test_scan_from_elsewhere(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (desk.root / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    ended = desk.scan("../cons", "-o", "here.json", "-o", "../sub/there.json")
    assert (ended.code, ended.err) == (1, "")
    here, there = desk.root / "elsewhere/here.json", desk.root / "sub/there.json"
    assert here.read_bytes() == there.read_bytes()
