"""The archive that a distribution was read from, whole."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.acquire import Acquisition, find_consumer
from drift_audit.auditor.acquire.entry_points import read_entry_points
from drift_audit.auditor.acquire.originals import original_files
from drift_audit.auditor.errors import ArchiveError, IndexUnreachableError, OfflineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import LocalIndex

    MakeWheel = Callable[..., Path]

FILES = {"cons/__init__.py": "", "cons/data.bin": b"\0\1" * 9, "cons-1.0.data/platlib/lib.so": "l"}


def test_all_files_come_from_the_index_once(
    index: LocalIndex, acquisition: Acquisition, offline: Acquisition
) -> None:
    index.wheel("1.0", name="cons", files=FILES)
    consumer = find_consumer("cons==1.0", acquisition)
    with pytest.raises(OfflineError, match="data files of cons"):
        list(original_files(consumer, offline))
    index.forget()
    files = {file.path: file.data for file in original_files(consumer, acquisition)}
    assert files["cons/data.bin"] == b"\0\1" * 9
    assert files["lib.so"] == b"l"
    assert "cons-1.0.dist-info/RECORD" in files
    assert [line.split("/")[1] for line in index.asked] == ["files"]
    again = {file.path: file.data for file in original_files(consumer, offline)}
    assert again == files


def test_file_that_has_moved_is_looked_up_once_more(
    index: LocalIndex, acquisition: Acquisition
) -> None:
    from dataclasses import replace

    index.wheel("1.0", name="cons", files=FILES)
    consumer = find_consumer("cons==1.0", acquisition)
    assert consumer.archive is not None
    gone = replace(consumer.archive, url=consumer.archive.url.replace("cons-", "old-cons-"))
    moved = replace(consumer, archive=gone)
    assert "cons/data.bin" in {file.path for file in original_files(moved, acquisition)}
    other = replace(moved, archive=replace(gone, sha256="0" * 64))
    with pytest.raises(IndexUnreachableError):
        list(original_files(other, acquisition))


def test_another_file_under_the_same_address_is_refused(
    index: LocalIndex, acquisition: Acquisition
) -> None:
    index.wheel("1.0", name="cons", files=FILES)
    consumer = find_consumer("cons==1.0", acquisition)
    index.wheel("1.0", name="cons", files={**FILES, "cons/data.bin": "other"})
    with pytest.raises(ArchiveError, match="not the file that the index speaks of"):
        list(original_files(consumer, acquisition))


def test_damaged_and_hostile_archives(
    acquisition: Acquisition, make_wheel: MakeWheel, tmp_path: Path
) -> None:
    wheel = make_wheel(tmp_path, "cons", "1.0", FILES)
    consumer = find_consumer(str(wheel), acquisition)
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("../out.txt", "x")
    with pytest.raises(ArchiveError, match="leads out of it"):
        list(original_files(consumer, acquisition))
    wheel.write_bytes(wheel.read_bytes()[:-30])
    with pytest.raises(ArchiveError, match="cannot be read"):
        list(original_files(consumer, acquisition))
    wheel.unlink()
    with pytest.raises(ArchiveError, match="cannot be read"):
        list(original_files(consumer, acquisition))


def test_links_in_a_source_archive(acquisition: Acquisition, tmp_path: Path) -> None:
    path = tmp_path / "cons-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, text in (("cons/__init__.py", b""), ("cons/run.sh", b"run")):
            header = tarfile.TarInfo(f"cons-1.0/{name}")
            header.size, header.mode = len(text), 0o755 if text else 0o644
            archive.addfile(header, io.BytesIO(text))
        for name, target in (("cons/again.sh", "run.sh"), ("cons/gone", "nowhere")):
            header = tarfile.TarInfo(f"cons-1.0/{name}")
            header.type, header.linkname = tarfile.SYMTYPE, target
            archive.addfile(header)
    consumer = find_consumer(str(path), acquisition)
    files = {file.path: file for file in original_files(consumer, acquisition)}
    assert files["cons/run.sh"].executable
    assert not files["cons/__init__.py"].executable
    assert files["cons/again.sh"].data == b"run"
    assert "cons/gone" not in files


def test_entry_points_as_declared() -> None:
    files = {
        "pyproject.toml": b"""
[project.scripts]
cons = "cons.main:run"
[project.entry-points."prov.plugins"]
b = "cons:b"
a = "cons:a"
[tool.poetry.plugins."other"]
c = "cons:c"
""",
        "setup.cfg": b"[options.entry_points]\nCase.Kept =\n  D = cons:d\n  E=cons:e [extra]\n",
    }
    assert read_entry_points(files.get) == (
        "[Case.Kept]\nD = cons:d\nE = cons:e [extra]\n\n[console_scripts]\ncons = cons.main:run\n"
        "\n[other]\nc = cons:c\n\n[prov.plugins]\na = cons:a\nb = cons:b\n"
    )
    assert read_entry_points({"pyproject.toml": b"= =", "setup.cfg": b"no"}.get) == ""
