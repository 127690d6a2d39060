"""A model by its config.json: what it is, and which classes of a provider it asks for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .errors import ModelError

_NESTED = ("text_config", "llm_config", "language_config", "thinker_config")
Fact = str | int | float | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """What a model's config.json says.

    `name` is its id or the name of its folder, `source` where the file was read. `architectures`
    are Hugging Face's names of its classes, empty where the file has none; those of the language
    model inside a wrapper are `text_architectures`, with its `text_type`. `facts` are all plain
    values, those inside by dotted keys (`text_config.hidden_size`), sorted.
    """

    name: str
    source: str
    architectures: tuple[str, ...] = ()
    model_type: str = ""
    text_architectures: tuple[str, ...] = ()
    text_type: str = ""
    facts: tuple[tuple[str, Fact], ...] = ()

    @property
    def architecture(self) -> str:
        """The first of its architectures, else its type; "" for neither."""
        return (*self.architectures, self.model_type)[0]


def model_of(data: bytes, *, name: str, source: str) -> Model:
    """The model that a config.json describes.

    Raises:
        ModelError: it is no JSON object, or names neither an architecture nor a type.
    """
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ModelError(
            f"{source} is not valid JSON: {error}", "Mend the file, or fetch it again."
        ) from error
    if not isinstance(whole, dict):
        raise ModelError(f"{source} holds no JSON object", "Name the config.json of a model.")
    inside = _inside(whole)
    model = Model(
        name=name,
        source=source,
        architectures=_words(whole.get("architectures")),
        model_type=_word(whole.get("model_type")),
        text_architectures=_words(inside.get("architectures")),
        text_type=_word(inside.get("model_type")),
        facts=tuple(sorted(_facts(whole, ""))),
    )
    if not model.architecture:
        raise ModelError(
            f"{source} names neither an architecture nor a model type",
            "Name the config.json of a model as transformers saves it.",
        )
    return model


def _inside(whole: Mapping[str, object]) -> Mapping[str, object]:
    """The part about the language model inside a wrapper, the innermost; empty for none."""
    for key in _NESTED:
        part = whole.get(key)
        if isinstance(part, dict):
            return _inside(part) or part
    return {}


def _facts(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, Fact]]:
    for key, value in table.items():
        if isinstance(value, (str, int, float)):
            yield f"{prefix}{key}", value
        elif isinstance(value, dict) and key in _NESTED:
            yield from _facts(value, f"{prefix}{key}.")


def _words(value: object) -> tuple[str, ...]:
    return tuple(v for v in value if isinstance(v, str) and v) if isinstance(value, list) else ()


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""
