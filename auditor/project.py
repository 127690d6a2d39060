"""The consumer's own modules: parsed, never run."""

from __future__ import annotations

import ast
import contextlib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .decoding import decoded
from .model import Skipped
from .trees import Distribution, module_paths
from .watch import Steps, uncounted

_LARGEST = 1_000_000
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, LookupError, OSError)


@dataclass(eq=False, slots=True)
class OwnModule:
    """One file of the consumer. `path` is relative to the consumer's root."""

    name: str
    path: str
    is_package: bool
    tree: ast.Module = field(repr=False)
    source: str = field(repr=False)
    numbered: list[str] = field(repr=False, default_factory=list)

    def absolute(self, module: str | None, level: int) -> str:
        """The dotted name that an import statement in this file means."""
        if not level:
            return module or ""
        parts = self.name.split(".")
        keep = len(parts) - level + (1 if self.is_package else 0)
        base = ".".join(parts[: max(keep, 0)])
        return ".".join(part for part in (base, module) if part)

    def all_lines(self) -> list[str]:
        """The source, split once, where Python ends lines (not at form feeds or the like)."""
        if not self.numbered:
            whole = self.source.replace("\r\n", "\n").replace("\r", "\n")
            self.numbered = whole.removesuffix("\n").split("\n")
        return self.numbered

    def lines(self, first: int, last: int) -> tuple[tuple[int, str], ...]:
        """Numbered source lines, as far as they exist."""
        all_lines = self.all_lines()
        first, last = max(first, 1), min(last, len(all_lines))
        return tuple((n, all_lines[n - 1]) for n in range(first, last + 1))


@dataclass(frozen=True, slots=True)
class Script:
    """A file that starts programs: its path from the consumer's root, and its lines."""

    path: str
    text: tuple[str, ...]

    def lines(self, first: int, last: int) -> tuple[tuple[int, str], ...]:
        """Numbered lines, as far as they exist."""
        return tuple(enumerate(self.text, 1))[max(first, 1) - 1 : last]


@dataclass(frozen=True, slots=True)
class Project:
    """All modules of the consumer, its scripts, and the files that could not be read."""

    modules: dict[str, OwnModule]
    skipped: tuple[Skipped, ...]
    scripts: tuple[Script, ...] = ()

    def near(self, packages: tuple[str, ...]) -> frozenset[str]:
        """The modules whose text names a package, and those that import such a module.

        Where none does, all of them: their receivers may still be a provider's.
        """
        direct = {
            name
            for name, module in self.modules.items()
            if any(package in module.source for package in packages)
        }
        if not direct:
            return frozenset(self.modules)
        importers: dict[str, set[str]] = {}
        for name, module in self.modules.items():
            if name in direct:
                continue
            for imported in _imports(module):
                importers.setdefault(imported, set()).add(name)
        found, fresh = set(direct), set(direct)
        while fresh:
            fresh = {n for module in fresh for n in importers.get(module, ())} - found
            found |= fresh
        return frozenset(found)

    def has_package(self, dotted: str) -> bool:
        """Whether the name is a module of the consumer, or a folder of them."""
        return dotted in self.modules or any(m.startswith(dotted + ".") for m in self.modules)


def _imports(module: OwnModule) -> set[str]:
    """Dotted names that a module's import statements may mean."""
    found: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = module.absolute(node.module, node.level)
            found.add(base)
            found |= {f"{base}.{alias.name}" for alias in node.names}
    return found


def read_project(
    consumer: Distribution, exclude: tuple[str, ...] = (), steps: Steps = uncounted
) -> Project:
    """Parse every file; one that cannot be parsed is skipped, with its reason."""
    modules: dict[str, OwnModule] = {}
    skipped: list[Skipped] = []
    paths = module_paths(consumer.tree.paths())
    for done, (name, path) in enumerate(paths.items()):
        steps(done, len(paths))
        shown = consumer.reported(path)
        if _matches(shown, exclude):
            continue
        try:
            source = decoded(consumer.tree.read(path))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(source)
        except _UNREADABLE as error:
            skipped.append(Skipped(path=shown, reason=_reason(error)))
            continue
        is_package = path.endswith("__init__.py")
        modules[name] = OwnModule(name, shown, is_package, tree, source)
    return Project(modules, tuple(skipped), tuple(_scripts(consumer, exclude)))


def _scripts(consumer: Distribution, exclude: tuple[str, ...]) -> Iterator[Script]:
    """The scripts that can be read and are of a size that people write."""
    for path in consumer.scripts:
        place = Path(consumer.root, path)
        if _matches(path, exclude):
            continue
        with contextlib.suppress(OSError):
            if place.stat().st_size <= _LARGEST:
                text = place.read_text("utf-8", errors="replace")
                yield Script(path, tuple(text.splitlines()))


def _reason(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        where = f" (line {error.lineno})" if error.lineno else ""
        return f"not valid Python{where}: {error.msg}"
    if isinstance(error, (RecursionError, MemoryError)):
        return "nested too deeply to be parsed"
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror or type(error).__name__}"
    return f"not readable as text: {error}"


def _matches(path: str, patterns: tuple[str, ...]) -> bool:
    import fnmatch

    return any(
        fnmatch.fnmatch(path, pattern) or path.startswith(pattern.rstrip("/") + "/")
        for pattern in patterns
    )
