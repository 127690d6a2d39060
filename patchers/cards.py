"""Recipe cards: TOML files, read strictly into `Recipe`s.

A card that is off is refused with its file and line, whether it is ours or a user's.
"""

from __future__ import annotations

import dataclasses
import difflib
import enum
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from drift_audit.auditor.errors import ConfigurationError
from drift_audit.auditor.kinds import kinds
from drift_audit.auditor.model import Severity, UseForm

from .model import (
    ANY,
    Applicability,
    Families,
    Operation,
    ProviderRange,
    Recipe,
    Trigger,
)
from .probes import refuse_malformed
from .shapes import is_shape
from .spelling import misspelt

_OWN = Path(__file__).parent / "recipes"
_OPERATIONS = {
    re.sub(r"(?<!^)(?=[A-Z])", "-", each.__name__).lower(): each for each in get_args(Operation)
}
_TABLES: Mapping[str, tuple[str, type]] = {
    "provider": ("provider", ProviderRange),
    "use": ("trigger", Trigger),
    "families": ("families", Families),
}
_FORMS = {*UseForm, "bound", "name", "pattern"}
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_T = TypeVar("_T")


def own_recipes() -> tuple[Recipe, ...]:
    """The cards that come with the program, sorted by id."""
    return read_cards([_OWN])


def all_recipes(folders: Iterable[Path] = ()) -> tuple[Recipe, ...]:
    """Our cards and those of a user's folders, sorted by id.

    Raises:
        ConfigurationError: a card is off, a folder is none, or two cards have the same id.
    """
    return read_cards([_OWN, *folders])


def read_cards(folders: Iterable[Path]) -> tuple[Recipe, ...]:
    """All cards below some folders, sorted by id.

    Raises:
        ConfigurationError: as `all_recipes`.
    """
    found: dict[str, Recipe] = {}
    for folder in folders:
        if not folder.is_dir():
            raise ConfigurationError(
                f"{folder} is no folder of recipes", "Name a folder that holds .toml cards."
            )
        for file in sorted(folder.rglob("*.toml")):
            recipe = read_card(file)
            if recipe.id in found:
                other = found[recipe.id].file
                raise ConfigurationError(
                    f"the recipe {recipe.id} is there twice, in {other} and {file}",
                    "Give one of them another id, or remove it.",
                )
            found[recipe.id] = recipe
    return tuple(found[name] for name in sorted(found))


