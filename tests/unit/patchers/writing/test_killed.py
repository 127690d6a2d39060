"""A process that is killed anywhere loses nothing: `undo` finds the way back to every byte.

`KILLED_TRIES` in the environment asks for more random tries than a normal run makes, `KILLED_FILES`
for a kill before every step of an application to more files.
"""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from drift_audit.auditor.errors import CutShortError
from drift_audit.auditor.trees import Distribution
from drift_audit.patchers.model import VerifiedPatch
from drift_audit.patchers.writing import State, applications, apply, undo, write_overlay
from drift_audit.patchers.writing.disk import Disk

from .conftest import NEW, OLD, PYPROJECT, Workplace, snapshot, verified, write

TRIES = int(os.environ.get("KILLED_TRIES", "120"))
STEPPED = int(os.environ.get("KILLED_FILES", "5"))
KILLED = 9
FILES = {f"cons/part_{n % 3}/module_{n}.py": f"{OLD}# {n}\n" for n in range(20)}
PATCHES = [verified(path, f"{NEW}# new {path}\n", before=text) for path, text in FILES.items()]
Tree = dict[str, tuple[bytes, int]]


class Ending(Disk):
    """A disk that ends the process before some step, or in the middle of a write."""

    def __init__(self, step: int) -> None:
        self.left = step
        self.taken = 0

    def reached(self, _step: str) -> None:
        self.taken += 1
        if self.taken > self.left:
            os._exit(KILLED)

    def pour(self, handle: int, data: bytes) -> None:
        super().pour(handle, data[: len(data) // 2])
        self.reached("half")
        super().pour(handle, data[len(data) // 2 :])


def fork(work: Callable[[], object]) -> int:
    """A child that does some work and ends."""
    child = os.fork()
    if child:
        return child
    try:
        work()
        os._exit(0)
    finally:
        traceback.print_exc()
        os._exit(1)


def ended(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """In memory, where there is such a folder: only the process dies, no disk has to keep up."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path_factory.mktemp("killed")
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


@pytest.fixture(params=["checkout", "installed"])
def consumer(place: Workplace, request: pytest.FixtureRequest) -> Distribution:
    files = {"cons/__init__.py": "", **FILES}
    if request.param == "installed":
        place.install(files)
        root, named = place.site, "cons"
    else:
        root = write(place.root / "checkout", {"pyproject.toml": PYPROJECT, **files})
        named = str(root)
    (root / "cons/part_1/module_4.py").chmod(0o755)
    (root / "cons/part_2/module_5.py").chmod(0o600)
    return place.find(named)


def test_killed_before_every_step(place: Workplace, consumer: Distribution) -> None:
    """Of `apply`, and of the `undo` that follows, and of the one after that."""
    root, chance = Path(consumer.root), random.Random(1)
    patches = PATCHES[:STEPPED]
    before, after = snapshot(root), patched(place, consumer, patches)
    steps = 0
    while True:
        code = ended(fork(partial(apply, consumer, patches, state=place.state, disk=Ending(steps))))
        assert code in (0, KILLED)
        refused_while_cut_short(place, consumer, before, after)
        for _ in range(chance.randrange(3)):
            end = Ending(chance.randrange(15 * STEPPED))
            assert ended(fork(partial(undo, state=place.state, disk=end))) in (0, KILLED)
            refused_while_cut_short(place, consumer, before, after)
        undo(state=place.state)
        assert snapshot(root) == before, steps
        assert applications(place.state) == ()
        if not code:
            break
        steps += 1
    assert steps > 10 * STEPPED


def test_killed_at_any_time(place: Workplace, consumer: Distribution) -> None:
    """By a signal, whatever the process is doing then."""
    root, chance = Path(consumer.root), random.Random(2)
    before, after = snapshot(root), patched(place, consumer, PATCHES)
    works: tuple[Callable[[], object], ...] = (
        partial(apply, consumer, PATCHES, state=place.state),
        partial(undo, state=place.state),
    )
    seconds = [0.02, 0.02]
    cut_short = 0
    for _ in range(TRIES):
        for at, work in enumerate(works):
            ending = killed_after(work, chance.random() * seconds[at])
            assert ending in (0, -signal.SIGKILL)
            is_cut_short = any(one.state is State.CUT_SHORT for one in applications(place.state))
            cut_short += is_cut_short
            seconds[at] *= 1 if is_cut_short else 1.1 if ending else 0.9
            refused_while_cut_short(place, consumer, before, after)
        undo(state=place.state)
        assert snapshot(root) == before
        assert applications(place.state) == ()
    assert cut_short > TRIES // 10


def killed_after(work: Callable[[], object], seconds: float) -> int:
    """How a child ends that is killed so many seconds after it has begun to work."""
    begun, begin = os.pipe()
    child = fork(lambda: (os.write(begin, b"."), work()))
    os.read(begun, 1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.close(begun)
    os.close(begin)
    return ended(child)


def patched(place: Workplace, consumer: Distribution, patches: list[VerifiedPatch]) -> Tree:
    """The tree as it is with all patches; it is put back again."""
    apply(consumer, patches, state=place.state)
    after = snapshot(Path(consumer.root))
    undo(state=place.state)
    return after


def refused_while_cut_short(
    place: Workplace, consumer: Distribution, before: Tree, after: Tree
) -> None:
    """The tree is old, or new, or no other patch is taken until it is put back."""
    now = snapshot(Path(consumer.root))
    left = applications(place.state)
    if not left:
        assert now == before
    elif left[0].state is State.WRITTEN:
        assert now == after
    else:
        with pytest.raises(CutShortError):
            apply(consumer, [], state=place.state)


def test_copy_is_whole_wherever_the_process_is_killed(place: Workplace) -> None:
    root = place.checkout()
    target = place.root / "out"
    consumer = place.find(root)
    one, two = [verified("cons/main.py")], [verified("cons/sub/deep.py")]
    make = partial(write_overlay, consumer, folder=target, acquisition=place.acquisition)
    make(patches=two)
    after = snapshot(target)
    make(patches=one)
    before = snapshot(target)
    steps = replaced = 0
    while ended(fork(partial(make, patches=two, disk=Ending(steps)))) == KILLED:
        now = snapshot(target)
        assert now in (before, after)
        replaced += now == after
        make(patches=one)
        assert snapshot(target) == before
        assert not [path for path in place.root.iterdir() if path.name.startswith(".out")]
        steps += 1
    assert steps > 50
    assert 0 < replaced < steps
