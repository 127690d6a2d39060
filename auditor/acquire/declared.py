"""What a project's own files say of it: pyproject.toml, setup.cfg, setup.py, PKG-INFO."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from .metadata import read_metadata

Read: TypeAlias = Callable[[str], bytes | None]
"""A file of the project by its path, None when there is none."""
Toml: TypeAlias = dict[str, object]

_VERSION_FILES = ("_version.py", "version.py", "__about__.py", "__init__.py")
_VERSION = re.compile(
    r"""^(?:__version__|version)(?:\s*:\s*\w+)?\s*=\s*(?:\w+\s*=\s*)*['"]([^'"]+)['"]""",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """Name, version and requirements as declared, "" and () where they are not.

    `roots` are import roots that a build backend's settings name, as "src/"; `found` tells that
    there is any project file.
    """

    name: str = ""
    version: str = ""
    requires: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    found: bool = False


def read_declared(read: Read) -> Declared:
    """What the project files together say; the first that says a thing decides."""
    said = [part for part in (_pyproject(read), _setup_cfg(read), _setup_py(read)) if part]
    if (info := read("PKG-INFO")) is not None:
        built = read_metadata(info)
        said.insert(0, Declared(name=built.name, version=built.version, requires=built.requires))
    return Declared(
        name=next((part.name for part in said if part.name), ""),
        version=next((part.version for part in said if part.version), ""),
        requires=next((part.requires for part in said if part.requires), ()),
        roots=next((part.roots for part in said if part.roots), ()),
        found=bool(said),
    )


def or_built(declared: Declared, root: Path) -> Declared:
    """What a build or an install left beside the sources, for all that is not declared."""
    patterns: tuple[str, ...] = ("*.egg-info/PKG-INFO", "src/*.egg-info/PKG-INFO")
    if not declared.found:
        patterns = ("*.dist-info/METADATA", *patterns)
    places = [path for pattern in patterns for path in sorted(root.glob(pattern))]
    data = b""
    with contextlib.suppress(OSError):
        data = places[0].read_bytes() if len(places) == 1 else b""
    if not data:
        return declared
    built = read_metadata(data)
    return Declared(
        name=declared.name or built.name,
        version=declared.version or built.version,
        requires=declared.requires or built.requires,
        roots=declared.roots,
        found=True,
    )


def version_in(read: Read, package: str) -> str:
    """A version that a package's own source states as a literal, "" when it states none."""
    for name in _VERSION_FILES:
        text = (read(package + name) or b"").decode("utf-8", "replace")
        if found := _VERSION.search(text):
            return found.group(1)
    return ""


def table(value: object, *names: str) -> Toml:
    """A nested table, empty where it is missing or none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def strings(value: object) -> tuple[str, ...]:
    """The texts of a list."""
    return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list) else ()


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _pyproject(read: Read) -> Declared | None:
    data = read("pyproject.toml")
    if data is None:
        return None
    import tomllib

    try:
        whole: Toml = tomllib.loads(data.decode("utf-8", "replace"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return Declared(found=True)
    project, poetry = table(whole, "project"), table(whole, "tool", "poetry")
    extras = table(project, "optional-dependencies")
    optional = [
        with_extra(line, extra) for extra, lines in extras.items() for line in strings(lines)
    ]
    return Declared(
        name=_text(project.get("name")) or _text(poetry.get("name")),
        version=_text(project.get("version")) or _text(poetry.get("version")),
        requires=(*strings(project.get("dependencies")), *optional, *_poetry_requires(poetry)),
        roots=tuple(_declared_roots(whole)),
        found=True,
    )


def with_extra(line: str, extra: str) -> str:
    """A requirement that holds for an extra, as core metadata writes it."""
    requirement, mark, marker = line.partition(";")
    condition = f"({marker.strip()}) and " if mark else ""
    return f'{requirement.strip()}; {condition}extra == "{extra}"'


def _poetry_requires(poetry: Toml) -> Iterator[str]:
    """Poetry's own table, its caret and tilde written as PEP 440 has them."""
    for name, value in table(poetry, "dependencies").items():
        version = value.get("version") if isinstance(value, dict) else value
        if name != "python" and isinstance(version, str):
            yield name + ",".join(_poetry_bound(part.strip()) for part in version.split(","))


def _poetry_bound(text: str) -> str:
    if text == "*":
        return ""
    if text[:1] not in {"^", "~"} or text.startswith("~="):
        return text if text[:1] in "<>=!~" else f"=={text}"
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    keep = 0
    if text[0] == "^":
        keep = next((i for i, n in enumerate(numbers) if n), len(numbers) - 1)
    elif len(numbers) > 1:
        keep = 1
    above = [*numbers[:keep], numbers[keep] + 1]
    return f">={text[1:]},<{'.'.join(map(str, above))}"


def _declared_roots(whole: Toml) -> Iterator[str]:
    setuptools = table(whole, "tool", "setuptools")
    found = [
        table(setuptools, "package-dir").get(""),
        *strings(table(setuptools, "packages", "find").get("where")),
        table(whole, "tool", "pdm", "build").get("package-dir"),
        table(whole, "tool", "maturin").get("python-source"),
    ]
    packages = table(whole, "tool", "poetry").get("packages")
    listed = packages if isinstance(packages, list) else []
    found += [table(package).get("from") for package in listed]
    for root in found:
        if isinstance(root, str) and (clean := root.strip("./")):
            yield f"{clean}/"


def _setup_cfg(read: Read) -> Declared | None:
    data = read("setup.cfg")
    if data is None:
        return None
    import configparser

    parser = configparser.RawConfigParser()
    try:
        parser.read_string(data.decode("utf-8", "replace"))
    except configparser.Error:
        return Declared(found=True)

    def lines(section: str, option: str) -> list[str]:
        value = parser.get(section, option, fallback="")
        return [line.strip() for line in value.splitlines() if line.strip()]

    extras = "options.extras_require"
    optional = [
        with_extra(line, extra)
        for extra in (parser.options(extras) if parser.has_section(extras) else ())
        for line in lines(extras, extra)
    ]
    version = parser.get("metadata", "version", fallback="")
    return Declared(
        name=parser.get("metadata", "name", fallback=""),
        version="" if ":" in version else version,
        requires=(*lines("options", "install_requires"), *optional),
        found=True,
    )


def _setup_py(read: Read) -> Declared | None:
    """The literal arguments of `setup(…)`; nothing is run."""
    data = read("setup.py")
    if data is None:
        return None
    try:
        nodes = list(ast.walk(ast.parse(data)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Declared(found=True)
    given: dict[str, object] = {}
    for node in nodes:
        if isinstance(node, ast.Call) and _last_name(node.func) == "setup":
            for keyword in node.keywords:
                with contextlib.suppress(ValueError, TypeError, RecursionError, MemoryError):
                    given[keyword.arg or ""] = ast.literal_eval(keyword.value)
    extras = table(given.get("extras_require"))
    optional = [with_extra(line, extra) for extra, said in extras.items() for line in strings(said)]
    root = table(given.get("package_dir")).get("")
    return Declared(
        name=_text(given.get("name")),
        version=_text(given.get("version")),
        requires=(*strings(given.get("install_requires")), *optional),
        roots=(f"{root.strip('./')}/",) if isinstance(root, str) and root.strip("./") else (),
        found=True,
    )


def _last_name(node: ast.expr) -> str:
    """What a call's function is called, whatever it is taken from."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