def read_card(file: Path) -> Recipe:
    """One card.

    Raises:
        ConfigurationError: it is not valid, with file and line.
    """
    try:
        text = file.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except OSError as error:
        raise ConfigurationError(
            f"{file} cannot be read: {error.strerror}", "Look at its permissions."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigurationError(f"{file} is not valid TOML: {error}", "Mend the file.") from error
    return _Card(file, text).recipe(table)


class _Section(NamedTuple):
    """A table of a card, the `nth` of its name; the card's own keys stand in the one without."""

    name: str = ""
    nth: int = 1


_TOP = _Section()


@dataclass(frozen=True, slots=True)
class _Card:
    """A card while it is read: knows where each key stands."""

    file: Path
    text: str

    def recipe(self, table: dict[str, Any]) -> Recipe:
        plain = dict(table)
        parts: dict[str, Any] = {}
        for key, (name, form) in _TABLES.items():
            if key in plain:
                parts[name] = self._build(form, self._table(key, plain.pop(key)), _Section(key))
        operations = plain.pop("operation", [])
        if not isinstance(operations, list):
            raise self._off(_TOP, "operation", "is not a list of tables", "Write [[operation]].")
        parts["operations"] = tuple(
            self._operation(each, _Section("operation", nth))
            for nth, each in enumerate(operations, 1)
        )
        plain.setdefault("severity", None)
        for key in ("operations", "trigger", "file"):
            if key in plain:
                raise self._unknown(_TOP, key, ())
        recipe = self._build(Recipe, plain | parts | {"file": str(self.file)}, _TOP)
        self._check_words(recipe)
        self._check_trigger(recipe.trigger)
        self._check_cure(recipe)
        return recipe

    def _operation(self, table: object, section: _Section) -> Operation:
        fields = dict(self._table("operation", table))
        verb = fields.pop("do", None)
        if verb not in _OPERATIONS:
            near = difflib.get_close_matches(str(verb), _OPERATIONS, n=1)
            advice = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(_OPERATIONS)}."
            raise self._off(section, "do", f"= {verb!r} names no operation", advice)
        built: Operation = self._build(_OPERATIONS[verb], fields, section)
        if key := misspelt(built):
            raise self._off(section, key, f"is no code that {verb} can take", "Mend it.")
        return built

    def _table(self, key: str, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._off(_TOP, key, "is not a table", f"Write it as [{key}].")
        return value

    def _build(self, form: type[_T], table: Mapping[str, Any], section: _Section) -> _T:
        hints = get_type_hints(form)
        fields = {field.name: field for field in dataclasses.fields(form)}  # type: ignore[arg-type]
        values: dict[str, Any] = {}
        for key, value in table.items():
            name = key.replace("-", "_")
            if name not in fields:
                raise self._unknown(section, key, tuple(fields))
            values[name] = self._value(section, key, value, hints[name])
        for name, field in fields.items():
            if name not in values and field.default is dataclasses.MISSING:
                raise self._lacking(name.replace("_", "-"), section)
        return form(**values)

    def _value(self, section: _Section, key: str, value: object, hint: object) -> object:
        """The value as its field wants it: a text, a list of texts, a truth, one of a few words."""
        wanted = [each for each in get_args(hint) if each is not NoneType] or [hint]
        form = wanted[0] if isinstance(hint, UnionType) and len(wanted) == 1 else hint
        if value is None or dataclasses.is_dataclass(value):
            return value
        if get_origin(form) is tuple:
            if isinstance(value, tuple):
                return value
            if isinstance(value, list) and all(isinstance(each, str) for each in value):
                return tuple(value)
            raise self._off(section, key, "is not a list of strings", f'Write {key} = ["…"].')
        if form in (str, bool):
            if isinstance(value, form):
                plain = isinstance(value, str) and section.name != "operation"
                return str(value).strip() if plain else value
            raise self._off(section, key, "is of the wrong type", f"It is to be a {form.__name__}.")
        assert isinstance(form, enum.EnumMeta)
        try:
            return form(value)
        except ValueError:
            raise self._off(
                section,
                key,
                f"= {value!r} is not known",
                f"Use one of {', '.join(map(str, form))}.",
            ) from None

    def _check_words(self, recipe: Recipe) -> None:
        from packaging.specifiers import InvalidSpecifier, SpecifierSet

        provider = _Section("provider")
        if not _ID.fullmatch(recipe.id) or recipe.id != self.file.stem:
            raise self._off(
                _TOP, "id", "is not the file's own name in kebab case", "Name both alike."
            )
        try:
            SpecifierSet(recipe.provider.releases)
        except InvalidSpecifier:
            raise self._off(
                provider, "releases", "is no version range", 'Write it as ">=0.12,<0.17".'
            ) from None
        for probe in recipe.provider.probes:
            if reason := refuse_malformed(probe):
                raise self._off(provider, "probes", f"holds {probe!r}: {reason}", "Mend it.")

    def _check_trigger(self, trigger: Trigger) -> None:
        use, form = _Section("use"), trigger.form
        if form not in _FORMS:
            raise self._off(use, "form", "names no form", f"Use one of {', '.join(_FORMS)}.")
        if bool(trigger.pattern) is not (form == "pattern") and form != "subclass":
            raise self._off(use, "pattern", "and the form belong together", "Give both.")
        if trigger.pattern and not is_shape(trigger.pattern):
            raise self._off(use, "pattern", "is no code", "Write one expression or statement.")
        if trigger.kind and trigger.kind not in {kind.id for kind in kinds()}:
            raise self._off(use, "kind", "names no kind", "`drift-audit kind` lists all.")
        if not (trigger.kind or trigger.symbols or trigger.pattern):
            raise self._lacking("symbols", use)

    def _check_cure(self, recipe: Recipe) -> None:
        if not recipe.trigger.kind and recipe.severity is None:
            raise self._lacking("severity")
        if recipe.applicability is not Applicability.DISPLAY_ONLY and not recipe.operations:
            raise self._off(_TOP, "applicability", "promises a fix", "Add an [[operation]].")
        if not recipe.operations and not recipe.advice:
            raise self._lacking("advice")
        if recipe.advisory and recipe.severity is not Severity.NOTE:
            raise self._off(_TOP, "advisory", "is never above a note", 'Write severity = "note".')
        if recipe.provider.package == ANY and not recipe.advisory:
            raise self._off(
                _Section("provider"), "package", "is told for drift", "Name the provider."
            )

    def _unknown(self, section: _Section, key: str, known: tuple[str, ...]) -> ConfigurationError:
        near = difflib.get_close_matches(key.replace("-", "_"), known, n=1)
        advice = f"Did you mean `{near[0].replace('_', '-')}`?" if near else "Remove it."
        return self._off(section, key, "is not known", advice)

    def _lacking(self, key: str, section: _Section = _TOP) -> ConfigurationError:
        return self._off(section, key, "is lacking", "Add it.")

    def _off(self, section: _Section, key: str, words: str, advice: str) -> ConfigurationError:
        place = f"{self.file}:{self._line(section, key)}"
        where = f" in [{section.name}]" if section.name else ""
        return ConfigurationError(f"{place}: `{key}`{where} {words}", advice)

    def _line(self, section: _Section, key: str) -> int:
        """Where the key stands, else where its table begins."""
        current, begins = _TOP, 1
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := re.match(r"\s*\[+\s*([\w.-]+)\s*\]+", line):
                again = current.nth + 1 if current.name == header[1] else 1
                current = _Section(header[1], again)
                if section == _TOP and current.name == key:
                    return number
                begins = number if current == section else begins
            elif current == section and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                return number
        return begins
