"""Whether two parameters promise the same in other words: `Optional[int]` and `int | None`."""

from __future__ import annotations

import ast
import functools


def same(before: str, now: str) -> bool:
    """Tell whether two parameters, or two closings (`) -> int`), differ in spelling alone."""
    return before == now or plain(before) == plain(now)


def plain(parameter: str) -> str:
    """One spelling for all that mean the same; text that is not Python loses its blanks alone."""
    code = parameter.lstrip("*").strip() or "_"
    try:
        tree = ast.parse(f"def _({code}: ..." if code[0] == ")" else f"def _({code}): ...")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "".join(parameter.split())
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            node.annotation = _Modern().visit(node.annotation)
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            node.returns = _Modern().visit(node.returns)
    stars = "*" * (len(parameter) - len(parameter.lstrip("*")))
    return stars + ast.unparse(tree)


class _Modern(ast.NodeTransformer):
    """Annotations as Python 3.10 and later write them."""

    _BUILTINS = frozenset({"List", "Dict", "Tuple", "Set", "FrozenSet", "Type"})

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Name(node.id.lower()) if node.id in self._BUILTINS else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in ("typing", "t"):
            return self.visit_Name(ast.Name(node.attr))
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, str):
            return node
        try:
            quoted: ast.expr = ast.parse(node.value, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return node
        return self._visited(quoted)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        head = self._visited(node.value)
        name = head.id if isinstance(head, ast.Name) else ""
        if name == "Literal":
            return ast.Subscript(head, node.slice, ast.Load())
        inner = self._visited(node.slice)
        if name == "Optional":
            return _union([inner, ast.Constant(None)])
        if name == "Union":
            return _union(inner.elts if isinstance(inner, ast.Tuple) else [inner])
        return ast.Subscript(head, inner, ast.Load())

    def _visited(self, node: ast.expr) -> ast.expr:
        changed = self.visit(node)
        assert isinstance(changed, ast.expr)
        return changed


def _union(members: list[ast.expr]) -> ast.expr:
    return functools.reduce(lambda left, right: ast.BinOp(left, ast.BitOr(), right), members)
