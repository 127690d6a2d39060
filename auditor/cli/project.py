"""The project that a command line is about: its settings, and where its environment may lie."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from drift_audit.auditor.acquire.requirement import parse_requirement
from drift_audit.auditor.config import Settings, find_settings

from .options import Asked

if TYPE_CHECKING:
    from drift_audit.patchers.model import Recipe
    from drift_audit.patchers.selection import Selection

_Words = TypeVar("_Words", bound=Asked)


def home_of(consumer: str) -> Path:
    """The folder of the consumer, the current one where it is none on this disk."""
    path = os.path.realpath(Path(consumer or ".").expanduser())
    if _is_folder(path):
        return Path(path)
    return Path(path).parent if os.path.isfile(path) else Path.cwd()  # noqa: PTH113 - likewise


def settings_of(home: Path) -> Settings:
    """The settings that hold for a folder.

    Raises:
        ConfigurationError: they are off, with file and line.
    """
    settings = find_settings(home)
    for key, requirements in (("provider", settings.providers), ("baseline", settings.baselines)):
        with settings.blamed(key):
            for requirement in requirements:
                parse_requirement(requirement)
    return settings


def understood(form: Callable[..., _Words], words: Mapping[str, object]) -> tuple[_Words, Settings]:
    """A command line and the settings that hold for it, which name a consumer where it does not.

    Raises:
        ConfigurationError: the settings are off, with file and line.
    """
    named = words["consumer"]
    settings = settings_of(home_of(str(named or ".")))
    consumer = (settings.consumer or ".") if named is None else named
    return form(**{**words, "consumer": consumer}), settings


def recipes_of(settings: Settings) -> tuple[Recipe, ...]:
    """Our recipes and those of the settings' folders.

    Raises:
        ConfigurationError: a card or a folder is off, or a severity is for an id that there is
            none of, with file and line.
    """
    from drift_audit.patchers.cards import all_recipes
    from drift_audit.patchers.selection import refuse_unknown

    recipes = all_recipes(Path(folder) for folder in settings.recipes)
    own = dict(settings.severities)
    with settings.blamed("severity"):
        refuse_unknown(own, recipes)
    return tuple(replace(r, severity=own[r.id]) if r.id in own else r for r in recipes)


def held(asked: Asked, recipes: tuple[Recipe, ...]) -> tuple[Recipe, ...]:
    """The recipes that are held against the consumer."""
    if asked.no_recipes:
        return ()
    return tuple(recipe for recipe in recipes if asked.advisories or not recipe.advisory)


def selection_of(asked: Asked, settings: Settings, recipes: tuple[Recipe, ...]) -> Selection:
    """What the command line selects and ignores, else what the settings do.

    Raises:
        UsageError, ConfigurationError: an id that there is none of.
    """
    from drift_audit.patchers.selection import selection

    with settings.blamed("select"):
        selection(settings.select, (), recipes)
    with settings.blamed("ignore"):
        selection((), settings.ignore, recipes)
    select = asked.select or settings.select
    return selection(select, (*settings.ignore, *asked.ignore), recipes)


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
