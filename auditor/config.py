"""`[tool.drift-audit]` of a pyproject.toml, as frozen settings."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
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
    `consumer` is meant where a command line names none; `model` is a folder or an id; `severities`
    are by ids of kinds and recipes; `known` is the file of known findings. `file` is where they
    stand, "" for the defaults; paths among the values are meant from its folder and are made
    absolute. `lines` are where the keys stand, `notes` is what a report should say of them.
    """

    consumer: str = ""
    providers: tuple[str, ...] = ()
    baselines: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    recipes: tuple[str, ...] = ()
    fail_on: str = "breaks"
    python: str = ""
    model: str = ""
    known: str = ""
    severities: tuple[tuple[str, Severity], ...] = ()
    file: str = ""
    lines: tuple[tuple[str, int], ...] = field(default=(), compare=False, repr=False)
    notes: tuple[str, ...] = ()

    @contextlib.contextmanager
    def blamed(self, key: str) -> Iterator[None]:
        """Whatever a value of the key is refused for is told with file, line and key.

        Raises:
            ConfigurationError: in place of a UsageError.
        """
        try:
            yield
        except UsageError as error:
            place = f"{self.file}:{dict(self.lines).get(key, 1)}"
            raise ConfigurationError(
                f"{place}: `{key}` in [tool.drift-audit]: {error.message}", error.advice
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
_PLACES = ("consumer", "python", "model")
_TEXTS = {
    "consumer": "consumer",
    "fail-on": "fail_on",
    "python": "python",
    "model": "model",
    "known": "known",
}
_SEVERITY = "severity"


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
        ConfigurationError: an unknown key, or a value of the wrong type, with file and line.
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
    return _Table(file, text).settings(table["drift-audit"])


@dataclass(frozen=True, slots=True)
class _Table:
    """`[tool.drift-audit]` while it is read: knows where each key stands."""

    file: Path
    text: str

    def settings(self, table: object) -> Settings:
        if not isinstance(table, dict):
            raise ConfigurationError(
                f"{self.file}:{self._line()}: [tool.drift-audit] is not a table", "Write it as one."
            )
        found: dict[str, object] = {"file": str(self.file)}
        for key, value in table.items():
            name, meant = self._meant(key, value)
            found[name] = meant
        lines = tuple((key, self._line(key)) for key in table)
        return Settings(**found, lines=lines)  # type: ignore[arg-type]

    def _meant(self, key: str, value: object) -> tuple[str, object]:
        """The name of the field that a key stands for, and what its value means."""
        if key in _LISTS:
            return _LISTS[key], self._list(key, value)
        if key in _TEXTS:
            return _TEXTS[key], self._words(key, value)
        if key == _SEVERITY:
            return "severities", self._severities(value)
        raise self._off(key, "is not known", _advice(key))

    def _list(self, key: str, value: object) -> tuple[str, ...]:
        if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
            raise self._off(key, "is not a list of strings", f'Write it as `{key} = ["…"]`.')
        meant = _at if key == "recipes" else _from
        return tuple(meant(self.file.parent, item) for item in value)

    def _words(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise self._off(key, "is not a string", f'Write it as `{key} = "…"`.')
        if key == "fail-on" and value not in fail_levels():
            advice = f"Use one of {', '.join(fail_levels())}."
            raise self._off(key, f"= {value!r} is no severity", advice)
        at = self.file.parent / Path(value).expanduser()
        return str(at) if key == "known" or (key in _PLACES and at.exists()) else value

    def _severities(self, value: object) -> tuple[tuple[str, Severity], ...]:
        if not isinstance(value, dict):
            raise self._off(_SEVERITY, "is not a table", 'Write it as `severity.KIND = "…"`.')
        found: list[tuple[str, Severity]] = []
        for name, word in value.items():
            if word not in list(Severity):
                raise self._off(
                    f"{_SEVERITY}.{name}",
                    f"= {word!r} is no severity",
                    f"Use one of {', '.join(Severity)}.",
                )
            found.append((name, Severity(word)))
        return tuple(found)

    def _off(self, key: str, words: str, advice: str) -> ConfigurationError:
        place = f"{self.file}:{self._line(key)}"
        return ConfigurationError(f"{place}: `{key}` in [tool.drift-audit] {words}", advice)

    def _line(self, key: str = "") -> int:
        """Where a key stands, else where its table begins, in whichever of TOML's spellings."""
        wanted = (*_HOME, *filter(None, key.split(".", 1)))
        table: tuple[str, ...] = ()
        begins = 1
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := _HEADER.match(line):
                here = table = _dotted(header[1])
            else:
                here = (*table, *_dotted(line.partition("=")[0])) if "=" in line else ()
            if here == wanted:
                return number
            if here[: len(_HOME)] == _HOME and (begins == 1 or here == wanted[: len(here)]):
                begins = number
        return begins


_HOME = ("tool", "drift-audit")
_HEADER = re.compile(r"\s*\[([^\[\]]+)\]")


def _dotted(key: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in key.split("."))


def _from(folder: Path, item: str) -> str:
    """A requirement whose place is a relative path, with that path from the settings' folder."""
    found = _AT_PLACE.fullmatch(item.strip())
    if found is None or "://" in item or found.group(2).startswith(("~", "file:")):
        return item
    return f"{found.group(1)}{folder / found.group(2)}"


def _at(folder: Path, item: str) -> str:
    return str(folder / Path(item).expanduser())


def _advice(key: str) -> str:
    import difflib

    known = [*_LISTS, *_TEXTS, _SEVERITY]
    near = difflib.get_close_matches(key, known, n=1)
    return f"Did you mean `{near[0]}`?" if near else f"Known keys: {', '.join(known)}."


def fail_levels() -> tuple[str, ...]:
    """What `--fail-on` takes."""
    return (*(str(severity) for severity in Severity), "never")
