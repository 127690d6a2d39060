"""The scans that reports are made of, and where their goldens lie."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

from drift_audit.auditor.model import Scan

CASES = Path(__file__).parent / "cases" / "formats"


def _scans() -> dict[str, Callable[[], Scan]]:
    spec = importlib.util.spec_from_file_location("format_scans", CASES / "scans.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    scans: dict[str, Callable[[], Scan]] = module.SCANS
    return scans


SCANS = _scans()
