"""speculators 0.3.0, mended for a newer vLLM and for the one that it was written for."""

import ast
import json
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from drift_audit.auditor.cli.program import run

pytestmark = pytest.mark.wheels

CACHE = str(platformdirs.user_cache_path("drift-audit"))
QUIETLY = ("--static", "--cache-dir", CACHE)
BASELINE = "0.11.0"


def found(folder: Path, now: str, before: str, capture: pytest.CaptureFixture[str]) -> set[Any]:
    """What breaks or is silently wrong by the contracts."""
    words = ("--provider", f"vllm=={now}", "--baseline", f"vllm=={before}", "--no-recipes")
    run(("scan", str(folder), *words, *QUIETLY, "--output-format", "json"))
    return {
        (one["kind"], one["path"], one["symbol"], one["parameter"])
        for one in json.loads(capture.readouterr().out)["findings"]
        if one["severity"] in ("breaks", "silent")
    }


@pytest.mark.parametrize("release", ["0.12.0", "0.17.1", "0.20.2"])
def test_the_release_and_the_baseline_are_served(
    release: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into = tmp_path / "into"
    style = ("--style", "compatible", "--unsafe-fixes", "--into", str(into))
    run(("fix", "speculators==0.3.0", "--provider", f"vllm=={release}", *style, *QUIETLY))
    assert "rejected" not in capsys.readouterr().out
    for file in into.rglob("*.py"):
        ast.parse(file.read_bytes())
    assert found(into, release, BASELINE, capsys) == set()
    assert found(into, BASELINE, release, capsys) == set()
