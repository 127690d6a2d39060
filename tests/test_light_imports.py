"""The scan starts at once, and runs where no provider can be imported."""

import subprocess
import sys
from pathlib import Path

import pytest

#: Nothing that judges uses may need these; where they are missing or broken, the scan still runs.
PROVIDERS = ("speculators", "torch", "transformers", "vllm")
#: Used in some runs only, so loaded in those only.
HEAVY = ("griffe", "httpx2", "jinja2", "libcst", "unearth")

BLOCKED = f"""
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {PROVIDERS}:
            raise RuntimeError("imported a provider: " + name)

sys.meta_path.insert(0, Refuse())
"""

REPORT = f"""
loaded = sorted(name for name in {PROVIDERS + HEAVY} if name in sys.modules)
assert not loaded, loaded
"""


def run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BLOCKED + program + REPORT]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["scan", "--help"], ["guard", "--help"]]
)
def test_command_line_is_light(words: list[str], tmp_path: Path) -> None:
    program = f"""
from drift_audit.auditor.cli import main
sys.argv = ["drift-audit", *{words}]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""
    child = run(program, tmp_path)
    assert child.returncode == 0, child.stderr
    assert "drift-audit" in child.stdout


@pytest.mark.parametrize("module", ["scan", "kinds", "model", "errors", "trees"])
def test_engine_is_light(module: str, tmp_path: Path) -> None:
    child = run(f"import drift_audit.auditor.{module}\n", tmp_path)
    assert child.returncode == 0, child.stderr
