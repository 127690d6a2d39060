"""What lock files and requirements beside a consumer say of a provider."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .declared import Toml, strings, table
from .installed import read_file
from .metadata import is_for, normalised

_LOCKS = ("uv.lock", "poetry.lock", "pdm.lock")
_STANDARD_LOCKS = ("pylock.toml", "pylock.*.toml")
_REQUIREMENTS = ("requirements*.txt", "requirements/*.txt")
_MAX_INCLUDES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A requirement line on the provider, and the file that has it."""

    line: str
    file: str


def locked(root: Path, provider: str) -> Iterator[Said]:
    """The provider's versions as lock files beside the consumer have them, by file name."""
    name = normalised(provider)
    for folder in _project_folders(root):
        for file in _LOCKS:
            yield from _pins(folder / file, "package", name)
        for pattern in _STANDARD_LOCKS:
            for path in sorted(folder.glob(pattern)):
                yield from _pins(path, "packages", name)
        yield from _pipfile(folder / "Pipfile.lock", name)


def required(root: Path, provider: str) -> Iterator[Said]:
    """The lines on the provider in requirements files and dependency groups beside the consumer."""
    for folder in _project_folders(root):
        yield from _grouped(folder / "pyproject.toml", normalised(provider))
        yield from _in_requirements(folder, normalised(provider))


def _project_folders(root: Path) -> tuple[Path, ...]:
    """A package that was named by itself stands in a project's folder, with or without `src`."""
    return (root, root.parent) if root.name == "src" else (root,)


def _grouped(path: Path, name: str) -> Iterator[Said]:
    for group, lines in sorted(table(_toml(path), "dependency-groups").items()):
        for line in strings(lines):
            if is_for(line, name):
                yield Said(line=line, file=f"{path.name}, group {group}")


def _in_requirements(folder: Path, name: str) -> Iterator[Said]:
    seen: set[Path] = set()
    for pattern in _REQUIREMENTS:
        for path in sorted(folder.glob(pattern)):
            for line in _lines(path, seen):
                if is_for(line, name):
                    yield Said(line=line, file=path.relative_to(folder).as_posix())


def _pins(path: Path, key: str, name: str) -> Iterator[Said]:
    packages = _toml(path).get(key)
    for package in packages if isinstance(packages, list) else []:
        said = table(package)
        version = said.get("version")
        if normalised(str(said.get("name", ""))) == name and isinstance(version, str):
            yield Said(line=f"{name}=={version}", file=path.name)


def _pipfile(path: Path, name: str) -> Iterator[Said]:
    try:
        whole = json.loads(read_file(path) or b"{}")
    except (ValueError, RecursionError):
        return
    for section in ("default", "develop"):
        for package, said in table(whole, section).items():
            version = table(said).get("version")
            if normalised(package) == name and isinstance(version, str):
                yield Said(line=f"{name}{version}", file=path.name)


def _toml(path: Path) -> Toml:
    data = read_file(path)
    if data is None:
        return {}
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8", "replace"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _lines(path: Path, seen: set[Path]) -> Iterator[str]:
    """The requirement lines of a file and of those that it includes."""
    if path in seen or len(seen) > _MAX_INCLUDES:
        return
    seen.add(path)
    text = (read_file(path) or b"").decode("utf-8", "replace").replace("\\\n", " ")
    for line in text.splitlines():
        bare = re.sub(r"(^|\s)#.*$", "", line).strip()
        included = re.fullmatch(r"(?:-r|--requirement|-c|--constraint)[ =]*(.+)", bare)
        if included:
            place = path.parent / included.group(1).replace("\0", "")
            yield from _lines(Path(os.path.realpath(place)), seen)
        elif bare and not bare.startswith("-"):
            yield re.split(r"\s--", bare)[0].strip()
