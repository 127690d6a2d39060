"""Where reports go, exit codes, and how the program ends."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .conftest import RELEASES

if TYPE_CHECKING:
    from .conftest import Desk


def test_several_reports_and_standard_output(desk: Desk) -> None:
    ended = desk.scan("cons", "-o", "a.json", "-o", "deep/b.html", "-o", "c.txt")
    assert (ended.code, ended.err) == (1, "")
    assert ended.out == (desk.root / "c.txt").read_text()
    as_json = desk.scan("cons", "--output-format", "json")
    assert as_json.out == (desk.root / "a.json").read_text()
    left = {path.name for path in desk.root.iterdir()}
    assert left == {"cons", "idx", "a.json", "deep", "c.txt"}
    assert [path.name for path in (desk.root / "deep").iterdir()] == ["b.html"]


def test_reports_are_replaced_whole_and_links_kept(desk: Desk) -> None:
    desk.write("real/a.json", "old")
    (desk.root / "a.json").symlink_to("real/a.json")
    desk.scan("cons", "-o", "a.json")
    assert (desk.root / "a.json").is_symlink()
    written = desk.root / "real/a.json"
    assert written.read_text().startswith("{")
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(written.stat().st_mode) == 0o666 & ~umask


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-o", "x.pdf"), "x.pdf"),
        (("-o", "x"), ".html, .json"),
        (("-o", "cons"), "cons is a folder"),
        (("-o", "cons/main.py/x.json"), "main.py is no folder"),
        (("-o", "a.json", "-o", "./a.json"), "named twice"),
        (
            ("--output-format", "pdf"),
            "Use one of github, gitlab, html, json, junit, markdown, sarif, text.",
        ),
        (("--select", "import-remove"), "Did you mean import-removed"),
        (("--ignore", "nope"), "`drift-audit kind` lists all"),
        (("--select", "import-removed", "--ignore", "import-removed"), "every kind"),
        (("--fail-on", "bogus"), "'silent', 'breaks', 'risk', 'note', 'never'"),
        (("--python", "nowhere/python"), "no such Python"),
        (("--nonsense",), "`drift-audit scan --help`"),
        (("another",), "another"),
    ],
)
def test_words_that_are_refused(desk: Desk, words: tuple[str, ...], told: str) -> None:
    before = sorted(desk.root.rglob("*"))
    ended = desk.run("scan", "cons", *RELEASES, *words)
    ended.told(2, told)
    assert ended.out == ""
    assert sorted(desk.root.rglob("*")) == before


def test_refused_before_anything_is_done(desk: Desk) -> None:
    """A scan may take minutes: that its report has no place is said at once."""
    desk.run("scan", "nowhere", "-o", "cons").told(2, "cons is a folder")


def test_folder_that_is_write_protected(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != desk.root and access(path, mode))
    ended = desk.run("scan", "cons", *RELEASES, "-o", "new/a.json")
    ended.told(2, "new/a.json cannot be written", "desk is write-protected")


def test_report_that_cannot_be_written_after_all(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_from: Path, _to: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    ended = desk.scan("cons", "--cache-dir", "cons/main.py", "-o", "a.json")
    ended.told(2, "a.json cannot be written: Permission denied")
    assert {path.name for path in desk.root.iterdir()} == {"cons", "idx"}


@pytest.mark.parametrize(
    ("level", "breaking", "old"),
    [("silent", 0, 0), ("breaks", 1, 0), ("risk", 1, 0), ("note", 1, 1), ("never", 0, 0)],
)
def test_fail_on(desk: Desk, level: str, breaking: int, old: int) -> None:
    assert desk.scan("cons", "--fail-on", level).code == breaking
    assert desk.scan("cons", "--baseline", "prov==2.0", "--fail-on", level).code == 2
    words = ("--provider", "prov==2.0", "--baseline", "prov==2.0", "--static")
    assert desk.run("scan", "cons", *words, "--fail-on", level).code == old


def test_silent_drift_fails_by_default(desk: Desk) -> None:
    desk.write("cons/main.py", "from prov.core import step\nstep(1, rate=2)\n")
    for version, source in {"5.0": "a, rate=1, **kw", "6.0": "a, **kw"}.items():
        files = {"prov/__init__.py": "", "prov/core.py": f"def step({source}): ...\n"}
        desk.wheel("prov", version, files)
    words = ("--provider", "prov==6.0", "--baseline", "prov==5.0", "--static")
    ended = desk.run("scan", "cons", *words, "--output-format", "json")
    assert [finding["severity"] for finding in ended.json()["findings"]] == ["silent"]
    assert ended.code == 1
    assert desk.run("scan", "cons", *words, "--fail-on", "silent").code == 1


@pytest.mark.parametrize("words", [(), ("--help",), ("scan", "--help"), ("--version",)])
def test_help(desk: Desk, words: tuple[str, ...]) -> None:
    ended = desk.run(*words)
    assert ended.code == (0 if words else 2)
    assert "drift" in (ended.out if words else ended.err)


def test_unknown_subcommand(desk: Desk) -> None:
    desk.run("scna").told(2, "scna", "`drift-audit --help`")


def test_kind_that_is_not_there(desk: Desk) -> None:
    desk.run("kind", "import-remove").told(2, "import-remove", "import-removed")
    assert "import-removed" in desk.run("kind").out
    assert desk.run("kind", "import-removed").out.startswith("import-removed (breaks)")


def test_interrupted(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("drift_audit.auditor.audit.find_consumer", interrupt)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    ended = desk.refused("cons", "--provider", "prov==2.0")
    assert ended.code == 130
    assert ended.err == "\nerror: interrupted.\n  Nothing is half-written.\n"


def test_interrupted_in_the_making_of_a_class(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise RuntimeError from KeyboardInterrupt()

    monkeypatch.setattr("drift_audit.auditor.audit.find_consumer", interrupt)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    desk.refused("cons", "--provider", "prov==2.0").told(130, "interrupted")


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (OSError(5, "Input/output error", "some/file"), "some/file: Input/output error"),
        (MemoryError(), "memory"),
        (RecursionError(), "nested too deeply"),
    ],
)
def test_faults_of_the_machine(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, fault: BaseException, words: str
) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr("drift_audit.auditor.audit.find_consumer", fail)
    desk.refused("cons", "--provider", "prov==2.0").told(3, words)


def test_fault_of_our_own_is_no_finding(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a fault")

    monkeypatch.setattr("drift_audit.auditor.audit.find_consumer", fail)
    ended = desk.refused("cons", "--provider", "prov==2.0")
    assert ended.code == 3
    assert "AssertionError: a fault" in ended.err
    assert "drift-audit itself is at fault" in ended.err


def test_same_bytes_again(desk: Desk) -> None:
    desk.scan("cons", "-o", "a.json", "-o", "a.html")
    desk.scan("cons", "-o", "b.json", "-o", "b.html")
    for suffix in ("json", "html"):
        assert (desk.root / f"a.{suffix}").read_bytes() == (desk.root / f"b.{suffix}").read_bytes()


def test_consumer_and_provider_are_not_run(desk: Desk) -> None:
    trap = "import pathlib\npathlib.Path('ran').write_text('')\n"
    desk.write("cons/trap.py", trap)
    desk.write("cons/setup.py", trap)
    desk.write("cons/conftest.py", trap)
    desk.write("new/prov/__init__.py", trap)
    desk.write("new/prov/core.py", trap)
    desk.scan("cons", "--provider", "prov @ new", "--static")
    desk.scan("cons", "--provider", "prov @ new")
    assert not list(desk.root.rglob("ran"))
