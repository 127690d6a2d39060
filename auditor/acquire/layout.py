"""Where a project's import root lies, and which import packages it has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from .declared import Declared

_NO_PACKAGES = frozenset({
    "bench", "benchmark", "benchmarks", "ci", "demo", "demos", "doc", "docs", "example", "examples",
    "experiments", "notebooks", "recipes", "script", "scripts", "test", "tests", "tools",
})  # fmt: skip
_NO_MODULES = frozenset({"conftest", "noxfile", "setup", "tasks", "versioneer"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The import root below the project's root ("src/" or ""), and the import packages there."""

    prefix: str
    packages: tuple[str, ...]

    def path(self, path: str) -> str:
        """A path of the project, relative to the import root."""
        if path.startswith(self.prefix):
            return path.removeprefix(self.prefix)
        return "../" * self.prefix.count("/") + path

    def names(self, paths: Iterable[str]) -> Mapping[str, str]:
        """Each path relative to the import root, with the path that it has in the project."""
        return {self.path(path): path for path in paths}


def lay_out(paths: Collection[str], declared: Declared) -> Layout:
    """Find the import root: what the build settings name, else `src`, else the project's root."""
    for root in (*declared.roots, "src/"):
        inside = [path.removeprefix(root) for path in paths if path.startswith(root)]
        if inside and "__init__.py" not in inside and (packages := _packages(inside, declared)):
            return Layout(prefix=root, packages=packages)
    return Layout(prefix="", packages=_packages(paths, declared))


def _packages(paths: Collection[str], declared: Declared) -> tuple[str, ...]:
    """Regular packages; without one, namespace packages; and single modules."""
    regular = {path.split("/")[0] for path in paths if path.count("/") == 1 and _is_init(path)}
    spaces = {path.split("/")[0] for path in paths if path.count("/") > 1 and _is_init(path)}
    modules = {path.removesuffix(".py") for path in paths if "/" not in path}
    own = declared.name.replace("-", "_").lower()
    packages = {name for name in regular if name not in _NO_PACKAGES or name == own}
    packages = packages or {name for name in spaces if name not in _NO_PACKAGES}
    found = packages | (modules - _NO_MODULES) or regular
    return tuple(sorted(name for name in found if name.isidentifier()))


def _is_init(path: str) -> bool:
    return path.endswith("/__init__.py")
