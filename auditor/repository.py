"""Where a consumer lies in its repository: what reads reports there knows no other names."""

from __future__ import annotations

import os
from pathlib import Path

_INSTALLED = {"site-packages", "dist-packages"}


def folder_in_repository(root: str) -> str:
    """A folder on disk, from the top of its repository, in POSIX form.

    "" where it is the top, where there is no repository, and for what is installed: an environment
    may lie in a repository and is no part of it.
    """
    if not root or _INSTALLED & set(Path(root).parts):
        return ""
    folder = Path(os.path.realpath(root))
    for place in (folder, *folder.parents):
        if os.path.exists(place / ".git"):  # noqa: PTH110 - never raises
            return "" if place == folder else folder.relative_to(place).as_posix()
    return ""
