"""The source files below a folder, links followed with care."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from drift_audit.auditor.trees import FileOnDisk

#: Never a project's own sources: the usual tools leave them out too.
_LEFT_OUT = frozenset({
    ".bzr", ".direnv", ".eggs", ".git", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox",
    ".pytest_cache", ".pytype", ".ruff_cache", ".svn", ".tox", ".venv", ".vscode",
    "__pypackages__", "node_modules", "site-packages", "venv",
})  # fmt: skip
#: Left out unless they are packages themselves.
_BUILT = frozenset({"_build", "build", "buck-out", "dist"})
_SOURCE = re.compile(r"\.py$")
_SCRIPT = re.compile(
    r"\.(?:sh|bash|zsh|slurm|sbatch|ya?ml|dockerfile|service|env|mk)$"
    r"|^(?:Docker|Container|Make)file|^justfile$",
    re.IGNORECASE,
)


def list_project(root: Path, unread: list[str] | None = None) -> dict[str, FileOnDisk]:
    """The `.py` files of a project, by path relative to its root in POSIX form.

    Left out are version control, environments, caches and built files. Folders that cannot be
    read are added to `unread`, likewise relative ("" is the root).
    """
    return dict(_walk(str(root), unread if unread is not None else [], pruned=True))


def list_scripts(root: Path) -> dict[str, FileOnDisk]:
    """The files of a project that start programs: shell, YAML, container and service files."""
    return dict(_walk(str(root), [], pruned=True, wanted=_SCRIPT))


def list_package(root: Path) -> dict[str, FileOnDisk]:
    """All `.py` files of a package, by path relative to its folder in POSIX form."""
    return dict(_walk(str(root), [], pruned=False))


def file_on_disk(path: str) -> FileOnDisk:
    """The listing of one file."""
    status = os.stat(path)  # noqa: PTH116 - ten thousand times a scan
    return FileOnDisk(location=path, size=status.st_size, modified=status.st_mtime_ns)


def _walk(
    root: str, unread: list[str], *, pruned: bool, wanted: re.Pattern[str] = _SOURCE
) -> Iterator[tuple[str, FileOnDisk]]:
    """A folder that is reached through a link is read once, and not if it lies in the root anyway.

    So no loop of links can keep the walk going, and no file comes under two names.
    """
    real_root = os.path.realpath(root)
    followed: list[str] = []
    pending = [(root, "")]
    while pending:
        folder, prefix = pending.pop()
        for entry in _entries(folder, prefix.rstrip("/"), unread):
            path = prefix + entry.name
            if wanted.search(entry.name) and _is(entry, os.DirEntry.is_file):
                yield path, file_on_disk(entry.path)
            elif (
                _is(entry, os.DirEntry.is_dir)
                and not _is_left_out(entry, pruned=pruned)
                and _enter(entry, real_root, followed)
            ):
                pending.append((entry.path, f"{path}/"))


def _entries(folder: str, path: str, unread: list[str]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        unread.append(path)
        return []


def _is(entry: os.DirEntry[str], what: Callable[[os.DirEntry[str]], bool]) -> bool:
    """Whether an entry is that, links followed; what leads nowhere or round is nothing."""
    try:
        return what(entry)
    except OSError:
        return False


def _is_left_out(entry: os.DirEntry[str], *, pruned: bool) -> bool:
    name = entry.name
    if name == "__pycache__" or not pruned:
        return name == "__pycache__"
    if name in _LEFT_OUT or name.endswith(".egg-info"):
        return True
    if name in _BUILT:
        return not _has(entry, "__init__.py")
    return _has(entry, "pyvenv.cfg")


def _has(entry: os.DirEntry[str], name: str) -> bool:
    """Whether a folder has a file; a folder that cannot be looked into has none."""
    return os.path.isfile(os.path.join(entry.path, name))  # noqa: PTH113, PTH118 - never raises


def _enter(entry: os.DirEntry[str], real_root: str, followed: list[str]) -> bool:
    """Whether to walk a folder; a link's target is noted in `followed`."""
    if not entry.is_symlink():
        return not followed or os.path.realpath(entry.path) not in followed
    target = os.path.realpath(entry.path)
    known = (real_root, *followed)
    if any(_contains(folder, target) for folder in known) or _contains(target, real_root):
        return False
    followed.append(target)
    return True


def _contains(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
