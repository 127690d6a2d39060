"""What a module's names mean outside of it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from .expressions import dotted
from .scopes import Binding, chosen


@dataclass(frozen=True, slots=True)
class Names:
    """A module's imported names, each with the absolute name of what it stands for."""

    imported: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, found: Iterable[Binding]) -> Names:
        """The names that a module's bindings import."""
        return cls(
            {
                name: f"{b.module}.{b.attribute}" if b.attribute else b.module
                for name, b in chosen(b for b in found if b.is_import).items()
            }
        )

    def canonical(self, node: ast.expr) -> str:
        """The absolute dotted name of what an expression names, calls or subscripts.

        A name that the module does not import stays as written; "" for other expressions.
        """
        while isinstance(node, (ast.Call, ast.Subscript)):
            node = node.func if isinstance(node, ast.Call) else node.value
        written = dotted(node)
        if written is None:
            return ""
        head, dot, rest = written.partition(".")
        return f"{self.imported.get(head, head)}{dot}{rest}"
