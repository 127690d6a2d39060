"""Core metadata, as far as a scan asks for it: the headers of METADATA and PKG-INFO."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)")
_SDIST_SUFFIXES = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar", ".zip")


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What a distribution says of itself; `name` is as written, "" where it says nothing."""

    name: str = ""
    version: str = ""
    requires: tuple[str, ...] = ()


def read_metadata(data: bytes) -> Metadata:
    """Read the headers; the description, however long, is not looked at."""
    name = version = ""
    requires: list[str] = []
    for line in data.decode("utf-8", "replace").splitlines():
        if not line:
            break
        key, _, value = line.partition(":")
        match key.lower():
            case "name":
                name = value.strip()
            case "version":
                version = value.strip()
            case "requires-dist":
                requires.append(" ".join(value.split()))
            case _:
                pass
    return Metadata(name=name, version=version, requires=tuple(requires))


def normalised(name: str) -> str:
    """A project's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def is_for(line: str, name: str) -> bool:
    """Whether a requirement line is on the project of this normalised name."""
    found = _NAME.match(line)
    return found is not None and normalised(found.group(1)) == name


def is_wheel(filename: str) -> bool:
    """Whether a file's name is a wheel's."""
    return filename.endswith(".whl")


def is_archive(filename: str) -> bool:
    """Whether a file's name is that of a wheel or an sdist."""
    return filename.endswith((".whl", *_SDIST_SUFFIXES))


def top_levels(paths: tuple[str, ...]) -> tuple[str, ...]:
    """The import packages and modules that these paths make, sorted."""
    names = {path.split("/")[0].removesuffix(".py") for path in paths}
    return tuple(sorted(name for name in names if name.isidentifier()))
