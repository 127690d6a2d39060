"""`except` around calls into a provider: which of its exceptions the handler still takes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .classes import line_of
from .env import Env
from .model import Function, UseForm
from .outcome import Caught
from .values import AnyClass, ClassRef, FunctionRef

if TYPE_CHECKING:
    from .run import Run

_WIDE = ("Exception", "BaseException", "", "ImportError", "ModuleNotFoundError", "AttributeError")
_DEEPEST = 4


def judge_handlers(run: Run, node: ast.Try, env: Env) -> None:
    """Record, per handler of a plain exception, what the calls in the body raise."""
    if run.muted:
        return
    calls = _calls_below(run, node, env)
    if not calls:
        return
    raised: dict[str, tuple[str, ...]] = {}
    for function in calls:
        _collect(run, function, raised, _DEEPEST, set())
    if any(set(handled(h)) & {"Exception", "BaseException", ""} for h in node.handlers):
        return
    also = tuple(n.rpartition(".")[2] for h in node.handlers for n in handled(h))
    for handler in node.handlers:
        for name in handled(handler):
            last = name.rpartition(".")[2]
            if last in _WIDE:
                continue
            edition = run.world.edition_of(calls[0].module)
            run.record(
                env,
                handler,
                UseForm.EXCEPT,
                f"except {name}",
                Caught(handler=last, also=also, raised=tuple(sorted(raised.items()))),
                provider=edition.package if edition else "",
            )


def handled(handler: ast.ExceptHandler) -> list[str]:
    """The names of the exceptions that a handler takes; "" for a bare one."""
    if handler.type is None:
        return [""]
    parts = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [ast.unparse(part) for part in parts]


def _calls_below(run: Run, node: ast.Try, env: Env) -> list[FunctionRef | ClassRef]:
    found: list[FunctionRef | ClassRef] = []
    first, last = node.body[0].lineno, node.body[-1].end_lineno or node.body[-1].lineno
    for line, called in run.calls.get(env.module.path, []):
        if first <= line <= last:
            function = called.signature.function
            found.append(function)
            owner = function.owner if isinstance(function, FunctionRef) else None
            if isinstance(owner, ClassRef) and function.qualname.endswith("__init__"):
                found.append(owner)
    return found


def _collect(
    run: Run,
    function: FunctionRef | ClassRef,
    raised: dict[str, tuple[str, ...]],
    depth: int,
    seen: set[str],
) -> None:
    """Exceptions of a body and of the methods of the same class that it calls."""
    if depth == 0 or function.name in seen:
        return
    seen.add(function.name)
    owner: AnyClass | None
    names: tuple[str, ...]
    if isinstance(function, ClassRef):
        owner, names = function, ("__post_init__", "__init__", "__new__")
    else:
        owner, names = function.owner, function.facts.reads
        for name in function.facts.raises:
            _resolve(run, function, name, raised)
    if isinstance(owner, ClassRef):
        for name in names:
            entry = run.world.class_index(owner).get(name)
            if isinstance(entry, Function):
                ref = FunctionRef(owner.module, f"{owner.qualname}.{name}", entry, owner)
                _collect(run, ref, raised, depth - 1, seen)


def _resolve(
    run: Run, function: FunctionRef, name: str, raised: dict[str, tuple[str, ...]]
) -> None:
    value = run.world.member(function.module, name.partition(".")[0])
    if isinstance(value, ClassRef):
        line = line_of(run.world, value)
        bases = [c.qualname for c in line.classes] + [o.rpartition(".")[2] for o in line.outside]
        raised[value.qualname] = tuple(bases)
