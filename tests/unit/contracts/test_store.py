"""Facts come back from the disk as they were made, or are made again."""

import subprocess
import sys
from pathlib import Path

import pytest

from drift_audit.auditor.contracts.packed import PackedFile
from drift_audit.auditor.contracts.static import read_module
from drift_audit.auditor.contracts.store import FactsStore
from drift_audit.auditor.model import ModuleFacts

from .shelf import FILES, Shelf, store


def all_facts(one: FactsStore) -> dict[str, ModuleFacts | None]:
    return {name: one.facts(name) for name in one.modules()}


def cache_file(cache: Path) -> Path:
    (found,) = (cache / "facts").iterdir()
    return found


def test_modules_and_namespaces() -> None:
    one = store(None, Shelf(FILES))
    assert one.modules()["pkg"] == "pkg/__init__.py"
    assert one.modules()["pkg.space.c"] == "pkg/space/c.py"
    assert one.is_namespace("pkg.space")
    assert not one.is_namespace("pkg")
    assert not one.is_namespace("pkg.a")
    assert one.facts("pkg.space") is None
    assert one.facts("pkg.none") is None


def test_facts_are_those_of_the_source() -> None:
    one = store(None, Shelf(FILES))
    for name, path in one.modules().items():
        made = read_module(
            FILES[path].encode(), name=name, path=path, is_package=path.endswith("__init__.py")
        )
        assert one.facts(name) == made
    broken = one.facts("pkg.broken")
    assert broken is not None
    assert broken.broken.startswith("line 1")


def test_a_second_run_reads_no_source(tmp_path: Path) -> None:
    first = store(tmp_path, Shelf(FILES))
    facts = all_facts(first)
    first.flush()

    shelf = Shelf(FILES)
    assert all_facts(store(tmp_path, shelf)) == facts
    assert shelf.reads == []


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    first = store(tmp_path, Shelf(FILES))
    all_facts(first)
    first.flush()

    shelf = Shelf(FILES | {"pkg/a.py": "def g(): ...\n"})
    second = store(tmp_path, shelf)
    facts = all_facts(second)["pkg.a"]
    assert facts is not None
    assert [f.name for f in facts.functions] == ["g"]
    assert shelf.reads == ["pkg/a.py"]
    second.flush()
    shelf.reads.clear()
    all_facts(store(tmp_path, shelf))
    assert shelf.reads == []


def test_versions_are_kept_apart(tmp_path: Path) -> None:
    for version in ("1", "2+local"):
        one = store(tmp_path, Shelf(FILES), version=version)
        all_facts(one)
        one.flush()
    assert len(list((tmp_path / "facts").iterdir())) == 2


def test_equal_facts_give_equal_bytes(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        one = store(tmp_path / name, Shelf(FILES))
        for module in sorted(one.modules(), reverse=name == "two"):
            one.facts(module)
        one.flush()
        files.append(cache_file(tmp_path / name).read_bytes())
    assert files[0] == files[1]


def damaged(data: bytes) -> dict[str, bytes]:
    middle = len(data) // 2
    return {
        "empty": b"",
        "short": data[:9],
        "half": data[:middle],
        "one byte short": data[:-1],
        "another file": b"#!/bin/sh\n" * 50,
        "a bit in the head": bytes([data[0] ^ 1]) + data[1:],
        "a bit in the index": data[:40] + bytes([data[40] ^ 1]) + data[41:],
        "a bit in an entry": data[:-5] + bytes([data[-5] ^ 1]) + data[-4:],
        "a huge index": data[:8] + b"\xff\xff\xff\x7f" + data[12:],
    }


@pytest.mark.parametrize("name", list(damaged(bytes(64))))
def test_a_damaged_file_is_made_again(tmp_path: Path, name: str) -> None:
    first = store(tmp_path, Shelf(FILES))
    facts = all_facts(first)
    first.flush()
    file = cache_file(tmp_path)
    good = file.read_bytes()
    file.write_bytes(damaged(good)[name])

    shelf = Shelf(FILES)
    second = store(tmp_path, shelf)
    assert all_facts(second) == facts
    assert shelf.reads
    second.flush()
    assert file.read_bytes() == good


def test_an_entry_that_is_no_fact_is_made_again(tmp_path: Path) -> None:
    first = store(tmp_path, Shelf(FILES))
    facts = all_facts(first)
    first.flush()
    shelf = Shelf(FILES)
    packed = PackedFile(cache_file(tmp_path))
    packed.replace({"pkg.a": (shelf.digest("pkg/a.py"), b"\x93\x01\x02\x03")})

    assert all_facts(store(tmp_path, shelf)) == facts
    assert shelf.reads == ["pkg/a.py"]


def test_what_others_wrote_meanwhile_stays(tmp_path: Path) -> None:
    first, second = store(tmp_path, Shelf(FILES)), store(tmp_path, Shelf(FILES))
    first.facts("pkg.a")
    second.facts("pkg.b")
    first.flush()
    second.flush()

    shelf = Shelf(FILES)
    third = store(tmp_path, shelf)
    third.facts("pkg.a")
    third.facts("pkg.b")
    assert shelf.reads == []


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    shut = tmp_path / "shut"
    shut.write_text("a file where the folder should be")
    one = store(shut, Shelf(FILES))
    all_facts(one)
    one.flush()
    assert shut.read_text() == "a file where the folder should be"


def test_nothing_is_left_half_written(tmp_path: Path) -> None:
    one = store(tmp_path, Shelf(FILES))
    all_facts(one)
    one.flush()
    assert [p.suffix for p in (tmp_path / "facts").iterdir()] == [".bin"]


def test_a_file_that_vanishes() -> None:
    shelf = Shelf(FILES)
    one = store(None, shelf)
    del shelf.files["pkg/a.py"]
    facts = one.facts("pkg.a")
    assert facts is not None
    assert "cannot be read" in facts.broken


def test_a_warm_run_loads_no_griffe(tmp_path: Path) -> None:
    first = store(tmp_path, Shelf({"m.py": "a = 1"}))
    first.facts("m")
    first.flush()
    script = f"""
import sys
from pathlib import Path
import hashlib
from drift_audit.auditor.contracts.store import FactsStore
from drift_audit.auditor.trees import Distribution

class Shelf:
    def paths(self): return ("m.py",)
    def read(self, path): raise AssertionError
    def digest(self, path): return hashlib.sha256(b"a = 1").hexdigest()

found = Distribution(
    name="pkg", version="1", tree=Shelf(), packages=("m",), source="", digest="d"
)
store = FactsStore(Path({str(tmp_path)!r}), found)
assert store.facts("m").attributes[0].name == "a"
assert "griffe" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True)
