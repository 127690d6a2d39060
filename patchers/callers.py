"""What the provider's own code passes for a parameter, said in the consumer's names.

Where the provider calls `Scheduler(vllm_config=config, block_size=config.cache.block_size)` and the
consumer `Scheduler(vllm_config=self.config)`, the value is `self.config.cache.block_size` there.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from drift_audit.auditor.model import Finding
from drift_audit.auditor.world import World

_MOST_MODULES = 12
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallersValue:
    """An expression in the consumer's names, and the provider's function that passes its like."""

    value: str
    caller: str


def value_from_callers(
    world: World, finding: Finding, given: tuple[tuple[str, str], ...]
) -> CallersValue | None:
    """The value that most of the provider's call sites agree on; None where none can be said.

    `given` are the consumer's own arguments by parameter.
    """
    name = finding.symbol.removesuffix(".__init__").rpartition(".")[2]
    edition = world.edition_of(finding.symbol)
    if edition is None:
        return None
    found: dict[str, str] = {}
    votes: Counter[str] = Counter()
    for module in edition.store.grep(name, finding.parameter)[:_MOST_MODULES]:
        for function, call in _calls(world.tree(module), name, finding.parameter):
            value = _said(call, function, finding.parameter, dict(given))
            if value is not None:
                votes[value] += 1
                found.setdefault(value, f"`{module}.{function.name}`")
    ranked = votes.most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):  # noqa: PLR2004 - a tie
        return None
    best = ranked[0][0]
    return CallersValue(value=best, caller=found[best])


def _calls(
    tree: ast.Module, name: str, parameter: str
) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, ast.Call]]:
    """The calls of a name that pass a parameter, each with the function around it."""
    for function in ast.walk(tree):
        if not isinstance(function, _FUNCTIONS):
            continue
        for node in ast.walk(function):
            if (
                isinstance(node, ast.Call)
                and _last_name(node.func) == name
                and any(keyword.arg == parameter for keyword in node.keywords)
            ):
                yield function, node


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _said(
    call: ast.Call,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    parameter: str,
    given: dict[str, str],
) -> str | None:
    """The passed expression with the provider's names replaced by the consumer's."""
    passed = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    names = {
        ast.unparse(value): given[name]
        for name, value in passed.items()
        if name in given and name != parameter and isinstance(value, (ast.Name, ast.Attribute))
    }
    value: ast.expr | None = passed[parameter]
    if isinstance(value, ast.Name) and value.id not in names:
        value = _assigned(function, value.id, call.lineno)
    if value is None:
        return None
    translated = _Translation(names)
    said = translated.visit(ast.parse(ast.unparse(value), mode="eval").body)
    return ast.unparse(said) if translated.is_whole else None


def _assigned(
    function: ast.FunctionDef | ast.AsyncFunctionDef, name: str, before: int
) -> ast.expr | None:
    """The value of the one plain assignment of a local name above a line."""
    found = [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and node.lineno < before
        and [ast.unparse(target) for target in node.targets] == [name]
    ]
    return found[0] if len(found) == 1 else None


class _Translation(ast.NodeTransformer):
    """Replace what both sides pass; `is_whole` tells that no foreign name is left."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names
        self.is_whole = True

    def visit(self, node: ast.AST) -> ast.AST:
        """The node, in the consumer's names."""
        if isinstance(node, (ast.Name, ast.Attribute)):
            own = self._names.get(ast.unparse(node))
            if own is not None:
                return ast.parse(f"({own})", mode="eval").body
            if isinstance(node, ast.Name):
                self.is_whole = False
                return node
        if isinstance(node, (ast.Call, ast.Lambda, ast.NamedExpr, ast.Await)):
            self.is_whole = False
        visited: ast.AST = super().visit(node)
        return visited
