"""Who is told how far a long walk has come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Steps: TypeAlias = Callable[[int, int], None]
"""Told how many steps are done, and how many there are as far as is known by now."""

Watch: TypeAlias = Callable[[str, int, int], None]
"""The same, with what is being done; 0 steps known where that cannot be told."""


def unwatched(_label: str, _done: int, _known: int) -> None:
    """Nobody watches."""


def uncounted(_done: int, _known: int) -> None:
    """Nobody counts."""
