"""A body's statements in order: what is bound, what is returned, what was decided on the way."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from .expressions import is_none, is_true, last_name
from .scopes import Routine, unpacked

DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Decision:
    """A parameter was given, or was not, on the way here."""

    parameter: str
    given: bool


Decisions: TypeAlias = tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Local:
    """One value that a local name takes, and what was decided when it did."""

    value: ast.expr | None
    decisions: Decisions


@dataclass(slots=True)
class Frame:
    """What is known inside one function; `outer` is the function around a nested one."""

    defaults: dict[str, ast.expr | None]
    outer: Frame | None = None
    locals: dict[str, list[Local]] = field(default_factory=dict)
    nested: dict[str, Routine] = field(default_factory=dict)
    returns: list[tuple[ast.Return, Decisions]] = field(default_factory=list)
    falls_through: bool = False


def read_frame(node: Routine, outer: Frame | None) -> Frame:
    """Walk a function's statements once, in order."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    padding: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    defaults = dict(zip([a.arg for a in positional], [*padding, *arguments.defaults], strict=True))
    defaults |= dict(zip([a.arg for a in arguments.kwonlyargs], arguments.kw_defaults, strict=True))
    frame = Frame(defaults, outer)
    frame.falls_through = not _block(frame, node.body, ())[0]
    return frame


def _block(frame: Frame, body: Iterable[ast.stmt], decided: Decisions) -> tuple[bool, Decisions]:
    """Walk a block: whether its end is out of reach, and what is decided behind it."""
    for node in body:
        ended, decided = _statement(frame, node, decided)
        if ended:
            return True, decided
    return False, decided


def _statement(frame: Frame, node: ast.stmt, decided: Decisions) -> tuple[bool, Decisions]:
    match node:
        case ast.Return():
            frame.returns.append((node, decided))
            return True, decided
        case ast.Raise() | ast.Continue() | ast.Break():
            return True, decided
        case ast.If():
            return _if(frame, node, decided)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            frame.nested[node.name] = node
        case ast.ClassDef():
            pass
        case ast.Try() | ast.With() | ast.AsyncWith() | ast.Match():
            return _compound(frame, node, decided), decided
        case ast.For() | ast.AsyncFor() | ast.While():
            return _loop(frame, node, decided), decided
        case _:
            _assigned(frame, node, decided)
    return False, decided


def _if(frame: Frame, node: ast.If, decided: Decisions) -> tuple[bool, Decisions]:
    yes, no = decisions(frame, node.test)
    returned = len(frame.returns)
    body_ended, _ = _block(frame, node.body, decided + yes)
    body_returns = len(frame.returns) > returned
    else_ended, _ = _block(frame, node.orelse, decided + no)
    if body_ended and else_ended:
        return True, decided
    if body_ended and body_returns:
        return False, decided + no
    if else_ended and len(frame.returns) > returned:
        return False, decided + yes
    return False, decided


def _compound(
    frame: Frame, node: ast.Try | ast.With | ast.AsyncWith | ast.Match, decided: Decisions
) -> bool:
    if isinstance(node, ast.Match):
        ends = [_block(frame, case.body, decided)[0] for case in node.cases]
        last = node.cases[-1]
        catches_all = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
        return all(ends) and catches_all and last.guard is None
    if not isinstance(node, ast.Try):
        for item in node.items:
            _bind_target(frame, item.optional_vars, None, decided)
        suppresses = any(last_name(item.context_expr) == "suppress" for item in node.items)
        return _block(frame, node.body, decided)[0] and not suppresses
    ended = _block(frame, [*node.body, *node.orelse], decided)[0]
    for handler in node.handlers:
        ended = _block(frame, handler.body, decided)[0] and ended
    return _block(frame, node.finalbody, decided)[0] or ended


def _loop(frame: Frame, node: ast.For | ast.AsyncFor | ast.While, decided: Decisions) -> bool:
    if not isinstance(node, ast.While):
        _bind_target(frame, node.target, None, decided)
    _block(frame, node.body, decided)
    _block(frame, node.orelse, decided)
    forever = isinstance(node, ast.While) and is_true(node.test)
    return forever and not _breaks(node.body)


