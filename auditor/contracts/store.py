"""The facts of one distribution's modules, read on demand and kept on disk."""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from drift_audit.auditor.decoding import decoded
from drift_audit.auditor.model.contract import ModuleFacts
from drift_audit.auditor.trees import Distribution, module_paths

from .packed import PackedFile

FORMAT = 1
"""Raise it when facts of the same source change without a change in these files."""

_KEPT_TEXT = 48_000_000
"""So many bytes of source stay in memory between two searches."""

_UNREADABLE = "cannot be read"


class FactsStore:
    """Facts of modules by their dotted names; `flush` keeps what was new for the next run.

    Cached facts are used only if the module's content still has the fingerprint they were made
    from; entries that are damaged are made anew.  Without `cache_dir`, or where it cannot be
    written, nothing is kept.
    """

    def __init__(self, cache_dir: Path | None, distribution: Distribution) -> None:
        self._tree = distribution.tree
        self._digest = distribution.digest
        self._modules = module_paths(self._tree.paths())
        self._packed = PackedFile(_cache_path(cache_dir, distribution))
        self._known: dict[str, ModuleFacts] = {}
        self._found: dict[str, tuple[str, ...]] = {}
        self._texts: dict[str, bytes] = {}
        self._fresh: dict[str, tuple[str, bytes]] = {}

    def modules(self) -> Mapping[str, str]:
        """All modules, dotted name to path; packages without `__init__` are not among them."""
        return self._modules

    def is_namespace(self, module_name: str) -> bool:
        """Whether it is a package without `__init__` that holds modules."""
        return module_name in self._namespaces

    @property
    def is_cold(self) -> bool:
        """Whether nothing is known from an earlier run."""
        return self._packed.is_empty

    def facts(self, module_name: str) -> ModuleFacts | None:
        """A module's facts; None when the tree has no such module."""
        path = self._modules.get(module_name)
        if path is None:
            return None
        if module_name not in self._known:
            self._known[module_name] = self._cached(module_name, path)
        return self._known[module_name]

    def source(self, module_name: str) -> str:
        """A module's text. Raises KeyError when the tree has no such module."""
        data = self._text(self._modules[module_name])
        try:
            return decoded(data)
        except (SyntaxError, ValueError, LookupError):
            return data.decode("utf-8", "replace")

    def grep(self, *names: str) -> tuple[str, ...]:
        """The modules whose text holds all the names as whole words, sorted."""
        wanted = sorted(set(names))
        key = "grep:" + " ".join(wanted)
        if key not in self._found:
            kept = self._packed.get(key, self._digest) if self._digest else None
            found = None if kept is None else _decode_names(kept)
            if found is None:
                found = tuple(self._search(wanted))
                self._fresh[key] = (self._digest, msgspec.msgpack.encode(found))
            self._found[key] = found
        return self._found[key]

    def methods(self) -> Mapping[str, tuple[str, ...]]:
        """Which modules define a method (an indented `def`) of which name."""
        return self._methods

    @functools.cached_property
    def _methods(self) -> dict[str, tuple[str, ...]]:
        kept = self._packed.get("methods", self._digest) if self._digest else None
        found = None if kept is None else _decode_index(kept)
        if found is None:
            found = self._index_methods()
            self._fresh["methods"] = (self._digest, msgspec.msgpack.encode(found))
        return found

    def _index_methods(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for module, path in sorted(self._modules.items()):
            with contextlib.suppress(OSError, KeyError):
                names = {_name_of(part) for part in self._text(path).split(b" def ")[1:]}
                for name in names:
                    found.setdefault(name, []).append(module)
        return {name: tuple(modules) for name, modules in found.items()}

    def flush(self) -> None:
        """Write what is new to the cache, and let go of the texts that searches read."""
        fresh = {name: one for name, one in self._fresh.items() if one[0]}
        self._packed.replace(fresh)
        self._fresh.clear()
        self._texts.clear()

    def close(self) -> None:
        """Let go of the file on disk; what was not flushed is not kept."""
        self._packed.close()

    @functools.cached_property
    def _namespaces(self) -> frozenset[str]:
        found: set[str] = set()
        for name in self._modules:
            parent = name.rpartition(".")[0]
            while parent and parent not in found:
                found.add(parent)
                parent = parent.rpartition(".")[0]
        return frozenset(found - self._modules.keys())

    def _cached(self, name: str, path: str) -> ModuleFacts:
        try:
            fingerprint = self._tree.digest(path)
            kept = self._packed.get(name, fingerprint)
            facts = None if kept is None else _decode_facts(kept)
            if facts is not None and facts.name == name and facts.path == path:
                return facts
            source = self._tree.read(path)
        except (OSError, KeyError) as error:
            reason = f"{_UNREADABLE}: {error}"
            return ModuleFacts(name=name, path=path, is_package=_is_package(path), broken=reason)
        from .static import read_module

        facts = read_module(source, name=name, path=path, is_package=_is_package(path))
        self._fresh[name] = (fingerprint, msgspec.msgpack.encode(facts))
        return facts

    def _text(self, path: str) -> bytes:
        """A file's bytes; those that were searched are still there."""
        return self._texts.get(path) or self._tree.read(path)

    def _search(self, names: list[str]) -> Iterator[str]:
        plain = [name.encode() for name in names]
        words = [re.compile(rb"(?<!\w)" + re.escape(name) + rb"(?!\w)") for name in plain]
        kept = sum(map(len, self._texts.values()))
        for module, path in sorted(self._modules.items()):
            data = self._texts.get(path)
            if data is None:
                with contextlib.suppress(OSError, KeyError):
                    data = self._tree.read(path)
            if data is None:
                continue
            if path not in self._texts and kept + len(data) <= _KEPT_TEXT:
                self._texts[path] = data
                kept += len(data)
            if all(name in data for name in plain) and all(word.search(data) for word in words):
                yield module


def _is_package(path: str) -> bool:
    return path.rpartition("/")[2] == "__init__.py"


@functools.cache
def _facts_decoder() -> msgspec.msgpack.Decoder[ModuleFacts]:
    return msgspec.msgpack.Decoder(ModuleFacts)


def _decode_facts(data: bytes) -> ModuleFacts | None:
    """Facts as they were written, None where the bytes are none."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        return _facts_decoder().decode(data)
    except msgspec.DecodeError:
        return None
    finally:
        if enabled:
            gc.enable()


def _name_of(part: bytes) -> str:
    """The name that stands after a `def`."""
    return part[: part.find(b"(", 0, 120)].strip().decode("ascii", "replace")


def _decode_index(data: bytes) -> dict[str, tuple[str, ...]] | None:
    try:
        return msgspec.msgpack.decode(data, type=dict[str, tuple[str, ...]])
    except msgspec.DecodeError:
        return None


def _decode_names(data: bytes) -> tuple[str, ...] | None:
    try:
        return msgspec.msgpack.decode(data, type=tuple[str, ...])
    except msgspec.DecodeError:
        return None


def _cache_path(cache_dir: Path | None, distribution: Distribution) -> Path | None:
    """One file for a distribution's version, for the code that reads facts, and the grammar."""
    if cache_dir is None:
        return None
    key = f"{distribution.name} {distribution.version} {_reader_digest()}"
    short = hashlib.sha256(key.encode()).hexdigest()[:16]
    readable = re.sub(r"[^A-Za-z0-9.+]+", "-", f"{distribution.name}-{distribution.version}")
    return cache_dir / "facts" / f"{readable[:80]}-{short}.bin"


@functools.cache
def _reader_digest() -> str:
    """A fingerprint of all that decides what facts a source gives."""
    digest = hashlib.sha256(f"{FORMAT} {sys.version_info[:2]}".encode())
    here = Path(__file__).parent
    files = [*here.glob("*.py"), *here.glob("extensions/*.py"), here.parent / "model/contract.py"]
    for file in sorted(files):
        with contextlib.suppress(OSError):
            digest.update(file.read_bytes())
    return digest.hexdigest()
