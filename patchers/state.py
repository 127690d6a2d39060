"""A consumer while it is mended: its files, and what the patches so far made of some."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from drift_audit.auditor.trees import Distribution, Tree


class _ChangedTree:
    """A tree in which some files have other bytes."""

    __slots__ = ("_changed", "_tree")

    def __init__(self, tree: Tree, changed: Mapping[str, bytes]) -> None:
        self._tree = tree
        self._changed = dict(changed)

    def paths(self) -> tuple[str, ...]:
        """All `.py` paths, sorted."""
        return self._tree.paths()

    def read(self, path: str) -> bytes:
        """A file's bytes, as the patches left it."""
        return self._changed[path] if path in self._changed else self._tree.read(path)

    def digest(self, path: str) -> str:
        """A fingerprint of those bytes."""
        if path in self._changed:
            return hashlib.sha256(self._changed[path]).hexdigest()[:32]
        return self._tree.digest(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The consumer as it was found, and the files that are changed by now.

    `changed` goes by the paths of reports, relative to the consumer's root.
    """

    original: Distribution
    changed: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def consumer(self) -> Distribution:
        """The consumer with the changes."""
        if not self.changed:
            return self.original
        inside = {self._inside(path): data for path, data in self.changed.items()}
        return replace(self.original, tree=_ChangedTree(self.original.tree, inside))

    def read(self, path: str) -> bytes:
        """A file's bytes now, by its path in reports."""
        if path in self.changed:
            return self.changed[path]
        return self.original.tree.read(self._inside(path))

    def was(self, path: str) -> bytes:
        """A file's bytes as it was found."""
        return self.original.tree.read(self._inside(path))

    def changing(self, files: Mapping[str, bytes]) -> State:
        """The state with more files changed."""
        return replace(self, changed={**self.changed, **files})

    def _inside(self, path: str) -> str:
        for inside in self.original.tree.paths():
            if self.original.reported(inside) == path:
                return inside
        raise KeyError(path)
