"""Every format of a matrix: one file here, found by its name, with a `render` and its suffixes."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Protocol, cast

from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.matrix import Matrix


class Format(Protocol):
    """What a format module offers."""

    SUFFIXES: tuple[str, ...]

    def render(self, matrix: Matrix) -> str:
        """The whole matrix, the same bytes for the same one."""


def names() -> tuple[str, ...]:
    """The ids of all formats, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def render(name: str, matrix: Matrix) -> str:
    """Write the matrix in that format."""
    return _load(name).render(matrix)


def by_suffix(path: str) -> str:
    """The id of the format that a file's name asks for. Raises UsageError where none has it."""
    known = {suffix: name for name in names() for suffix in _load(name).SUFFIXES}
    for suffix, name in known.items():
        if path.lower().endswith(suffix):
            return name
    raise UsageError(
        f"The name {path!r} does not tell the format of the matrix.",
        f"End it with one of {', '.join(sorted(known))}.",
    )


def _load(name: str) -> Format:
    return cast(Format, importlib.import_module(f"{__name__}.{name}"))


def suffix(name: str) -> str:
    """How the name of a file in that format ends."""
    return _load(name).SUFFIXES[0]
