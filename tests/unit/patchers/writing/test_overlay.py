"""`write_overlay`: a patched copy that stands for its consumer, and leaves all else alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from drift_audit.patchers.writing import write_overlay
from drift_audit.patchers.writing.record import digest_of, read_record

from .conftest import NEW, OLD, PACKAGE, PYPROJECT, Workplace, snapshot, verified, write

INFO = "cons-1.2.dist-info"
ASK = """
import cons.main_text, importlib.metadata as m, importlib.resources as r, json
points = m.entry_points(group="prov.plugins")
print(json.dumps([cons.main_text.TEXT, cons.__file__, m.version("cons"), [p.value for p in points],
    [f for f in m.files("cons") if not f.locate().is_file()], m.requires("cons"),
    r.files("cons").joinpath("data/table.json").read_text()]))
"""
IMPORTABLE = {**PACKAGE, "cons/main_text.py": "TEXT = 'old'\n"}
PATCH = verified("cons/main_text.py", "TEXT = 'new'\n", before="TEXT = 'old'\n")


@pytest.mark.parametrize("way", ["checkout", "src", "installed", "editable", "wheel", "index"])
def test_copy_stands_for_its_consumer(place: Workplace, way: str) -> None:
    """Import, version, entry points, data files: all come from the copy, whatever it is made of."""
    prefix = "src/" if way == "src" else ""
    match way:
        case "checkout" | "src":
            named = str(place.checkout(IMPORTABLE, prefix=prefix))
        case "installed":
            place.install(IMPORTABLE)
            named = "cons"
        case "editable":
            place.editable(place.checkout(IMPORTABLE))
            named = "cons"
        case _:
            wheel = place.wheel(IMPORTABLE)
            named = str(wheel) if way == "wheel" else "cons==1.2"
    consumer = place.find(named)
    before = snapshot(place.root)
    patch = verified(prefix + "cons/main_text.py", PATCH.patch.after, before=PATCH.patch.before)
    target = place.root / "some where" / "out"
    made = write_overlay(
        consumer, [patch], target, acquisition=place.acquisition, providers=["prov 2.0"]
    )
    after = snapshot(place.root)
    assert {name: after.get(name) for name in before if not name.startswith("cache")} == {
        name: kept for name, kept in before.items() if not name.startswith("cache")
    }
    assert (made.folder, made.files, made.left_out) == (target, ("cons/main_text.py",), ())
    answer = subprocess.run(
        [sys.executable, "-c", ASK],
        env={"PYTHONPATH": f"{target}:{place.site}"},
        cwd=place.root / "env",
        capture_output=True,
        text=True,
        check=True,
    )
    text, file, version, points, lacking, requires, data = json.loads(answer.stdout)
    assert (text, version, points, lacking) == ("new", "1.2", ["cons:register"], [])
    assert (file, requires, data) == (str(target / "cons/__init__.py"), ["prov==1"], "[1]\n")
    assert (target / "cons/py.typed").is_file()
    assert (target / INFO / "INSTALLER").read_text() == "drift-audit\n"


def test_record_and_marker_tell_what_was_done(place: Workplace) -> None:
    place.install()
    target = place.root / "out"
    write_overlay(
        place.find("cons"),
        [verified("cons/main.py")],
        target,
        acquisition=place.acquisition,
        providers=["prov 2.0"],
    )
    rows = {row.path: row for row in read_record((target / INFO / "RECORD").read_bytes())}
    there = {p.relative_to(target).as_posix() for p in target.rglob("*") if p.is_file()}
    assert set(rows) == there
    assert rows["cons/main.py"].digest == digest_of(NEW.encode())
    assert rows[f"{INFO}/RECORD"].digest == ""
    assert not {f"{INFO}/direct_url.json", f"{INFO}/REQUESTED"} & there
    assert f"{INFO}/licenses/LICENSE" in there
    marker = json.loads((target / INFO / "drift-audit.json").read_bytes())
    assert marker["consumer"] == {"name": "cons", "version": "1.2", "archive": ""}
    (application,) = marker["applications"]
    assert application["providers"] == ["prov 2.0"]
    (file,) = application["files"]
    assert (file["path"], file["before"]) == ("cons/main.py", digest_of(OLD.encode()))
    assert (file["after"], file["fixes"][0]["origin"]) == (digest_of(NEW.encode()), "prov-moved")
    again = place.find(target)
    assert (again.name, again.version, again.packages) == ("cons", "1.2", ("cons",))


def test_equal_input_gives_equal_bytes(place: Workplace) -> None:
    consumer = place.find(place.checkout())
    patches = [verified("cons/main.py"), verified("cons/sub/deep.py")]
    for name, order in (("one", patches), ("two", patches[::-1])):
        write_overlay(consumer, order, place.root / name, acquisition=place.acquisition)
    assert snapshot(place.root / "one") == snapshot(place.root / "two")


def test_copy_of_a_copy_keeps_its_history(place: Workplace) -> None:
    checkout = place.find(place.checkout())
    one, two = place.root / "one", place.root / "two"
    write_overlay(checkout, [verified("cons/main.py")], one, acquisition=place.acquisition)
    copy = place.find(one)
    write_overlay(copy, [verified("cons/sub/deep.py")], two, acquisition=place.acquisition)
    marker = json.loads((two / INFO / "drift-audit.json").read_bytes())
    patched = [a["files"][0]["path"] for a in marker["applications"]]
    assert patched == ["cons/main.py", "cons/sub/deep.py"]
    assert (two / "cons/main.py").read_text() == NEW


def test_patch_outside_of_packages_is_told(place: Workplace) -> None:
    root = place.checkout(prefix="src/")
    write(root, {"scripts/job.py": OLD})
    patches = [verified("scripts/job.py"), verified("src/cons/main.py")]
    made = write_overlay(
        place.find(root), patches, place.root / "out", acquisition=place.acquisition
    )
    assert (made.files, made.left_out) == (("cons/main.py",), ("scripts/job.py",))
    (note,) = made.notes
    assert note == "scripts/job.py is in no import package: the patch is not in the copy"


def test_hook_that_goes_before_the_path_is_told(place: Workplace) -> None:
    place.editable(place.checkout(prefix="src/"))
    write(place.site, {"_cons_editable.py": ""})
    made = write_overlay(place.find("cons"), [], place.root / "out", acquisition=place.acquisition)
    assert any("import hook" in note for note in made.notes)
    assert not [
        p for p in (place.root / "out").rglob("*") if p.suffix == ".pth" or "_edit" in p.name
    ]


def test_single_file_and_unversioned_checkout(place: Workplace) -> None:
    job = write(place.root / "jobs", {"train.py": OLD}) / "train.py"
    made = write_overlay(
        place.find(job), [verified("train.py")], place.root / "out", acquisition=place.acquisition
    )
    assert (place.root / "out" / "train.py").read_text() == NEW
    assert any("0+unknown" in note for note in made.notes)
    assert "Version: 0+unknown" in (
        place.root / "out" / "train-0+unknown.dist-info" / "METADATA"
    ).read_text("utf-8")


def test_namespace_package_takes_its_own_files_alone(place: Workplace) -> None:
    files = {"space/cons/__init__.py": "", "space/cons/main.py": OLD, "space/cons/d.txt": "d"}
    place.install(files)
    write(place.site, {"space/other/__init__.py": ""})
    patch = verified("space/cons/main.py")
    consumer = place.find("cons")
    assert consumer.packages == ("space",)
    write_overlay(consumer, [patch], place.root / "out", acquisition=place.acquisition)
    assert (place.root / "out/space/cons/main.py").read_text() == NEW
    assert (place.root / "out/space/cons/d.txt").is_file()
    assert not (place.root / "out/space/other").exists()


def test_links_are_copied_as_what_they_lead_to(place: Workplace) -> None:
    root = place.checkout()
    write(place.root, {"elsewhere/tables/a.csv": "1"})
    (root / "cons/tables").symlink_to(place.root / "elsewhere/tables")
    (root / "cons/round").symlink_to(root / "cons")
    (root / "cons/nowhere.txt").symlink_to(place.root / "gone")
    write_overlay(place.find(root), [], place.root / "out", acquisition=place.acquisition)
    copied = {p.relative_to(place.root / "out").as_posix() for p in (place.root / "out").rglob("*")}
    assert not [path for path in (place.root / "out").rglob("*") if path.is_symlink()]
    assert "cons/tables/a.csv" in copied
    assert "cons/round/main.py" not in copied


def test_sdist_is_described_by_its_declarations(place: Workplace, tmp_path: Path) -> None:
    import io
    import tarfile

    files = {"pyproject.toml": PYPROJECT, **{f"src/{n}": t for n, t in PACKAGE.items()}}
    with tarfile.open(tmp_path / "cons-1.2.tar.gz", "w:gz") as archive:
        for name, text in files.items():
            header = tarfile.TarInfo(f"cons-1.2/{name}")
            header.size = len(text.encode())
            archive.addfile(header, io.BytesIO(text.encode()))
    consumer = place.find(tmp_path / "cons-1.2.tar.gz")
    patch = verified("src/cons/main.py")
    write_overlay(consumer, [patch], place.root / "out", acquisition=place.acquisition)
    out = place.root / "out"
    assert (out / "cons/main.py").read_text() == NEW
    assert (out / "cons/data/table.json").is_file()
    assert "[prov.plugins]\ncons = cons:register" in (out / INFO / "entry_points.txt").read_text()
    assert "Version: 1.2" in (out / INFO / "METADATA").read_text()
