"""What functions do: ways out, raises, keyword arguments taken or handed on, attributes."""

from __future__ import annotations

import ast

import griffe

from drift_audit.auditor.contracts.routines import Routinely, read_routine

from .scopes import Scopes


class Routines(griffe.Extension):
    """Reads every function of a module or class body, and every property."""

    def __init__(self, scopes: Scopes) -> None:
        self.scopes = scopes
        self.read: dict[int, Routinely] = {}

    def on_function_instance(self, *, node: object, func: griffe.Function, **_: object) -> None:
        """Read a function; those inside of an `__init__` belong to its body."""
        parent = func.parent
        if parent is not None and not parent.is_function:
            self._read(node, in_class=parent.is_class)

    def on_attribute_instance(self, *, node: object, attr: griffe.Attribute, **_: object) -> None:
        """Read a property, which griffe takes for an attribute."""
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            parent = attr.parent
            if parent is not None and not parent.is_function:
                self._read(node, in_class=parent.is_class)

    def _read(self, node: object, *, in_class: bool) -> None:
        assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        self.read[id(node)] = read_routine(node, names=self.scopes.names, in_class=in_class)
