"""Read one module's facts from its source: griffe visits, our extensions add, nothing runs."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from drift_audit.auditor.decoding import decoded
from drift_audit.auditor.model.contract import ModuleFacts

from .assemble import Visited, assembled

if TYPE_CHECKING:
    import griffe


def read_module(source: bytes, *, name: str, path: str, is_package: bool) -> ModuleFacts:
    """The facts of the module `name`, whose file is `path` in its tree.

    A source that cannot be decoded or parsed gives empty facts with the reason in `broken`.
    """
    empty = ModuleFacts(name=name, path=path, is_package=is_package)
    try:
        text = decoded(source)
    except (SyntaxError, ValueError, LookupError) as error:
        return replace(empty, broken=_reason(error))
    with _quiet():
        return _read(text, empty)


def _read(text: str, empty: ModuleFacts) -> ModuleFacts:
    """Visit and assemble; the tree is gone when this returns."""
    package = empty.name if empty.is_package else empty.name.rpartition(".")[0]
    try:
        visited = _visit(text, name=empty.name, path=empty.path, package=package)
        return assembled(visited, empty, package)
    except SyntaxError as error:
        return replace(empty, broken=_reason(error))
    except (RecursionError, MemoryError):
        return replace(empty, broken="nested too deeply")


def _reason(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}" if error.lineno else str(error.msg)
    return str(error)


@contextmanager
def _quiet() -> Iterator[None]:
    """No warnings of the parsed source, and no garbage collection among a hundred thousand nodes.

    The collector finds nothing to free while a tree grows, and takes half of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        if enabled:
            gc.enable()


def _visit(source: str, *, name: str, path: str, package: str) -> Visited:
    import griffe

    from .extensions.constructors import Constructors
    from .extensions.routines import Routines
    from .extensions.scopes import Scopes

    scopes = Scopes(package)
    constructors, routines = Constructors(scopes), Routines(scopes)
    module = griffe.visit(
        name,
        Path(path),
        source,
        extensions=griffe.Extensions(scopes, constructors, routines),
    )
    return Visited(
        exports=_exports(module),
        scopes=scopes.found,
        tree=scopes.tree,
        names=scopes.names,
        shapes=constructors.shapes,
        routines=routines.read,
    )


def _exports(module: griffe.Module) -> tuple[str, ...] | None:
    """`__all__` as far as it is written out."""
    if module.exports is None:
        return None
    return tuple(name for name in module.exports if isinstance(name, str))
