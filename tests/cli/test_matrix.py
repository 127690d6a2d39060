"""`drift-audit matrix`: each release scanned by a process of its own."""

from __future__ import annotations

import pytest

from .conftest import NEW, OLD, USES, Desk

BETWEEN = NEW.replace("class Engine:", "def gone(): ...\nclass Engine:")


@pytest.fixture
def shelf(desk: Desk) -> Desk:
    """Releases 1.0, 1.5 and 2.0 of `prov`, a pre-release, and one that is good again."""
    for version, core in (("1.5", BETWEEN), ("3.0", OLD), ("4.0rc1", NEW)):
        desk.wheel("prov", version, {"prov/__init__.py": "", "prov/core.py": core})
    return desk


def test_the_way_of_each_finding(shelf: Desk) -> None:
    words = ("--provider", "prov", "--versions", "all", "--baseline", "prov==1.0")
    ended = shelf.run("matrix", "cons", *words, "--output-format", "json")
    assert ended.code == 0, ended.err
    whole = ended.json()
    assert [one["version"] for one in whole["releases"]] == ["1.0", "1.5", "2.0", "3.0"]
    (consumer,) = whole["consumers"]
    found = {one["symbol"]: one["found_in"] for one in consumer["findings"]}
    assert found["prov.core.gone"] == ["2.0"]
    assert found["prov.core.Engine.halt"] == ["1.5", "2.0"]
    good = {one["symbol"]: one["last_good"] for one in consumer["findings"]}
    assert good["prov.core.gone"] == "1.5"
    assert consumer["pin"] == "prov>=3.0"
    assert consumer["scans"][0]["counts"]["breaks"] == 0


def test_a_cell_is_what_a_scan_says(shelf: Desk) -> None:
    matrix = shelf.run(
        "matrix", "cons", "--provider", "prov>=2,<3", "--baseline", "prov==1.0",
        "--ignore", "import-removed", "--output-format", "json",
    ).json()  # fmt: skip
    scan = shelf.scan("cons", "--ignore", "import-removed", "--output-format", "json").json()
    keys = ("kind", "severity", "path", "line", "column", "symbol", "message")
    ours = [{key: one[key] for key in keys} for one in matrix["consumers"][0]["findings"]]
    theirs = [{key: one[key] for key in keys} for one in scan["findings"]]
    assert sorted(ours, key=str) == sorted(theirs, key=str)
    assert matrix["consumers"][0]["scans"][0]["uses"] == scan["coverage"]["uses"]


def test_releases_of_the_consumer(shelf: Desk) -> None:
    texts = {"1.0": USES, "2.0": "from prov.core import step\nstep(1, c=2)\n", "3.0": "x = 1\n"}
    for version, text in texts.items():
        shelf.wheel("app", version, {"app.py": text}, requires="prov==1.0")
    words = ("--consumer-versions", "all", "--provider", "prov==2.0")
    ended = shelf.run("matrix", "app", *words, "-o", "out/m.html", "-o", "out/m.md")
    assert ended.code == 0, ended.err
    assert "Upgrade app 1.0 to app 2.0: on prov 2.0 that settles" in ended.out
    assert "With app 3.0 nothing of prov 2.0 is used any more." in ended.out
    assert {path.name for path in (shelf.root / "out").iterdir()} == {"m.html", "m.md"}


def test_pre_releases_are_asked_for(shelf: Desk) -> None:
    words = ("cons", "--provider", "prov", "--versions", ">=3", "--output-format", "json")
    plain, pre = shelf.run("matrix", *words).json(), shelf.run("matrix", *words, "--pre").json()
    assert [one["version"] for one in plain["releases"]] == ["3.0"]
    assert [one["version"] for one in pre["releases"]] == ["3.0", "4.0rc1"]


def test_a_release_that_cannot_be_read_is_told(shelf: Desk) -> None:
    (shelf.root / "idx" / "prov-1.5-py3-none-any.whl").write_bytes(b"no zip")
    words = ("--versions", "1.0,1.5", "--baseline", "prov==1.0", "--output-format", "json")
    ended = shelf.run("matrix", "cons", "--provider", "prov", *words)
    assert ended.code == 0, ended.err
    scans = ended.json()["consumers"][0]["scans"]
    assert scans[0]["failure"] is None
    assert "prov-1.5" in scans[1]["failure"]


@pytest.mark.parametrize(("level", "code"), [("never", 0), ("breaks", 1)])
def test_exit_code_by_the_newest_release(shelf: Desk, level: str, code: int) -> None:
    words = ("--versions", "1.0,2.0", "--baseline", "prov==1.0", "--fail-on", level)
    assert shelf.run("matrix", "cons", "--provider", "prov", *words).code == code


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--provider", "prov"), 2, "which releases"),
        (("--provider", "prov", "--versions", "=>1"), 2, "'=>1' names no releases"),
        (("--provider", "prov", "--versions", "9.9"), 3, "no release is prov 9.9"),
        (("--provider", "prov", "--versions", ">9"), 3, "The newest one is"),
        (("--provider", "nowhere", "--versions", "all"), 3, "nowhere"),
        (("--provider", "prov==2.0", "--consumer-versions", "all"), 3, "cons"),
        (("--provider", "prov", "--versions", "all", "-o", "m.pdf"), 2, "m.pdf"),
    ],
)
def test_what_is_refused(shelf: Desk, words: tuple[str, ...], code: int, told: str) -> None:
    ended = shelf.run("matrix", "cons", *words)
    ended.told(code, told)
    assert ended.out == ""


def test_nothing_to_judge_anywhere(shelf: Desk) -> None:
    ended = shelf.run("matrix", "nowhere.py", "--provider", "prov", "--versions", "all")
    ended.told(3, "no release could be judged", "nowhere.py")
