"""Constructors that no source line writes: dataclasses, pydantic, msgspec, attrs, tuples."""

from __future__ import annotations

import ast

import griffe

from drift_audit.auditor.contracts.flavors import Shape, shape_of
from drift_audit.auditor.model.contract import ClassFlavor

from .scopes import Scopes


class Constructors(griffe.Extension):
    """Finds out what builds each class's constructor, and which parameters it has."""

    def __init__(self, scopes: Scopes) -> None:
        self.scopes = scopes
        self.shapes: dict[int, Shape] = {}
        self.local: dict[str, ClassFlavor] = {}

    def on_class_instance(self, *, node: object, **_: object) -> None:
        """Read the shape of a class; `Scopes` has read its bindings just before."""
        assert isinstance(node, ast.ClassDef)
        shape = shape_of(node, self.scopes.of(node), self.scopes.names, self.local)
        self.shapes[id(node)] = shape
        self.local[node.name] = shape.flavor
