"""Keep files out of the child, whoever imports them: a plugin system, an entry point, a `.pth`.

A part of the child, as `layers.py` is.
"""

from __future__ import annotations

import importlib.machinery
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType


class Refusal:
    """Keeps files out, named by their paths below any import root ("cons/__init__.py").

    Their modules are found as ever, and importing them fails.
    """

    def __init__(self, paths: list[str]) -> None:
        self._paths = {module_name(path): path for path in paths}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """A spec that cannot be loaded, where another finder has one for that file."""
        if name not in self._paths:
            return None
        others = (one for one in sys.meta_path if one is not self)
        specs = (one.find_spec(name, path, target) for one in others)
        found = next((one for one in specs if one is not None), None)
        place = "/" + (found.origin or "").replace(os.sep, "/") if found else ""
        refused = place.endswith("/" + self._paths[name])
        return importlib.machinery.ModuleSpec(name, self) if refused else found  # type: ignore[arg-type]

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """Refuse to."""
        raise ImportError(spec.name + " is the consumer, which is not run", name=spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Never comes to it."""


def module_name(path: str) -> str:
    """The dotted name of a source file."""
    parts = path[: -len(".py")].split("/")
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
