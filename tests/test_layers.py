"""The shape of the code: what the model may lean on, and how large a piece may grow.

Which folder may import which is held by import-linter; its contracts stand in pyproject.toml.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST_FILE = 300
LONGEST_FUNCTION = 40


def python_files(root: Path, *folders: str) -> Iterator[Path]:
    command = ["git", "-C", str(root), "ls-files", "-z", "--", *folders]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for path in listing.split("\0"):
        if path.endswith(".py") and "/cases/" not in path and (root / path).exists():
            yield root / path


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Each imported module with its level (0 is absolute)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""


def test_model_leans_on_the_standard_library_alone(root: Path) -> None:
    files = list(python_files(root, "auditor/model"))
    assert files
    foreign = [
        f"{path.name}: {name}"
        for path in files
        for level, name in imports(ast.parse(path.read_bytes()))
        if level == 0 and name.split(".")[0] not in sys.stdlib_module_names
    ]
    assert foreign == []


def test_files_stay_readable(root: Path) -> None:
    long = {
        str(path.relative_to(root)): lines
        for path in python_files(root)
        if (lines := len(path.read_text("utf-8").splitlines())) > LONGEST_FILE
    }
    assert long == {}


def test_functions_stay_readable(root: Path) -> None:
    long = [
        f"{path.relative_to(root)}:{node.lineno} {node.name}"
        for path in python_files(root, "auditor", "extract", "patchers", "reports", "train")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert long == []
