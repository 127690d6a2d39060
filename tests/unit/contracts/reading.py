"""The facts of a tiny source, or of one thing in it."""

import textwrap

from drift_audit.auditor.contracts.static import read_module
from drift_audit.auditor.model import (
    Class,
    Function,
    ModuleFacts,
)


def read(source: str, *, name: str = "pkg.mod", is_package: bool = False) -> ModuleFacts:
    path = name.replace(".", "/") + ("/__init__.py" if is_package else ".py")
    source = textwrap.dedent(source)
    return read_module(source.encode(), name=name, path=path, is_package=is_package)


def function(source: str, name: str = "f") -> Function:
    return next(f for f in read(source).functions if f.name == name)


def class_of(source: str, name: str = "C") -> Class:
    return next(c for c in read(source).classes if c.name == name)


def method(source: str, name: str = "f") -> Function:
    return next(f for f in class_of(source).functions if f.name == name)
