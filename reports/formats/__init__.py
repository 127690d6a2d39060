"""Every report format: one file here, found by its name, with a `render` and its suffixes.

A format module has `SUFFIXES: tuple[str, ...]` (lower case, with the dot) and
`render(scan: Scan) -> str`. Importing this package imports none of them.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Protocol, cast

from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.model import Scan


class Format(Protocol):
    """What a format module offers."""

    SUFFIXES: tuple[str, ...]

    def render(self, scan: Scan) -> str:
        """The whole report, the same bytes for the same scan."""


def names() -> tuple[str, ...]:
    """The ids of all formats, sorted; an id is its module's name."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def load(name: str) -> Format:
    """The format of that id. Raises UsageError, with the ids there are, for any other."""
    if name not in names():
        raise UsageError(f"There is no report format {name!r}.", f"Use one of {_listed()}.")
    return cast(Format, importlib.import_module(f"{__name__}.{name}"))


def render(name: str, scan: Scan) -> str:
    """Write the scan in that format; plain text, whatever it is shown on."""
    return load(name).render(scan)


def by_suffix(path: str) -> str:
    """The id of the format that a file's name asks for, the longest suffix first.

    Raises UsageError for a suffix that no format has.
    """
    known = {suffix: name for name in names() for suffix in load(name).SUFFIXES}
    for suffix in sorted(known, key=lambda suffix: (-len(suffix), suffix)):
        if path.lower().endswith(suffix):
            return known[suffix]
    raise UsageError(
        f"The name {path!r} does not tell the format of the report.",
        f"End it with one of {', '.join(sorted(known))}.",
    )


def _listed() -> str:
    return ", ".join(names())
