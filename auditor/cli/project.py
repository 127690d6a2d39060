"""The project that a command line is about: its settings, and where its environment may lie."""

from __future__ import annotations

import os
from pathlib import Path

from drift_audit.auditor.acquire.requirement import parse_requirement
from drift_audit.auditor.audit import chosen_kinds
from drift_audit.auditor.config import Settings, find_settings


def home_of(consumer: str) -> Path:
    """The folder of the consumer, the current one where it is none on this disk."""
    path = os.path.realpath(Path(consumer).expanduser())
    if _is_folder(path):
        return Path(path)
    return Path(path).parent if os.path.isfile(path) else Path.cwd()  # noqa: PTH113 - likewise


def settings_of(home: Path) -> Settings:
    """The settings that hold for a folder.

    Raises:
        ConfigurationError: they are off, with file and key.
    """
    settings = find_settings(home)
    for key, requirements in (("provider", settings.providers), ("baseline", settings.baselines)):
        with settings.blamed(key):
            for requirement in requirements:
                parse_requirement(requirement)
    with settings.blamed("select"):
        chosen_kinds(settings.select, ())
    with settings.blamed("ignore"):
        chosen_kinds((), settings.ignore)
    return settings


def environment_folder(home: Path, *, python: str | None) -> Path:
    """Where names of Pythons and `.venv` are looked up: what is typed is meant from here."""
    here = Path.cwd()
    if python:
        return here
    above = (place for place in (home, *home.parents) if _is_folder(place / ".venv"))
    return next(above, here)


def _is_folder(path: Path | str) -> bool:
    """As `Path.is_dir`, which raises for names that are too long and in folders that are shut."""
    return os.path.isdir(path)  # noqa: PTH112
