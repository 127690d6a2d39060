"""Where editable installs keep their packages: read from the files they leave, nothing run."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit


def editable_folder(dist_folder: Path) -> Path | None:
    """The folder that an editable install was made from, None for any other install."""
    try:
        said = json.loads((dist_folder / "direct_url.json").read_text(encoding="utf-8"))
        is_editable = bool(said.get("dir_info", {}).get("editable"))
        url = urlsplit(said.get("url", ""))
    except (OSError, ValueError, AttributeError, RecursionError):
        return None
    return Path(unquote(url.path)) if is_editable and url.scheme == "file" else None


def mapped_packages(site: Path) -> dict[str, Path]:
    """The packages that import hooks of editable installs in this folder map to other places.

    setuptools writes `MAPPING = {package: path}`, scikit-build-core a call `install({module:
    file}, …)`. Entries that are no longer there are left out.
    """
    found: dict[str, Path] = {}
    for hook in (*site.glob("__editable___*_finder.py"), *site.glob("_*_editable.py")):
        for name, place in _mappings(hook):
            path = Path(place)
            path = path.parent if path.name == "__init__.py" else path
            module = path.with_suffix(".py")
            if "." not in name and (path.is_dir() or path.is_file() or module.is_file()):
                found.setdefault(name, path if path.exists() else module)
    return found


def _mappings(hook: Path) -> Iterator[tuple[str, str]]:
    try:
        body = ast.parse(hook.read_bytes()).body
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for statement in body:
        match statement:
            case (
                ast.AnnAssign(target=ast.Name(id="MAPPING"), value=ast.Dict() as mapping)
                | ast.Assign(targets=[ast.Name(id="MAPPING")], value=ast.Dict() as mapping)
                | ast.Expr(
                    value=ast.Call(func=ast.Name(id="install"), args=[ast.Dict() as mapping, *_])
                )
            ):
                yield from _pairs(mapping)
            case _:
                pass


def _pairs(mapping: ast.Dict) -> Iterator[tuple[str, str]]:
    for key, value in zip(mapping.keys, mapping.values, strict=True):
        match key, value:
            case ast.Constant(value=str(name)), ast.Constant(value=str(place)):
                yield name, place
            case _:
                pass
