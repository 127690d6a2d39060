"""Expressions as canonical text: two spellings of one expression give one text.

The text is what `ast.unparse` writes; the forms that make up nearly all annotations, defaults and
bases are written here directly, ten times as fast.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

_LONGEST = 60
"""Displays with more elements are shown by their shape alone."""

_LITERAL = ("Literal", "typing.Literal", "typing_extensions.Literal")
_ANNOTATED = ("Annotated", "typing.Annotated", "typing_extensions.Annotated")


def text(node: ast.expr) -> str:
    """An expression's canonical source."""
    writer = _WRITERS.get(type(node))
    written = None if writer is None else writer(node)
    return ast.unparse(node) if written is None else written


def annotation_text(node: ast.expr) -> str:
    """An annotation's canonical source; quoted forward references lose their quotes."""
    return text(_unquoted(node))


def value_text(node: ast.expr) -> str:
    """A value's canonical source; a long display is written as its shape (`[...]`)."""
    match node:
        case ast.Dict() if len(node.keys) > _LONGEST:
            return "{...: ...}"
        case ast.List() if len(node.elts) > _LONGEST:
            return "[...]"
        case ast.Set() if len(node.elts) > _LONGEST:
            return "{...}"
        case ast.Tuple() if len(node.elts) > _LONGEST:
            return "(...,)"
        case _:
            return text(node)


def dotted(node: ast.expr) -> str | None:
    """The name `a.b.c` that an expression writes, None for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return ".".join(reversed(parts))


def last_name(node: ast.expr) -> str:
    """The last part of the name that is called or meant: `c` for `a.b.c`, `a.c(1)`, `c[int]`."""
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def literal_string(node: ast.expr | None) -> str | None:
    """The text of a string literal, None for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def string_items(node: ast.expr | None) -> tuple[str, ...] | None:
    """The strings of a literal tuple, list or set of strings, None for anything else."""
    if not isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return None
    found = [literal_string(element) for element in node.elts]
    return None if None in found else tuple(one for one in found if one is not None)


def keyword(call: ast.Call, name: str) -> ast.expr | None:
    """The value of a keyword argument, None where it is not given."""
    return next((k.value for k in call.keywords if k.arg == name), None)


def is_none(node: ast.expr | None) -> bool:
    """Whether a node is the literal `None`."""
    return isinstance(node, ast.Constant) and node.value is None


def is_true(node: ast.expr | None) -> bool:
    """Whether a node is the literal `True`."""
    return isinstance(node, ast.Constant) and node.value is True


def is_false(node: ast.expr | None) -> bool:
    """Whether a node is the literal `False`."""
    return isinstance(node, ast.Constant) and node.value is False


def _unquoted(node: ast.expr) -> ast.expr:
    """The annotation with its forward references parsed; shared with the original elsewhere."""
    match node:
        case ast.Constant(value=str() as quoted):
            try:
                return _unquoted(ast.parse(quoted.strip(), mode="eval").body)
            except (SyntaxError, ValueError):
                return node
        case ast.Subscript(value=base, slice=inner):
            return _unquoted_subscript(node, base, inner)
        case ast.BinOp(left=left, right=right, op=op):
            sides = (_unquoted(left), _unquoted(right))
            return node if sides == (left, right) else ast.BinOp(sides[0], op, sides[1])
        case _:
            return node


def _unquoted_subscript(node: ast.Subscript, base: ast.expr, inner: ast.expr) -> ast.expr:
    name = dotted(base)
    if name in _LITERAL:
        return node
    if isinstance(inner, ast.Tuple):
        kept = len(inner.elts) if name not in _ANNOTATED else 1
        elements = [_unquoted(e) if i < kept else e for i, e in enumerate(inner.elts)]
        if elements == inner.elts:
            return node
        return ast.Subscript(base, ast.Tuple(elements, ast.Load()), node.ctx)
    plain = _unquoted(inner)
    return node if plain is inner else ast.Subscript(base, plain, node.ctx)


_Writer = Callable[[ast.expr], "str | None"]


def _name(node: ast.expr) -> str | None:
    assert isinstance(node, ast.Name)
    return node.id


def _constant(node: ast.expr) -> str | None:
    assert isinstance(node, ast.Constant)
    value = node.value
    if value is ...:
        return "..."
    if isinstance(value, (float, complex)) or node.kind:
        return None
    return repr(value)


def _attribute(node: ast.expr) -> str | None:
    assert isinstance(node, ast.Attribute)
    base = node.value
    if isinstance(base, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        return f"{text(base)}.{node.attr}"
    return None


def _subscript(node: ast.expr) -> str | None:
    assert isinstance(node, ast.Subscript)
    base, inner = node.value, node.slice
    if not isinstance(base, (ast.Name, ast.Attribute)):
        return None
    if isinstance(inner, ast.Tuple):
        if not inner.elts or any(isinstance(e, (ast.Starred, ast.Slice)) for e in inner.elts):
            return None
        items = ", ".join(text(e) for e in inner.elts)
        return f"{text(base)}[{items}{',' if len(inner.elts) == 1 else ''}]"
    return None if isinstance(inner, ast.Slice) else f"{text(base)}[{text(inner)}]"


def _union(node: ast.expr) -> str | None:
    assert isinstance(node, ast.BinOp)
    if not isinstance(node.op, ast.BitOr):
        return None
    left, right = node.left, node.right
    plain = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant)
    deeper = isinstance(left, ast.BinOp) and isinstance(left.op, ast.BitOr)
    if not isinstance(right, plain) or not (deeper or isinstance(left, plain)):
        return None
    return f"{text(left)} | {text(right)}"


_PLAIN_ARGUMENT = (
    ast.Name,
    ast.Constant,
    ast.Attribute,
    ast.Call,
    ast.Subscript,
    ast.Tuple,
    ast.List,
    ast.Dict,
)


def _call(node: ast.expr) -> str | None:
    assert isinstance(node, ast.Call)
    if not isinstance(node.func, (ast.Name, ast.Attribute)):
        return None
    given: list[str] = []
    for argument in node.args:
        if not isinstance(argument, _PLAIN_ARGUMENT):
            return None
        given.append(text(argument))
    for named in node.keywords:
        if named.arg is None or not isinstance(named.value, _PLAIN_ARGUMENT):
            return None
        given.append(f"{named.arg}={text(named.value)}")
    return f"{text(node.func)}({', '.join(given)})"


def _display(node: ast.expr) -> str | None:
    assert isinstance(node, (ast.Tuple, ast.List))
    if not all(isinstance(e, _PLAIN_ARGUMENT) for e in node.elts):
        return None
    items = ", ".join(text(e) for e in node.elts)
    if isinstance(node, ast.List):
        return f"[{items}]"
    return f"({items}{',' if len(node.elts) == 1 else ''})"


_WRITERS: dict[type[ast.expr], _Writer] = {
    ast.Name: _name,
    ast.Constant: _constant,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.BinOp: _union,
    ast.Call: _call,
    ast.Tuple: _display,
    ast.List: _display,
}
