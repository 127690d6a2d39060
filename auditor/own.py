"""The consumer's own classes, as a world asks for them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .values import (
    NOT_TOLD,
    OwnClass,
    OwnFunction,
    Value,
    join,
)

if TYPE_CHECKING:
    from .run import AnyFunctionNode, Run


class Own:
    """The consumer's classes, as a world asks for them."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._bases: dict[OwnClass, list[Value]] = {}
        self._assigned: dict[OwnClass, dict[str, list[AnyFunctionNode]]] = {}

    def bases(self, cls: OwnClass) -> list[Value]:
        """The base classes, evaluated where the class stands."""
        if cls not in self._bases:
            from .evaluate import evaluate_result

            self._bases[cls] = []
            env = self.run.class_envs[id(cls.node)].outer
            assert env is not None
            self._bases[cls] = [
                evaluate_result(self.run, b.value if isinstance(b, ast.Subscript) else b, env)
                for b in cls.node.bases
            ]
        return self._bases[cls]

    def entry(self, cls: OwnClass, name: str) -> Value | None:
        """What the class body or a `self.name = …` in it says of the name."""
        env = self.run.class_envs[id(cls.node)]
        if name in env.names:
            return env.names[name]
        return NOT_TOLD if name in self.assigned(cls) else None

    def assigned(self, cls: OwnClass) -> dict[str, list[AnyFunctionNode]]:
        """Which methods set which attribute."""
        if cls not in self._assigned:
            found: dict[str, list[AnyFunctionNode]] = {}
            for method in cls.node.body:
                if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    for name in _self_targets(method):
                        found.setdefault(name, []).append(method)
                elif isinstance(method, ast.AnnAssign) and isinstance(method.target, ast.Name):
                    found.setdefault(method.target.id, [])
            self._assigned[cls] = found
        return self._assigned[cls]

    def builds_itself(self, cls: OwnClass) -> bool:
        """Whether a decorator gives the class a constructor."""
        return bool(cls.node.decorator_list)

    def member_value(self, cls: OwnClass, name: str, *, bound: bool) -> Value:
        """What reading the member gives."""
        run = self.run
        env = run.class_envs[id(cls.node)]
        if name in env.names:
            value = env.names[name]
            if isinstance(value, OwnFunction) and value.owner is cls:
                decorators = {ast.unparse(d) for d in getattr(value.node, "decorator_list", [])}
                if bound and decorators & {
                    "property",
                    "cached_property",
                    "functools.cached_property",
                }:
                    return run.result(value, env)
                static = "staticmethod" in decorators
                given = (bound and not static) or "classmethod" in decorators
                return OwnFunction(value.module, value.qualname, value.node, cls, given)
            return value
        for method in self.assigned(cls).get(name, []):
            function = env.names.get(method.name)
            if isinstance(function, OwnFunction):
                run.result(function, env)
        values = run.attributes.get(cls, {}).get(name, [])
        return join(values) if values else NOT_TOLD


def _self_targets(method: AnyFunctionNode) -> set[str]:
    if not method.args.args:
        return set()
    me = method.args.args[0].arg
    return {
        node.attr
        for node in ast.walk(method)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == me
    }