def _breaks(body: Iterable[ast.stmt]) -> bool:
    """Whether a `break` of the loop itself stands in its body."""
    for node in body:
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, (ast.For, ast.While, ast.AsyncFor)):
            if _breaks(node.orelse):
                return True
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            blocks = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
            blocks += [h.body for h in getattr(node, "handlers", [])]
            blocks += [c.body for c in getattr(node, "cases", [])]
            if any(_breaks(block) for block in blocks):
                return True
    return False


def _assigned(frame: Frame, node: ast.stmt, decided: Decisions) -> None:
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _bind_target(frame, target, value, decided)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            _bind_target(frame, target, value, decided)
        case ast.AugAssign(target=ast.Name() as target) if not isinstance(node.op, ast.Add):
            _bind_target(frame, target, None, decided)


def _bind_target(
    frame: Frame, target: ast.expr | None, value: ast.expr | None, decided: Decisions
) -> None:
    for name, part in unpacked(target, value):
        frame.locals.setdefault(name, []).append(Local(part, decided))


def decisions(frame: Frame, test: ast.expr, depth: int = 0) -> tuple[Decisions, Decisions]:
    """What a test decides of parameters when it is true, and when it is false."""
    if depth > DEEPEST:
        return (), ()
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yes, no = decisions(frame, inner, depth + 1)
            return no, yes
        case ast.BoolOp(op=ast.And(), values=values):
            return tuple(d for v in values for d in decisions(frame, v, depth + 1)[0]), ()
        case ast.BoolOp(op=ast.Or(), values=values):
            return (), tuple(d for v in values for d in decisions(frame, v, depth + 1)[1])
        case ast.Compare(left=ast.Name(id=name), ops=[op], comparators=[other]):
            if is_none(other) and isinstance(op, (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
                return _split(_meant(frame, name), given=isinstance(op, (ast.IsNot, ast.NotEq)))
        case ast.Name(id=name):
            return _truth(frame, name, depth)
        case _:
            pass
    return (), ()


def _split(parameter: str | None, *, given: bool) -> tuple[Decisions, Decisions]:
    if parameter is None:
        return (), ()
    return (Decision(parameter, given),), (Decision(parameter, not given),)


def _truth(frame: Frame, name: str, depth: int) -> tuple[Decisions, Decisions]:
    """A bare name as a test: it tells whether a parameter has left its literal default."""
    known = _lookup(frame, name)
    if known is not None and len(known) == 1:
        value = known[0].value
        if isinstance(value, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
            return decisions(frame, value, depth + 1)
    parameter = _meant(frame, name)
    default = None if parameter is None else _default(frame, parameter)
    if not isinstance(default, ast.Constant):
        return (), ()
    return _split(parameter, given=not default.value)


def _lookup(frame: Frame | None, name: str) -> list[Local] | None:
    while frame is not None:
        if name in frame.locals:
            return frame.locals[name]
        if name in frame.defaults:
            return None
        frame = frame.outer
    return None


def _default(frame: Frame | None, parameter: str) -> ast.expr | None:
    while frame is not None:
        if parameter in frame.defaults:
            return frame.defaults[parameter]
        frame = frame.outer
    return None


def _meant(frame: Frame | None, name: str, depth: int = 0) -> str | None:
    """The parameter of the outermost function that a name is, or is a copy of unless None."""
    if depth > DEEPEST:
        return None
    while frame is not None:
        known = frame.locals.get(name)
        if known is not None:
            return _copied(frame, name, known, depth)
        if name in frame.defaults:
            return name if frame.outer is None else None
        frame = frame.outer
    return None


def _copied(frame: Frame, name: str, known: list[Local], depth: int) -> str | None:
    sources = {
        value.id if isinstance(value, ast.Name) else ""
        for value in (local.value for local in known)
        if not is_none(value)
    }
    if len(sources) != 1 or "" in sources or name in sources:
        return None
    return _meant(frame, sources.pop(), depth + 1)
