"""Every format of a surface: one file here, found by its name, with a `render` and its suffixes."""

from __future__ import annotations

import sys

from drift_audit.auditor.surface import Surface
from drift_audit.reports.shelf import Shelf

_SHELF = Shelf(sys.modules[__name__])
names = _SHELF.names
by_suffix = _SHELF.by_suffix
suffixes = _SHELF.suffixes


def render(name: str, surface: Surface) -> str:
    """Write the surface in that format, the same bytes for the same one."""
    text: str = _SHELF.module(name).render(surface)
    return text
