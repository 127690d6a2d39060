"""The tools that are compared: how each is called, and what its output says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

RELEASES = ("ty==0.0.108", "pyrefly==1.5.0", "pydantic==2.14.4", "msgspec==0.23.0")
"""The type checkers, and the two libraries without which they misread vLLM's classes."""

_MISSING = re.compile(r"import-not-found|missing-import|unresolved-import|missing-source")
_NAMED = re.compile(r"`([\w.]+)`")

Finding: TypeAlias = dict[str, object]
"""A finding in the words of the scan's JSON: path, line, kind, severity, message, ..."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """A type checker. `argv` takes the venv, the folders of consumer and provider, and a target."""

    name: str
    argv: Callable[[Path, Path, Path, Path], list[str]]
    read: Callable[[str], list[Finding]]


def _ty(venv: Path, consumer: Path, provider: Path, target: Path) -> list[str]:
    return [
        str(venv / "bin" / "ty"), "check", "--output-format", "gitlab", "--python", str(venv),
        "--extra-search-path", str(consumer), "--extra-search-path", str(provider), str(target),
    ]  # fmt: skip


def _pyrefly(venv: Path, consumer: Path, provider: Path, target: Path) -> list[str]:
    return [
        str(venv / "bin" / "pyrefly"), "check", "--preset", "default", "--output-format", "json",
        "--python-interpreter-path", str(venv / "bin" / "python"),
        "--search-path", str(consumer), "--search-path", str(provider), str(target),
    ]  # fmt: skip


def _from_ty(text: str) -> list[Finding]:
    return [
        {
            "path": one["location"]["path"],
            "line": one["location"]["positions"]["begin"]["line"],
            "kind": one["check_name"],
            "message": one["description"].removeprefix(f"{one['check_name']}: "),
        }
        for one in json.loads(text)
    ]


def _from_pyrefly(text: str) -> list[Finding]:
    return [
        {
            "path": one["path"],
            "line": one["line"],
            "kind": one["name"],
            "message": one["concise_description"],
        }
        for one in json.loads(text)["errors"]
    ]


RIVALS = (
    Rival(name="ty", argv=_ty, read=_from_ty),
    Rival(name="pyrefly", argv=_pyrefly, read=_from_pyrefly),
)


def scan_argv(tool: Path, cache: Path, consumer: str, provider: str) -> list[str]:
    """The scan as a user types it."""
    return [
        str(tool / "bin" / "drift-audit"), "scan", consumer, "--provider", provider, "--static",
        "--output-format", "json", "--cache-dir", str(cache),
    ]  # fmt: skip


def about(package: str, consumer: Path, found: list[Finding], cwd: Path) -> list[Finding]:
    """The findings that speak of the provider.

    They stand in a file that names the package, and do not say that another package is absent.
    """
    return [one for one in found if _speaks_of(package, consumer, one, cwd)]


def _speaks_of(package: str, consumer: Path, one: Finding, cwd: Path) -> bool:
    if _MISSING.search(str(one["kind"])):
        named = _NAMED.search(str(one["message"]))
        return named is not None and named[1].partition(".")[0] == package
    path = (cwd / str(one["path"])).resolve()
    return path.is_relative_to(consumer.resolve()) and _imports(package, path)


def _imports(package: str, path: Path) -> bool:
    text = path.read_text("utf-8", "replace")
    return re.search(rf"^\s*(from|import) {package}\b", text, re.MULTILINE) is not None


def news(found: list[Finding], before: list[Finding]) -> list[Finding]:
    """What is said of the provider now and was not said of the baseline."""
    known = {(one["path"], one["line"], one["kind"]) for one in before}
    return [one for one in found if (one["path"], one["line"], one["kind"]) not in known]
