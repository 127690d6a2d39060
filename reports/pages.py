"""Pages: templates, what they may do with a text, and the one style sheet that a page carries."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Self

from . import markup
from .verdict import concerned, count

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """A style sheet, and the digest by which the page's policy lets it in."""

    css: str
    digest: str

    @classmethod
    def of(cls, *names: str) -> Self:
        """Sheets as one, in their order."""
        css = "".join(map(_text, names))
        digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
        return cls(css=css, digest=digest)


def rendered(template: str, **given: object) -> str:
    """A page with a final newline."""
    return _environment().get_template(template).render(**given) + "\n"


def _text(name: str) -> str:
    folder = resources.files("drift_audit.reports") / "templates"
    return (folder / name).read_text(encoding="utf-8")


def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_text),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        visible=markup.visible,
        code=markup.code,
        breakable=markup.breakable,
        prose=markup.prose,
        said=markup.said,
        sentence=markup.sentence,
        count=count,
        concerned=concerned,
    )
    return environment
