"""Bindings of each module and class body, and the names that a module imports."""

from __future__ import annotations

import ast

import griffe

from drift_audit.auditor.contracts.names import Names
from drift_audit.auditor.contracts.scopes import Binding, bindings


class Scopes(griffe.Extension):
    """Keeps the bindings that griffe's members lose: both branches, imports, their conditions."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.tree = ast.Module(body=[], type_ignores=[])
        self.names = Names()
        self.found: dict[int, tuple[Binding, ...]] = {}

    def on_module_instance(self, *, node: object, **_: object) -> None:
        """Read the module's own bindings before anything in it is visited."""
        assert isinstance(node, ast.Module)
        self.tree = node
        self.found[id(node)] = bindings(node, package=self.package)
        self.names = Names.of(self.found[id(node)])

    def on_class_instance(self, *, node: object, **_: object) -> None:
        """Read a class body's bindings."""
        assert isinstance(node, ast.ClassDef)
        self.found[id(node)] = bindings(node, package=self.package)

    def of(self, node: ast.Module | ast.ClassDef) -> tuple[Binding, ...]:
        """The bindings of a scope that was visited."""
        return self.found[id(node)]
