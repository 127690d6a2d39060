"""Verdicts of the guard: kept for as long as nothing that they rest on changes, one a question."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from drift_audit.auditor.acquire.cache import Cache, Json, key_of, texts
from drift_audit.auditor.errors import WritingError
from drift_audit.auditor.premises import Premises, State

_KIND = "verdicts"
_LAUNCHES = "launches"
_RANGE_SECONDS = 600
"""How long the newest release of a range is taken for it: as long as the index's listing."""
_LAUNCH_SECONDS = 900
"""How long after each other the nodes of one launch may come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What an audit came to: whether the command may run, a sentence, and the report.

    `lasting` tells that it holds until its premises change, and not for some minutes alone.
    """

    green: bool
    sentence: str
    report: str
    premises: Premises
    state: State
    lasting: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """The verdicts below a folder that is this user's own."""

    folder: Path

    def recall(self, question: str) -> Verdict | None:
        """What was answered, if all that it rests on is as it was; whatever is damaged is none."""
        entry = self._cache.read_json(_KIND, question)
        try:
            known = _verdict(entry) if entry is not None else None
            age = time.time() - float(str(entry["made_at"])) if entry is not None else 0.0
        except (KeyError, TypeError, ValueError, AttributeError):
            return None
        if known is None or not (known.lasting or 0 <= age < _RANGE_SECONDS):
            return None
        return known if known.premises.state() == known.state else None

    def keep(self, question: str, verdict: Verdict) -> None:
        """Keep an answer in the place of the last one."""
        entry: dict[str, Json] = {
            "green": verdict.green,
            "sentence": verdict.sentence,
            "report": verdict.report,
            "lasting": verdict.lasting,
            "made_at": time.time(),
            "state": dict(asdict(verdict.state)),
            "premises": {name: list(value) for name, value in asdict(verdict.premises).items()},
        }
        self._cache.write_json(_KIND, question, entry)

    @contextlib.contextmanager
    def alone(self, question: str, node: str) -> Iterator[None]:
        """One process of a node at a time; the others wait here for its answer."""
        path = self.folder / "locks" / f"{key_of(question, node)}.lock"
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            with contextlib.suppress(OSError):  # a file system without locks: each by itself
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def other_node(self, launch: str, question: str, node: str, state: State) -> str:
        """A node of the same launch whose premises are others, "" where none is known to be."""
        folder = self.folder / _LAUNCHES / key_of(launch, question)
        cache = Cache(folder=folder, notes=[])
        cache.write_json(_LAUNCHES, key_of(node), {"node": node, "anywhere": state.anywhere})
        since = time.time() - _LAUNCH_SECONDS
        for path in sorted(folder.glob(f"{_LAUNCHES}/*/*.json")):
            with contextlib.suppress(OSError):
                said = (
                    cache.read_json(_LAUNCHES, path.stem) if path.stat().st_mtime > since else None
                )
                if said and said.get("anywhere") != state.anywhere:
                    return str(said.get("node"))
        return ""

    @property
    def _cache(self) -> Cache:
        return Cache(folder=self.folder, notes=[])


def verdicts_below(cache_dir: Path) -> Verdicts:
    """The verdicts of the cache, or of a folder of this user's own where that cannot be written.

    Raises:
        WritingError: neither can be had.
    """
    with contextlib.suppress(OSError):
        cache_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        if os.access(cache_dir, os.W_OK):
            return Verdicts(folder=cache_dir)
    import tempfile

    own = Path(tempfile.gettempdir()) / f"drift-audit-{os.getuid()}"
    advice = "Name a folder that can be written, with --cache-dir."
    try:
        own.mkdir(exist_ok=True, mode=0o700)
        status = own.lstat()
    except OSError as error:
        raise WritingError(f"{own} cannot be made: {error.strerror}", advice) from error
    if status.st_uid != os.getuid() or status.st_mode & 0o077 or not stat.S_ISDIR(status.st_mode):
        raise WritingError(f"{own} is not this user's own folder", advice)
    return Verdicts(folder=own)


def settle(
    verdicts: Verdicts,
    question: str,
    node: str,
    *,
    holds: Callable[[], bool],
    make: Callable[[], Verdict],
) -> Verdict:
    """The verdict that is kept and holds, else what the first process of this node makes."""
    if (known := verdicts.recall(question)) and holds():
        return known
    with verdicts.alone(question, node):
        if (known := verdicts.recall(question)) and holds():
            return known
        made = make()
        verdicts.keep(question, made)
        return made


def _verdict(entry: dict[str, Json]) -> Verdict:
    """An entry as it was kept. Raises KeyError, TypeError or AttributeError for any other."""
    green, lasting = entry["green"], entry["lasting"]
    premises, state = entry["premises"], entry["state"]
    if not (isinstance(green, bool) and isinstance(lasting, bool)):
        raise TypeError(entry)
    if not (isinstance(premises, dict) and isinstance(state, dict)):
        raise TypeError(entry)
    return Verdict(
        green=green,
        lasting=lasting,
        sentence=str(entry["sentence"]),
        report=str(entry["report"]),
        premises=Premises(**{name: texts(value) for name, value in premises.items()}),
        state=State(**{name: str(value) for name, value in state.items()}),
    )
