"""Two releases, two processors: a child reads the baseline's facts while we read those of now.

Only where nothing is cached: the child walks the consumer against the baseline, writes the facts
it met to the cache and ends; the walk proper then finds them there.  Where there is no `fork`, or
one processor, or no cache to hand them over, everything is read in turn.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from .contracts.store import FactsStore
from .model import ModuleFacts
from .pairing import Pairing
from .scan import judge
from .trees import Distribution


@dataclass(slots=True)
class LateFacts:
    """Facts of a release that somebody else is reading: opened when first asked for."""

    wait: Callable[[], None]
    cache_dir: Path
    distribution: Distribution
    _store: FactsStore | None = None

    @property
    def store(self) -> FactsStore:
        """The store, once the child has ended."""
        if self._store is None:
            self.wait()
            self._store = FactsStore(self.cache_dir, self.distribution)
        return self._store

    def facts(self, module_name: str) -> ModuleFacts | None:
        """As `FactsStore.facts`."""
        return self.store.facts(module_name)

    def modules(self) -> Mapping[str, str]:
        """As `FactsStore.modules`."""
        return self.store.modules()

    def is_namespace(self, module_name: str) -> bool:
        """As `FactsStore.is_namespace`."""
        return self.store.is_namespace(module_name)

    def grep(self, *names: str) -> tuple[str, ...]:
        """As `FactsStore.grep`."""
        return self.store.grep(*names)

    def methods(self) -> Mapping[str, tuple[str, ...]]:
        """As `FactsStore.methods`."""
        return self.store.methods()

    def source(self, module_name: str) -> str:
        """As `FactsStore.source`."""
        return self.store.source(module_name)

    def flush(self) -> None:
        """As `FactsStore.flush`."""
        self.store.flush()


def read_ahead(
    consumer: Distribution,
    pairings: tuple[Pairing, ...],
    exclude: tuple[str, ...],
    cache_dir: Path,
) -> tuple[Pairing, ...]:
    """The pairings, with baselines that a child reads ahead where that is of use."""
    cold = [p for p in pairings if _is_worth_it(p)]
    if not cold or not hasattr(os, "fork") or os.cpu_count() in (None, 1):
        return pairings
    if not _is_writable(cache_dir):
        return pairings
    child = os.fork()
    if child == 0:
        _read(consumer, cold, exclude)
    wait = _once(child)
    return tuple(
        replace(p, facts_before=LateFacts(wait, cache_dir, p.before))
        if p in cold and p.before is not None
        else p
        for p in pairings
    )


def _is_worth_it(pairing: Pairing) -> bool:
    before, now = pairing.facts_before, pairing.facts_now
    return isinstance(before, FactsStore) and before is not now and before.is_cold


def _is_writable(cache_dir: Path) -> bool:
    with contextlib.suppress(OSError):
        cache_dir.mkdir(parents=True, exist_ok=True)
        return os.access(cache_dir, os.W_OK)
    return False


def _read(consumer: Distribution, cold: list[Pairing], exclude: tuple[str, ...]) -> None:
    """The child: walk against the baseline as if it were both releases, keep the facts, end."""
    status = 1
    try:
        both = tuple(
            replace(
                p,
                now=p.before,
                facts_now=p.facts_before,
                before=replace(p.before, digest=f"{p.before.digest} again"),
            )
            for p in cold
            if p.before is not None and p.facts_before is not None
        )
        judge(consumer, both, exclude=exclude, chosen=())
        for pairing in both:
            if isinstance(pairing.facts_now, FactsStore):
                pairing.facts_now.flush()
        status = 0
    finally:
        os._exit(status)


def _once(child: int) -> Callable[[], None]:
    """Wait for the child, the first time it is asked."""
    waited: list[int] = []

    def wait() -> None:
        if not waited:
            waited.append(child)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)

    return wait
