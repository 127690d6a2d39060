"""`[tool.drift-audit]` of a pyproject.toml, as frozen settings."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .errors import ConfigurationError, UsageError
from .model import Severity

DEFAULT_PROVIDERS = ("vllm", "transformers", "torch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a project says once instead of on every command line.

    `providers` and `baselines` are requirements; `select` and `ignore` ids of kinds and recipes
    (`select` empty: all); `exclude` paths or glob patterns below the consumer's root; `recipes`
    folders of cards; `fail_on` the mildest severity that makes the exit code 1, "never" for none;
    `model` a folder or an id. `file` is where they stand, "" for the defaults; paths among the
    values are meant from its folder and are made absolute.
    `notes` is what a report should say of them.
    """

    providers: tuple[str, ...] = ()
    baselines: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    recipes: tuple[str, ...] = ()
    fail_on: str = "breaks"
    python: str = ""
    model: str = ""
    file: str = ""
    notes: tuple[str, ...] = ()

    @contextlib.contextmanager
    def blamed(self, key: str) -> Iterator[None]:
        """Whatever a value of the key is refused for is told with file and key.

        Raises:
            ConfigurationError: in place of a UsageError.
        """
        try:
            yield
        except UsageError as error:
            raise ConfigurationError(
                f"`{key}` in [tool.drift-audit] of {self.file}: {error.message}", error.advice
            ) from error


_AT_PLACE = re.compile(r"([^@\s]+\s*@\s*)(\S.*)")
_LISTS = {
    "provider": "providers",
    "baseline": "baselines",
    "select": "select",
    "ignore": "ignore",
    "exclude": "exclude",
    "recipes": "recipes",
}
_PLACES = ("python", "model")
_TEXTS = {"fail-on": "fail_on", "python": "python", "model": "model"}


def find_settings(folder: Path) -> Settings:
    """The settings that hold for a folder: the nearest at or above it, up to its repository's root.

    Raises:
        ConfigurationError: as `read_settings` does.
    """
    for place in (folder, *folder.parents):
        settings = read_settings(place)
        if settings.file or os.path.exists(place / ".git"):  # noqa: PTH110 - never raises
            return settings
    return Settings()


def read_settings(folder: Path) -> Settings:
    """The settings of the project in a folder; the defaults where it has none.

    Raises:
        ConfigurationError: an unknown key, or a value of the wrong type, with file and key.
    """
    file = folder / "pyproject.toml"
    if not os.path.isfile(file):  # noqa: PTH113 - a folder that cannot be looked into has none
        return Settings()
    import tomllib

    text = ""
    try:
        text = file.read_text(encoding="utf-8")
        table = tomllib.loads(text).get("tool", {})
    except OSError as error:
        raise ConfigurationError(
            f"{file} cannot be read: {error.strerror}", "Look at its permissions."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = f"{file} is not valid TOML: {error}"
        if "tool.drift-audit" in text:
            raise ConfigurationError(reason, "Mend the file.") from error
        return Settings(file=str(file), notes=(f"nothing was taken from it: {reason}",))
    if not isinstance(table, dict) or "drift-audit" not in table:
        return Settings()
    return _settings(file, table["drift-audit"])


def _settings(file: Path, table: object) -> Settings:
    if not isinstance(table, dict):
        raise ConfigurationError(f"[tool.drift-audit] in {file} is not a table", "Write it as one.")
    found: dict[str, object] = {"file": str(file)}
    for key, value in table.items():
        if key in _LISTS:
            if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
                raise ConfigurationError(
                    f"`{key}` in [tool.drift-audit] of {file} is not a list of strings",
                    f'Write it as `{key} = ["…"]`.',
                )
            meant = _at if key == "recipes" else _from
            found[_LISTS[key]] = tuple(meant(file.parent, item) for item in value)
        elif key in _TEXTS and isinstance(value, str):
            at = file.parent / value
            found[_TEXTS[key]] = str(at) if key in _PLACES and at.exists() else value
        else:
            raise ConfigurationError(
                f"`{key}` in [tool.drift-audit] of {file} is {_what(key)}", _advice(str(key))
            )
    settings = Settings(**found)  # type: ignore[arg-type]
    if settings.fail_on not in fail_levels():
        raise ConfigurationError(
            f"`fail-on = {settings.fail_on!r}` in {file} is no severity",
            f"Use one of {', '.join(fail_levels())}.",
        )
    return settings


def _from(folder: Path, item: str) -> str:
    """A requirement whose place is a relative path, with that path from the settings' folder."""
    found = _AT_PLACE.fullmatch(item.strip())
    if found is None or "://" in item or found.group(2).startswith(("~", "file:")):
        return item
    return f"{found.group(1)}{folder / found.group(2)}"


def _at(folder: Path, item: str) -> str:
    return str(folder / Path(item).expanduser())


def _what(key: str) -> str:
    return "not a string" if key in _TEXTS else "not known"


def _advice(key: str) -> str:
    import difflib

    known = [*_LISTS, *_TEXTS]
    near = difflib.get_close_matches(key, known, n=1)
    return f"Did you mean `{near[0]}`?" if near else f"Known keys: {', '.join(known)}."


def fail_levels() -> tuple[str, ...]:
    """What `--fail-on` takes."""
    return (*(str(severity) for severity in Severity), "never")
