"""What the user writes to name a distribution."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from drift_audit.auditor.errors import UsageError

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

_NAME = r"(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*"
_AT_PLACE = re.compile(rf"\s*{_NAME}@\s*(?P<place>\S.*?)\s*")
_PINNED = re.compile(rf"\s*{_NAME}==\s*(?P<version>[A-Za-z0-9.!+_-]+)\s*")
_PLAIN = re.compile(r"\d+(?:\.\d+)*(?:(?:a|b|rc|\.post|\.dev)\d+)*(?:\+[A-Za-z0-9.]+)?")
_SINGLE = re.compile(rf"\s*{_NAME}=(?!=)\s*(?P<rest>.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A requirement taken apart.

    Of `version` (an exact one), `place` (a path or URL) and `specifiers` (a range as PEP 440
    writes it) at most one is given; with none, the installed distribution is meant.
    """

    name: str
    version: str = ""
    place: str = ""
    specifiers: str = ""

    def range(self) -> SpecifierSet:
        """The versions that are meant."""
        from packaging.specifiers import SpecifierSet

        return SpecifierSet(self.specifiers or (f"=={self.version}" if self.version else ""))


def parse_requirement(text: str) -> Named:
    """Take a requirement apart as PEP 508 has it; a place may hold spaces and need be no URL.

    Raises:
        UsageError: it is no requirement; a single `=` is answered with what was meant.
    """
    if (found := _PINNED.fullmatch(text)) and _PLAIN.fullmatch(found["version"]):
        return Named(name=found["name"], version=found["version"])
    if found := _AT_PLACE.fullmatch(text):
        return Named(name=found["name"], place=found["place"])
    if found := _SINGLE.fullmatch(text):
        name, rest = found["name"], found["rest"] or "1.2"
        raise UsageError(
            f"`{text.strip()}` is no requirement: a single `=` compares nothing",
            f"Write `{name}=={rest}` for a release, or `{name} @ {rest}` for a file or folder.",
        )
    return _parse_range(text)


def pinned_version(line: str) -> str:
    """The version that a plain requirement line pins, whatever its marker; "" for others."""
    found = _PINNED.fullmatch(line.partition(";")[0].replace("(", "").replace(")", ""))
    return found["version"] if found else ""


def _parse_range(text: str) -> Named:
    from packaging.requirements import InvalidRequirement, Requirement

    pinned = _PINNED.fullmatch(text)
    try:
        requirement = Requirement(text)
    except InvalidRequirement as error:
        if pinned:
            raise UsageError(
                f"`{text.strip()}` is no requirement: {pinned['version']} is no version",
                f"Write a version as PEP 440 has it, like {pinned['name']}==1.2.3.",
            ) from None
        raise UsageError(
            f"`{text}` is no requirement: {str(error).splitlines()[0]}",
            "Write a name, `name==1.2`, `name>=1,<2` or `name @ PATH`.",
        ) from None
    if pinned:
        return Named(name=pinned["name"], version=pinned["version"])
    return Named(name=requirement.name, specifiers=str(requirement.specifier))
