from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drift_audit.auditor.acquire import find_consumer, find_provider
from drift_audit.auditor.acquire.remote import MAX_BYTES, MAX_REQUESTS, joined
from drift_audit.auditor.errors import ArchiveError

if TYPE_CHECKING:
    from drift_audit.auditor.acquire import Acquisition
    from tests.unit.acquire.conftest import LocalIndex

NOISE = random.Random(0).randbytes(3 << 20)
FILES = {
    "prov/__init__.py": "import os\n",
    "prov/weights.so": NOISE,
    "prov/api.py": "def call(): ...\n" * 100,
    "prov/more.so": NOISE,
}


class Bar:
    def __init__(self) -> None:
        self.said: list[str] = []
        self.total = 0
        self.come = 0

    def start(self, total_bytes: int, label: str) -> None:
        self.said.append(f"start {label}")
        self.total += total_bytes

    def advance(self, count: int) -> None:
        self.come += count

    def finish(self) -> None:
        self.said.append("finish")


def read_it(acquisition: Acquisition) -> None:
    found = find_provider("prov==1.0", acquisition)
    assert found.tree.paths() == ("prov/__init__.py", "prov/api.py")
    assert found.tree.read("prov/api.py") == b"def call(): ...\n" * 100


def test_only_what_is_needed_comes_over(index: LocalIndex, acquisition: Acquisition) -> None:
    index.wheel("1.0", files=FILES)
    read_it(acquisition)
    assert index.sent < 1.4 * 2**20 < len(NOISE)
    assert len(index.asked) <= 5


def test_small_wheel_is_one_request(index: LocalIndex, acquisition: Acquisition) -> None:
    index.wheel("1.0")
    find_provider("prov==1.0", acquisition)
    assert [ask.split()[0] for ask in index.asked] == [
        "/simple/prov/",
        "/files/prov-1.0-py3-none-any.whl",
    ]


@pytest.mark.parametrize("from_end", [True, False])
def test_servers_that_know_ranges_by_halves(
    index: LocalIndex, acquisition: Acquisition, *, from_end: bool
) -> None:
    index.ranges_from_end = from_end
    index.wheel("1.0", files=FILES)
    read_it(acquisition)


@pytest.mark.parametrize("field", ["ranges", "lies_about_ranges"])
def test_server_without_ranges_gives_the_whole_file(
    index: LocalIndex, acquisition: Acquisition, field: str
) -> None:
    setattr(index, field, field != "ranges")
    index.wheel("1.0", files=FILES)
    read_it(acquisition)


def test_whole_file_must_have_the_hash_that_was_promised(
    index: LocalIndex, acquisition: Acquisition
) -> None:
    index.ranges = False
    index.wrong_hash = True
    index.wheel("1.0")
    with pytest.raises(ArchiveError, match="is not the file that the index speaks of"):
        find_provider("prov==1.0", acquisition)


@pytest.mark.parametrize("ranges", [True, False])
def test_progress_is_told(index: LocalIndex, acquisition: Acquisition, *, ranges: bool) -> None:
    from dataclasses import replace

    bar = Bar()
    index.ranges = ranges
    path = index.wheel("1.0", files=FILES)
    read_it(replace(acquisition, progress=bar))
    assert bar.said[:2] == ["start the list of prov's releases", "finish"]
    assert set(bar.said[2:-1]) == {f"start {path.name}"}
    assert bar.said[-1] == "finish"
    assert bar.total == bar.come > 0


def test_sdist_comes_whole(index: LocalIndex, acquisition: Acquisition, make_sdist: object) -> None:
    assert callable(make_sdist)
    files = {"src/prov/__init__.py": "", "src/prov/api.py": "x = 1\n", "tests/test_it.py": ""}
    make_sdist(index.files, "prov", "1.0", files)
    found = find_provider("prov==1.0", acquisition)
    assert (found.packages, found.prefix) == (("prov",), "")
    assert found.tree.paths() == ("prov/__init__.py", "prov/api.py")
    assert found.tree.read("prov/api.py") == b"x = 1\n"
    assert found.source == "index: prov-1.0.tar.gz"
    consumer = find_consumer("prov==1.0", acquisition)
    assert consumer.reported(consumer.tree.paths()[0]) == "tests/test_it.py"


def test_damaged_wheel_on_the_server_is_not_kept(
    index: LocalIndex, acquisition: Acquisition
) -> None:
    path = index.wheel("1.0")
    path.write_bytes(os.urandom(3000))
    with pytest.raises(ArchiveError, match=path.name):
        find_provider("prov==1.0", acquisition)
    index.wheel("1.0")
    assert find_provider("prov==1.0", acquisition).version == "1.0"


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 10**9), st.integers(1, 60_000)), min_size=1, max_size=400))
def test_joined_extents_cover_what_was_asked_within_bounds(spots: list[tuple[int, int]]) -> None:
    extents = [(start, start + size) for start, size in spots]
    runs = joined(extents)
    assert all(any(a <= start and end <= b for a, b in runs) for start, end in extents)
    assert runs == sorted(runs)
    total = sum(b - a for a, b in runs)
    assert len(runs) <= max(MAX_REQUESTS, len(spots))
    assert total <= MAX_BYTES or len(runs) <= len(spots)
