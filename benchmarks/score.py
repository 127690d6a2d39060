"""Findings held against the ground truth, by the same measure for every tool."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import dataclass
from types import ModuleType
from typing import TypeAlias

from packaging.version import Version
from places import ROOT
from tools import Finding

_TRUTH = ROOT / "tests" / "truth"
_COMPARED = ("path", "line", "kind", "severity", "message")

Entry: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Which drifts were found and missed, and what was said that is none.

    `flips` are flipped defaults of severity `risk` that the truth does not list: a ranking, and
    counted apart.
    """

    found: tuple[str, ...]
    missed: tuple[str, ...]
    false: tuple[str, ...]
    flips: int = 0

    def figures(self) -> str:
        """True / false / missed."""
        return f"{len(self.found)} / {len(self.false)} / {len(self.missed)}"


def scored(findings: list[Finding], version: str) -> Score:
    """How findings answer the drifts that stand in this release of the provider."""
    truth = _measure()
    entries = [one for one in _entries() if truth.active(one, Version(version))]
    found = [e for e in entries if any(truth.answers(one, e) for one in findings)]
    stray = [one for one in findings if not any(truth.answers(one, e) for e in entries)]
    flips = [one for one in stray if entries and _is_flip(one)]
    return Score(
        found=tuple(str(e["id"]) for e in found),
        missed=tuple(str(e["id"]) for e in entries if e not in found),
        false=tuple(_told(one) for one in stray if one not in flips),
        flips=len(flips),
    )


def loud(scan: str) -> list[Finding]:
    """The findings of a scan's JSON that are above `note`, as far as a type checker has the same.

    Whole signatures and advice are left out: they hold many names, and would answer a drift by
    chance. The message alone must name what drifted, as for the other tools.
    """
    levels = _measure().LOUD
    told = json.loads(scan)["findings"]
    return [{name: one[name] for name in _COMPARED} for one in told if one["severity"] in levels]


def _is_flip(one: Finding) -> bool:
    return one.get("severity") == "risk" and "default" in str(one["kind"])


def _told(one: Finding) -> str:
    name = str(one["path"]).rpartition("/")[2]
    return f"{name}:{one['line']} {one['kind']}: {str(one['message'])[:90]}"


def _entries() -> list[Entry]:
    entries: list[Entry] = json.loads((_TRUTH / "speculators-0.3.0.json").read_text("utf-8"))
    return entries


def _measure() -> ModuleType:
    """The script that holds scans against the truth; the measure is the one of the tests."""
    spec = importlib.util.spec_from_file_location("truth_measure", _TRUTH / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
