"""What the guard remembers, for whom, and when it asks again."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.acquire.cache import Cache, Json

from .conftest import NEW
from .guarding import FITS, GREEN, KNOWN, Post, post_at

if TYPE_CHECKING:
    from .conftest import Desk


@pytest.fixture
def post(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Post:
    return post_at(desk, monkeypatch)


class TestRemembering:
    def test_a_verdict_is_made_once(self, post: Post) -> None:
        first = post.guard()
        assert (first.code, first.out, first.err) == (0, "ran\n", GREEN)
        kept = post.kept()
        assert len(kept) == 1
        assert post.guard() == first
        assert post.kept() == kept

    def test_a_red_one_too(self, post: Post) -> None:
        post.drift()
        first = post.guard()
        assert (first.code, first.out) == (78, "")
        kept = post.kept()
        assert post.guard() == first
        assert post.kept() == kept

    @pytest.mark.parametrize(
        ("path", "text"),
        [
            ("cons/main.py", FITS + "Engine().run(2)\n"),
            ("cons/more.py", FITS),
            ("site/prov/core.py", NEW + "# patched by hand\n"),
            ("site/prov/more.py", ""),
            ("site/prov-2.0.dist-info/RECORD", "prov/core.py,,\n"),
            ("site/other-1.0.dist-info/METADATA", "Name: other\n"),
            ("cons/pyproject.toml", '[tool.drift-audit]\nfail-on = "risk"\n'),
            ("cons/drift-audit-known.json", KNOWN),
            ("cons/uv.lock", "version = 2\n"),
        ],
    )
    def test_what_changes_makes_it_anew(self, post: Post, path: str, text: str) -> None:
        post.write("cons/uv.lock", "version = 1\n")
        assert post.guard().code == 0
        kept = post.kept()
        post.write(path, text)
        assert post.guard().code == 0
        assert not post.kept() <= kept

    def test_other_words_are_another_question(self, post: Post) -> None:
        assert post.guard().code == 0
        assert post.guard("--fail-on", "note").code == 0
        assert post.guard(PIP_RETRIES="1").code == 0
        assert len(post.kept()) == 3

    def test_drift_is_seen_after_a_green_verdict(self, post: Post) -> None:
        core = post.desk.root / "site/prov/core.py"
        assert post.guard().code == 0
        core.write_text(NEW.replace("def run(self, x)", "def run(self, x, y)"))
        assert post.guard().code == 78
        core.write_text(NEW)
        assert post.guard().code == 0

    def test_a_copied_time_does_not_fool_it(self, post: Post) -> None:
        assert post.guard().code == 0
        main = post.desk.root / "cons" / "main.py"
        status = main.stat()
        main.write_text(FITS.replace("run(1)", "halt()")[: status.st_size])
        os.utime(main, ns=(status.st_atime_ns, status.st_mtime_ns))
        assert post.guard().code == 78

    @pytest.mark.parametrize("text", [b"", b"{}", b"[]" + b"0" * 64, b"\x00" * 200])
    def test_a_damaged_verdict_is_made_again(self, post: Post, text: bytes) -> None:
        assert post.guard().code == 0
        file = post.entry()
        sound = file.stat().st_size
        file.write_bytes(text)
        assert post.guard().code == 0
        assert file.stat().st_size == pytest.approx(sound, abs=40)

    def test_a_well_sealed_verdict_of_another_shape_is_made_again(self, post: Post) -> None:
        assert post.guard().code == 0
        file = post.entry()
        cache = Cache(folder=post.desk.root / "cache", notes=[])
        shapes: tuple[dict[str, Json], ...] = (
            {},
            {"green": True},
            {"green": 1, "lasting": 1, "premises": [], "state": {}},
            {"green": True, "lasting": True, "premises": {"x": []}, "state": {}},
        )
        for shape in shapes:
            cache.write_json("verdicts", file.stem, shape | {"made_at": time.time()})
            assert post.guard().code == 0
            assert "sentence" in (cache.read_json("verdicts", file.stem) or {})

    def test_the_newest_of_a_range_is_asked_for_again(self, post: Post) -> None:
        words = (
            "guard",
            "cons",
            "--provider",
            "prov>=1.5",
            "--baseline",
            "prov==1.0",
            "--static",
            "--",
        )
        assert post.desk.child(*words, "true").code == 0
        kept = post.kept()
        assert post.desk.child(*words, "true").code == 0
        assert post.kept() == kept
        file = post.entry()
        cache = Cache(folder=post.desk.root / "cache", notes=[])
        entry = cache.read_json("verdicts", file.stem)
        assert entry is not None
        cache.write_json("verdicts", file.stem, entry | {"made_at": time.time() - 700})
        aged = post.kept()
        assert post.desk.child(*words, "true").code == 0
        assert post.kept() != aged

    def test_a_cache_that_cannot_be_written(self, post: Post) -> None:
        post.write("cache", "a file")
        ended = post.child(TMPDIR=str(post.desk.root))
        assert (ended.code, ended.out) == (0, "ran\n")
        own = post.desk.root / f"drift-audit-{os.getuid()}"
        assert own.stat().st_mode & 0o777 == 0o700
        assert len(list(own.glob("verdicts/*/*.json"))) == 1
        own.chmod(0o777)
        ended = post.child(TMPDIR=str(post.desk.root))
        assert (ended.code, "is not this user's own folder" in ended.err) == (78, True)


class TestLaunches:
    def test_ranks_share_one_verdict(self, post: Post) -> None:
        with ThreadPoolExecutor() as pool:
            ranks = list(pool.map(lambda rank: post.child(LOCAL_RANK=str(rank)), range(6)))
        assert [(each.code, each.out) for each in ranks] == [(0, "ran\n")] * 6
        assert [each.err for each in ranks] == [GREEN, *[""] * 5]
        assert len(post.kept()) == 1

    def test_one_of_them_tells_what_is_wrong(self, post: Post) -> None:
        post.drift()
        first, second = post.guard(SLURM_LOCALID="0"), post.guard(SLURM_LOCALID="1")
        assert (first.code, second.code) == (78, 78)
        assert "main.py:3:10" in first.err
        assert "main.py:3:10" not in second.err
        assert len(second.err.splitlines()) == 2

    @pytest.mark.parametrize(
        "variables",
        [
            {"SLURM_JOB_ID": "7", "SLURM_NNODES": "2"},
            {"TORCHELASTIC_RUN_ID": "7", "GROUP_WORLD_SIZE": "2", "MASTER_ADDR": "a"},
        ],
    )
    def test_nodes_of_one_launch_must_be_alike(self, post: Post, variables: dict[str, str]) -> None:
        core = post.desk.root / "site/prov/core.py"
        assert post.guard(SLURMD_NODENAME="a", **variables).code == 0
        os.utime(core)
        assert post.guard(SLURMD_NODENAME="b", **variables).code == 0
        core.write_text(NEW + "# other\n")
        ended = post.guard(SLURMD_NODENAME="c", **variables)
        assert (ended.code, ended.out) == (78, "")
        assert "is not run on c: its environment or its sources are not those of" in ended.err
        alone = {**variables, "SLURM_NNODES": "1", "GROUP_WORLD_SIZE": "1"}
        assert post.guard(SLURMD_NODENAME="c", **alone).code == 0
