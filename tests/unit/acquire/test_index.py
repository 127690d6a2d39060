from __future__ import annotations

import datetime
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.acquire import Acquisition, find_consumer, find_provider, releases
from drift_audit.auditor.acquire.acquisition import ReleaseFile
from drift_audit.auditor.acquire.index import preferred
from drift_audit.auditor.errors import (
    IndexUnreachableError,
    OfflineError,
    ProviderError,
    UnknownVersionError,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.acquire.conftest import LocalIndex

DAY = "2025-12-01T10:00:00Z"


@pytest.mark.parametrize("speaks_json", [True, False])
def test_pinned_release(index: LocalIndex, acquisition: Acquisition, *, speaks_json: bool) -> None:
    index.speaks_json = speaks_json
    index.wheel("1.0", requires=("torch",), uploaded=DAY)
    index.wheel("1.1")
    found = find_provider("prov==1.0", acquisition)
    assert (found.name, found.version, found.packages) == ("prov", "1.0", ("prov",))
    assert found.source == "index: prov-1.0-py3-none-any.whl"
    assert found.requires == ("torch",)
    when = datetime.datetime(2025, 12, 1, 10, tzinfo=datetime.UTC)
    assert found.uploaded == (when if speaks_json else None)
    assert acquisition.notes == []


def test_pinned_release_again_needs_no_index(
    index: LocalIndex, acquisition: Acquisition, offline: Acquisition
) -> None:
    index.wheel("1.0", uploaded=DAY)
    first = find_provider("prov==1.0", acquisition)
    index.forget()
    assert find_provider("prov==1.0", acquisition) == first
    assert find_provider("prov==1.0", offline) == first
    assert find_consumer("prov==1.0", offline) == first
    assert index.asked == []


def test_pinned_release_again_loads_no_client(index: LocalIndex, acquisition: Acquisition) -> None:
    index.wheel("1.0")
    find_provider("prov==1.0", acquisition)
    program = f"""
import sys
import time
from pathlib import Path
from drift_audit.auditor.acquire import Acquisition, Environment, find_provider
environment = Environment(python=sys.executable, found_by="current", site_paths=(), prefix="")
acquisition = Acquisition(cache_dir=Path({str(acquisition.cache_dir)!r}), environment=environment)
assert find_provider("prov==1.0", acquisition).version == "1.0"
heavy = "httpx2 unearth packaging zipfile tarfile email importlib.metadata subprocess".split()
print([name for name in heavy if name in sys.modules])
"""
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    answer = subprocess.run(
        [sys.executable, "-S", "-c", "import sys; sys.path[:0] = " + repr(sys.path) + program],
        check=True,
        capture_output=True,
        text=True,
    )
    assert answer.stdout.strip() == "[]"


def test_other_settings_are_another_release(
    index: LocalIndex, acquisition: Acquisition, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.wheel("1.0")
    find_provider("prov==1.0", acquisition)
    monkeypatch.setenv("PIP_INDEX_URL", index.url.replace("127.0.0.1", "localhost"))
    index.forget()
    find_provider("prov==1.0", acquisition)
    assert index.asked


def test_newest_in_a_range(index: LocalIndex, acquisition: Acquisition) -> None:
    for version in ("0.9", "1.0", "1.1", "1.2rc1", "2.0"):
        index.wheel(version)
    assert find_provider("prov>=0.9,<2", acquisition).version == "1.1"
    assert find_provider("prov>=0.9,!=2.0", acquisition).version == "1.1"
    assert find_provider("prov==1.2rc1", acquisition).version == "1.2rc1"
    assert find_provider("prov>=1.2rc1,<1.3", acquisition).version == "1.2rc1"
    assert find_provider("prov==1.*", acquisition).version == "1.1"


def test_yanked_release_only_when_it_is_pinned(index: LocalIndex, acquisition: Acquisition) -> None:
    index.wheel("1.0")
    index.yanked.add(index.wheel("1.1").name)
    assert find_provider("prov>=1.0", acquisition).version == "1.0"
    assert find_provider("prov==1.1", acquisition).version == "1.1"
    assert [(r.version, r.yanked) for r in releases("prov", acquisition)] == [
        ("1.0", False),
        ("1.1", True),
    ]


def test_unknown_version_offers_the_nearest(index: LocalIndex, acquisition: Acquisition) -> None:
    for version in ("0.1", "0.2", "0.3", "0.5", "0.6", "0.10"):
        index.wheel(version)
    with pytest.raises(UnknownVersionError, match=r"no release of prov fits ==0\.4") as caught:
        find_provider("prov==0.4", acquisition)
    assert caught.value.advice == "The nearest are 0.2, 0.3, 0.5, 0.6; the newest is 0.10."


def test_release_that_came_out_a_moment_ago(index: LocalIndex, acquisition: Acquisition) -> None:
    index.wheel("1.0")
    releases("prov", acquisition)
    index.wheel("1.1")
    assert find_provider("prov==1.1", acquisition).version == "1.1"


def test_unknown_project(index: LocalIndex, acquisition: Acquisition) -> None:
    assert index.url
    with pytest.raises(ProviderError, match="has a project named nothing"):
        find_provider("nothing==1.0", acquisition)


def test_list_is_renewed_by_its_tag(index: LocalIndex, acquisition: Acquisition) -> None:
    index.max_age = 0
    index.wheel("1.0", uploaded=DAY)
    first = releases("prov", acquisition)
    index.forget()
    assert releases("prov", acquisition) == first
    assert (len(index.asked), index.sent) == (1, 0)
    index.wheel("1.1")
    assert len(releases("prov", acquisition)) == 2
    index.max_age = 600
    releases("prov", acquisition)
    index.forget()
    releases("prov", acquisition)
    assert index.asked == []


def test_offline_says_what_is_missing(
    index: LocalIndex, acquisition: Acquisition, offline: Acquisition
) -> None:
    index.wheel("1.0")
    index.wheel("1.1")
    for ask in (lambda: find_provider("prov==1.0", offline), lambda: releases("prov", offline)):
        with pytest.raises(OfflineError, match="the list of prov's releases at http"):
            ask()
    listed = releases("prov", acquisition)
    index.forget()
    assert releases("prov", offline) == listed
    with pytest.raises(OfflineError, match=r"prov-1\.0-py3-none-any\.whl is not in the cache"):
        find_provider("prov==1.0", offline)
    assert index.asked == []


def test_index_that_fails(
    index: LocalIndex, acquisition: Acquisition, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.wheel("1.0")
    index.max_age = 0
    known = releases("prov", acquisition)
    index.failing = 503
    assert releases("prov", acquisition) == known
    (note,) = acquisition.notes
    assert "status 503" in note
    assert "may be old" in note
    with pytest.raises(IndexUnreachableError, match="status 503"):
        releases("other", acquisition)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple/")
    with pytest.raises(IndexUnreachableError, match="does not answer") as caught:
        releases("prov", acquisition)
    assert "--offline" in caught.value.advice


def test_passing_failure_is_tried_again(
    index: LocalIndex, acquisition: Acquisition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_RETRIES", "2")
    index.wheel("1.0")
    index.failing = 503

    def recover(_: float) -> None:
        index.failing = 0

    monkeypatch.setattr(time, "sleep", recover)
    assert len(releases("prov", acquisition)) == 1


def test_index_that_shuts_out(index: LocalIndex, acquisition: Acquisition) -> None:
    index.wheel("1.0")
    index.failing = 403
    with pytest.raises(ProviderError, match="has a project named prov"):
        releases("prov", acquisition)


def test_cache_that_cannot_be_written(
    index: LocalIndex, acquisition: Acquisition, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    index.wheel("1.0")
    shut = Acquisition(cache_dir=tmp_path / "file" / "cache", environment=acquisition.environment)
    assert find_provider("prov==1.0", shut).tree.read("prov/api.py") == b"VERSION = '1.0'\n"
    (note,) = shut.notes
    assert "cannot be written" in note


def test_release_by_its_import_package(
    index: LocalIndex, acquisition: Acquisition, write_files: Callable[..., Path]
) -> None:
    index.wheel("1.0", name="prov_dist", files={"prov/__init__.py": ""})
    site = Path(acquisition.environment.site_paths[0])
    info = "prov_dist-0.9.dist-info"
    write_files(
        site,
        {
            "prov/__init__.py": "",
            f"{info}/METADATA": "Name: prov-dist\nVersion: 0.9\n",
            f"{info}/top_level.txt": "prov\n",
        },
    )
    found = find_provider("prov==1.0", acquisition)
    assert (found.name, found.version, found.installed) == ("prov-dist", "1.0", False)


def test_wheel_by_its_address(index: LocalIndex, acquisition: Acquisition) -> None:
    wheel = index.wheel("1.0")
    place = index.url.replace("/simple/", f"/files/{wheel.name}")
    assert find_provider(f"prov @ {place}", acquisition).version == "1.0"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["p-1-cp312-cp312-win_amd64.whl", "p-1-py3-none-any.whl", "p-1.tar.gz"], 1),
        (["p-1.zip", "p-1-cp312-cp312-macosx_11_0_arm64.whl", "p-1.tar.gz"], 1),
        (
            [
                "p-1-cp310-cp310-manylinux_2_28_aarch64.whl",
                "p-1-cp313-cp313t-manylinux_2_28_x86_64.whl",
                "p-1-cp313-cp313-manylinux_2_28_x86_64.whl",
            ],
            2,
        ),
        (["p-1.zip", "p-1.tar.gz"], 1),
    ],
)
def test_preferred_file(names: list[str], expected: int) -> None:
    files = [ReleaseFile(filename=name, url=name, version="1") for name in names]
    assert preferred(files) == files[expected]
    assert preferred(files[::-1]) == files[expected]


def test_file_that_has_moved_on(index: LocalIndex, acquisition: Acquisition) -> None:
    index.wheel("1.0")
    releases("prov", acquisition)
    path = index.wheel("1.0", tag="py2.py3-none-any")
    (index.files / "prov-1.0-py3-none-any.whl").unlink()
    assert find_provider("prov==1.0", acquisition).source == f"index: {path.name}"


def test_list_that_is_none(index: LocalIndex, acquisition: Acquisition) -> None:
    path = index.wheel("1.0")
    index.uploaded[path.name] = "yesterday"
    with pytest.raises(IndexUnreachableError, match="a list of prov that cannot be read"):
        releases("prov", acquisition)


def test_time_without_zone(index: LocalIndex, acquisition: Acquisition) -> None:
    index.wheel("1.0", uploaded="2025-12-01T10:00:00")
    (release,) = releases("prov", acquisition)
    assert release.uploaded == datetime.datetime(2025, 12, 1, 10, tzinfo=datetime.UTC)


def test_two_at_once(index: LocalIndex, acquisition: Acquisition) -> None:
    index.wheel("1.0", files={f"prov/m{n}.py": os.urandom(2000).hex() for n in range(50)})
    program = f"""
import sys
import time
from pathlib import Path
from drift_audit.auditor.acquire import Acquisition, Environment, find_provider
environment = Environment(python=sys.executable, found_by="current", site_paths=(), prefix="")
for turn in range(3):
    place = Path({str(acquisition.cache_dir)!r})
    found = find_provider("prov==1.0", Acquisition(cache_dir=place, environment=environment))
    assert len([found.tree.read(path) for path in found.tree.paths()]) == 50
"""
    children = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(3)]
    assert [child.wait() for child in children] == [0, 0, 0]
    assert not list(acquisition.cache_dir.rglob(".part-*"))
