"""One walk over the consumer in one world: what is memoised, and what is recorded."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from .env import Env
from .model import Argument, Span, Use, UseForm
from .outcome import Called, Outcome, Record
from .own import Own
from .project import OwnModule, Project
from .values import (
    NOT_TOLD,
    OwnClass,
    OwnFunction,
    Unknown,
    Value,
)
from .watch import Steps, uncounted
from .world import World

if TYPE_CHECKING:
    from .gates import Gates

AnyFunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_DEEPEST = 12
"""So many functions are followed into each other before a result is left untold."""
Key: TypeAlias = tuple[str, int, int, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loose:
    """A member of an untyped receiver: what the consumer asks of it, and how it calls it."""

    use: Use
    attribute: str
    receiver: Unknown
    function: OwnFunction | None
    module: OwnModule
    arguments: tuple[Argument, ...] | None
    guarded: bool
    unpacked: int | None = None
    item: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundOn:
    """A function of the consumer that is put onto an object: `obj.forward = MethodType(f, obj)`."""

    function: OwnFunction
    attribute: str
    receiver: Value
    use: Use
    module: OwnModule


class Run:
    """The state of one walk."""

    def __init__(self, world: World, project: Project, near: frozenset[str]) -> None:
        self.world = world
        self.near = near
        self.project = project
        self.records: dict[Key, Record] = {}
        self.loose: dict[Key, Loose] = {}
        self.bound: list[BoundOn] = []
        self.extensions: list[OwnClass] = []
        self.envs: dict[str, Env] = {}
        self.classes: dict[int, OwnClass] = {}
        self.class_envs: dict[int, Env] = {}
        self.queue: list[tuple[OwnFunction, Env]] = []
        self.results: dict[int, Value] = {}
        self.busy: set[int] = set()
        self.attributes: dict[OwnClass, dict[str, list[Value]]] = {}
        self.assigned_anywhere: set[str] = set()
        self.awaited: set[int] = set()
        self.handed_on: set[int] = set()
        self.called: set[int] = set()
        self.string_nodes: list[ast.AST] = []
        self.calls: dict[str, list[tuple[int, Called]]] = {}
        self.plain_strings: set[int] = set()
        self.named_by_string: list[tuple[str, str]] = []
        self.remotes: list[tuple[ast.Call, str, Env]] = []
        self.steered: dict[tuple[int, str, tuple[Value, ...]], Value | None] = {}
        self.homes: dict[int, Env] = {}
        self.gates: Gates = {}
        self.muted = 0
        self.too_deep: dict[str, str] = {}
        self.own = Own(self)
        world.own = self.own

    # --- recording ---------------------------------------------------------------------------

    def record(
        self,
        env: Env,
        node: ast.AST,
        form: UseForm,
        text: str,
        outcome: Outcome,
        *,
        provider: str,
        guarded: bool = False,
        arguments: tuple[Argument, ...] = (),
    ) -> None:
        """Note what a use comes to here."""
        if self.muted:
            return
        use = self.use(env, node, form, text, arguments)
        key = key_of(use)
        if form is UseForm.CALL and isinstance(outcome, Called):
            self.calls.setdefault(use.span.path, []).append((use.span.line, outcome))
        guarded = guarded or env.shelter.unread or env.shelter.typing
        self.records[key] = Record(use=use, outcome=outcome, guarded=guarded, provider=provider)

    def use(
        self,
        env: Env,
        node: ast.AST,
        form: UseForm,
        text: str,
        arguments: tuple[Argument, ...] = (),
    ) -> Use:
        """The use that stands at a node."""
        span = span_of(env.module.path, node)
        return Use(
            form=form,
            span=span,
            text=text,
            enclosing=env.qualname,
            arguments=arguments,
            awaited=id(node) in self.awaited,
            handed_on=id(node) in self.handed_on,
            called=id(node) in self.called,
            is_property=_is_property(node),
        )

    # --- modules -----------------------------------------------------------------------------

    def module_env(self, name: str) -> Env:
        """The names of one of the consumer's modules, after its top level has been walked."""
        from .walk import walk

        if name not in self.envs:
            module = self.project.modules[name]
            env = Env(module=module)
            self.envs[name] = env
            muted, self.muted = self.muted, 0
            walk(self, module.tree.body, env)
            self.muted = muted
        return self.envs[name]

    def everything(self, steps: Steps = uncounted) -> None:
        """Walk all modules, then every function in them."""
        near = [module for name, module in self.project.modules.items() if name in self.near]
        for done, module in enumerate(near):
            steps(done, len(near))
            self._unless_too_deep(module, partial(self.module_env, module.name))
        done = 0
        while self.queue:
            function, env = self.queue.pop()
            steps(done, done + len(self.queue) + 1)
            if function.module.name in self.near:
                self._unless_too_deep(function.module, partial(self.result, function, env))
            done += 1
        from .strings import judge_remotes

        judge_remotes(self)

    def _unless_too_deep(self, module: OwnModule, walk: Callable[[], object]) -> None:
        """Walk; a file that is nested too deeply for that is noted, the rest goes on."""
        try:
            walk()
        except RecursionError:
            self.muted = 0
            self.too_deep[module.path] = "nested too deeply to be judged to its end"

    # --- the consumer's functions --------------------------------------------------------------

    def result(self, function: OwnFunction, env: Env) -> Value:
        """What a function of the consumer gives; walks its body the first time."""
        from .functions import walk_function

        key = id(function.node)
        if key in self.results:
            return self.results[key]
        if key in self.busy or len(self.busy) > _DEEPEST:
            return NOT_TOLD
        self.busy.add(key)
        muted, self.muted = self.muted, 0
        try:
            self.results[key] = walk_function(self, function, env)
        finally:
            self.busy.discard(key)
            self.muted = muted
        return self.results[key]

    def home(self, function: OwnFunction) -> Env:
        """The frame that a function was defined in, as far as it is kept."""
        return self.homes.get(id(function.node)) or self.module_env(function.module.name)

    def put_attribute(self, cls: OwnClass, name: str, value: Value) -> None:
        """`self.name = value` somewhere in the class."""
        self.attributes.setdefault(cls, {}).setdefault(name, []).append(value)


def _is_property(node: ast.AST) -> bool:
    decorators = getattr(node, "decorator_list", [])
    return any(
        ast.unparse(d).rpartition(".")[2] in ("property", "cached_property") for d in decorators
    )


def key_of(use: Use) -> Key:
    """What a use is recognised by in the walk of the other world."""
    span = use.span
    return (span.path, span.line, span.column, str(use.form), use.text)


def span_of(path: str, node: ast.AST) -> Span:
    """The range of a node."""
    line = getattr(node, "lineno", 1)
    column = getattr(node, "col_offset", 0)
    if isinstance(node, ast.Attribute) and node.end_lineno is not None:
        line = node.end_lineno
        column = max((node.end_col_offset or 0) - len(node.attr), 0)
    return Span(
        path=path,
        line=line,
        column=column + 1,
        end_line=getattr(node, "end_lineno", line) or line,
        end_column=(getattr(node, "end_col_offset", column) or column) + 1,
    )
