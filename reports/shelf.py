"""Formats that lie in a package, one file each, and are found by their names and suffixes."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from types import ModuleType

from drift_audit.auditor.errors import UsageError


@dataclass(frozen=True, slots=True)
class Shelf:
    """A package of format modules: each has `SUFFIXES` (lower case, with the dot) and `render`."""

    package: ModuleType

    def names(self) -> tuple[str, ...]:
        """The ids of all formats, sorted; an id is its module's name."""
        return tuple(sorted(one.name for one in pkgutil.iter_modules(self.package.__path__)))

    def module(self, name: str) -> ModuleType:
        """The module of that id."""
        return importlib.import_module(f"{self.package.__name__}.{name}")

    def suffixes(self, name: str) -> tuple[str, ...]:
        """How the name of a file in that format may end; the first is the usual one."""
        found: tuple[str, ...] = self.module(name).SUFFIXES
        return found

    def by_suffix(self, path: str) -> str:
        """The id of the format that a file's name asks for, the longest suffix first.

        Raises UsageError for a suffix that no format has.
        """
        known = {suffix: name for name in self.names() for suffix in self.suffixes(name)}
        for suffix in sorted(known, key=lambda suffix: (-len(suffix), suffix)):
            if path.lower().endswith(suffix):
                return known[suffix]
        raise UsageError(
            f"The name {path!r} does not tell the format of the report.",
            f"End it with one of {', '.join(sorted(known))}.",
        )
