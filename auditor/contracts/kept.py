"""Answers of the child process, and where they are kept between runs."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from .packed import PackedFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One answer as it is stored: to a symbol, or to a call.

    `waited` is how many seconds the child was given when it gave none, 0 for true answers.
    """

    not_imported: str = ""
    missing: str = ""
    kind: str = ""
    unsigned: str = ""
    parameters: tuple[tuple[str, str, bool, str], ...] | None = None
    mro: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    refused: str = ""
    inconclusive: str = ""
    fits: bool = False
    waited: float = 0.0


def bind_key(
    symbol: str,
    args_count: int,
    keywords: Iterable[str],
    partial: bool = False,  # noqa: FBT001, FBT002 - calls are handed on as tuples
) -> str:
    """The name of a call among the answers; no symbol has such a name."""
    return f"{symbol}({args_count}; {', '.join(keywords)}{'; …' if partial else ''})"


class KeptAnswers:
    """Answers on disk, one file for an interpreter in one state of its environment."""

    def __init__(self, cache_dir: Path | None, *, python: str, env_digest: str) -> None:
        keeps = cache_dir is not None and bool(env_digest)
        self._mark = hashlib.sha256(f"{python} {env_digest} {_child_digest()}".encode()).hexdigest()
        path = cache_dir / "runtime" / f"{self._mark[:24]}.bin" if keeps and cache_dir else None
        self._packed = PackedFile(path)

    def get(self, key: str, timeout_s: float) -> Kept | None:
        """A kept answer; that the child hung counts only where it would get no longer now."""
        data = self._packed.get(key, self._mark)
        if data is None:
            return None
        try:
            kept = msgspec.msgpack.decode(data, type=Kept)
        except msgspec.DecodeError:
            return None
        return kept if not kept.waited or kept.waited >= timeout_s else None

    def put(self, fresh: Mapping[str, Kept]) -> None:
        """Keep new answers."""
        self._packed.replace(
            {key: (self._mark, msgspec.msgpack.encode(one)) for key, one in fresh.items()}
        )


@functools.cache
def _child_digest() -> str:
    """A fingerprint of the code that answers."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for name in ("probe.py", "layers.py", "refusal.py", "child.py", "kept.py"):
        digest.update((here / name).read_bytes())
    return digest.hexdigest()
