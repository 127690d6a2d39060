"""`[tool.drift-audit]` of a pyproject.toml, as frozen settings."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .errors import ConfigurationError
from .model import Severity

DEFAULT_PROVIDERS = ("vllm", "transformers", "torch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a project says once instead of on every command line.

    `providers` and `baselines` are requirements; `select` and `ignore` ids of kinds (`select`
    empty: all); `exclude` paths or glob patterns below the consumer's root; `fail_on` the mildest
    severity that makes the exit code 1, "never" for none.
    """

    providers: tuple[str, ...] = ()
    baselines: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    fail_on: str = "breaks"
    python: str = ""


_LISTS = {
    "provider": "providers",
    "baseline": "baselines",
    "select": "select",
    "ignore": "ignore",
    "exclude": "exclude",
}
_TEXTS = {"fail-on": "fail_on", "python": "python"}


def read_settings(folder: Path) -> Settings:
    """The settings of the project in a folder; the defaults where it has none.

    Raises:
        ConfigurationError: an unknown key, or a value of the wrong type, with file and key.
    """
    file = folder / "pyproject.toml"
    if not file.is_file():
        return Settings()
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{file} is not valid TOML: {error}.", "Mend the file.") from error
    own = table.get("drift-audit", {}) if isinstance(table, dict) else {}
    return _settings(file, own)


def _settings(file: Path, table: object) -> Settings:
    if not isinstance(table, dict):
        raise ConfigurationError(f"[tool.drift-audit] in {file} is not a table.", "Write it as one.")
    found: dict[str, object] = {}
    for key, value in table.items():
        if key in _LISTS:
            if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
                raise ConfigurationError(
                    f"`{key}` in [tool.drift-audit] of {file} is not a list of strings.",
                    f'Write it as `{key} = ["…"]`.',
                )
            found[_LISTS[key]] = tuple(value)
        elif key in _TEXTS and isinstance(value, str):
            found[_TEXTS[key]] = value
        else:
            raise ConfigurationError(
                f"`{key}` in [tool.drift-audit] of {file} is {_what(key)}.", _advice(str(key))
            )
    settings = Settings(**found)  # type: ignore[arg-type]
    if settings.fail_on not in fail_levels():
        raise ConfigurationError(
            f"`fail-on = {settings.fail_on!r}` in {file} is no severity.",
            f"Use one of {', '.join(fail_levels())}.",
        )
    return settings


def _what(key: str) -> str:
    return "not a string" if key in _TEXTS else "not known"


def _advice(key: str) -> str:
    known = [*_LISTS, *_TEXTS]
    near = difflib.get_close_matches(key, known, n=1)
    return f"Did you mean `{near[0]}`?" if near else f"Known keys: {', '.join(known)}."


def fail_levels() -> tuple[str, ...]:
    """What `--fail-on` takes."""
    return (*(str(severity) for severity in Severity), "never")
