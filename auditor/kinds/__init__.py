"""The kinds of drift, one file each, found by their files."""

from __future__ import annotations

import functools
import importlib
import pkgutil

from ..judge import Kind


@functools.cache
def kinds() -> tuple[Kind, ...]:
    """All kinds, sorted by id."""
    found = [
        importlib.import_module(f"{__name__}.{module.name}").KIND
        for module in pkgutil.iter_modules(__path__)
    ]
    return tuple(sorted(found, key=lambda kind: kind.id))
