"""A tree in memory that counts its reads, and a store of its facts."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from drift_audit.auditor.contracts.store import FactsStore
from drift_audit.auditor.trees import Distribution

FILES = {
    "pkg/__init__.py": "from .a import f\n__all__ = ['f']\n",
    "pkg/a.py": "def f(x: int = 1, *, y='é', **kw) -> list[int]:\n    z = [x]\n    return z\n",
    "pkg/b.py": "import enum\nclass C(enum.Enum):\n    A = 1\nclass D:\n    class E: ...\n",
    "pkg/space/c.py": "# start_layer, end_layer2\nstart_layer = 1\n",
    "pkg/broken.py": "def (\n",
}


class Shelf:
    """A tree that counts how often it is read."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = {path: text.encode() for path, text in files.items()}
        self.reads: list[str] = []

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def read(self, path: str) -> bytes:
        self.reads.append(path)
        return self.files[path]

    def digest(self, path: str) -> str:
        return hashlib.sha256(self.files[path]).hexdigest()


def store(cache: Path | None, shelf: Shelf, *, digest: str = "d", version: str = "1") -> FactsStore:
    return FactsStore(
        cache,
        Distribution(
            name="pkg",
            version=version,
            tree=shelf,
            packages=("pkg",),
            source="a shelf",
            digest=digest,
        ),
    )
