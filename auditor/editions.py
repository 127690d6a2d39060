"""One provider in one version, and what a world asks of it and of the consumer."""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from packaging.version import Version

from .model import Attribute, Class, Function, Import, ModuleFacts
from .values import OwnClass, Value

ClassEntry: TypeAlias = Attribute | Class | Function
Entry: TypeAlias = ClassEntry | Import


class Facts(Protocol):
    """Where the facts of one provider's modules come from."""

    def facts(self, module_name: str) -> ModuleFacts | None:
        """A module's facts; None where there is no such module."""

    def modules(self) -> Mapping[str, str]:
        """All modules, dotted name to path."""

    def is_namespace(self, module_name: str) -> bool:
        """Whether it is a folder of modules without an `__init__`."""

    def grep(self, *names: str) -> tuple[str, ...]:
        """The modules whose text holds all the names as whole words."""

    def methods(self) -> Mapping[str, tuple[str, ...]]:
        """Which modules define a method of which name."""

    def source(self, module_name: str) -> str:
        """A module's text."""


@functools.lru_cache(maxsize=32)
def parse_module(source: str) -> ast.Module:
    """A module's syntax tree; empty where it is none."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


class OwnSide(Protocol):
    """What a world asks of the consumer's own classes."""

    def bases(self, cls: OwnClass) -> list[Value]:
        """The values of its base expressions."""

    def entry(self, cls: OwnClass, name: str) -> Value | None:
        """What the class itself says of a name."""

    def member_value(self, cls: OwnClass, name: str, *, bound: bool) -> Value:
        """What reading the member gives."""

    def builds_itself(self, cls: OwnClass) -> bool:
        """Whether a decorator gives it a constructor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A provider in one version; `version` is None where it tells nothing."""

    package: str
    version: Version | None
    store: Facts


@functools.lru_cache(maxsize=65536)
def parse_expression(text: str) -> ast.expr | None:
    """The tree of an expression's source, or None where it is none."""
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


_COMPILED = ("_C", "vllm_flash_attn")


def is_compiled(dotted: str) -> bool:
    """Extension modules and generated version files are in no wheel's sources."""
    last = dotted.rpartition(".")[2]
    return (
        last.endswith("_C")
        or last in ("_version", "_kernels", "_ops_impl")
        or any(f".{part}." in f".{dotted}." for part in _COMPILED)
    )
