"""Findings held against the provider that is installed, where it can be imported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .model import Scan
from .scan import Pairing

if TYPE_CHECKING:
    from .acquire import Environment


def witnessed(
    found: Scan, pairings: tuple[Pairing, ...], environment: Environment, cache_dir: Path
) -> Scan:
    return found
