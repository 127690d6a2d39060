"""The ways out of a body, and which parameter decides for each of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from drift_audit.auditor.model.contract import Return, ReturnForm

from .expressions import is_constant, last_name, value_text
from .scopes import Routine, unpacked

_DEEPEST = 6
_MAKERS = {
    "list": ReturnForm.LIST,
    "sorted": ReturnForm.LIST,
    "tuple": ReturnForm.TUPLE,
    "dict": ReturnForm.DICT,
}


@dataclass(frozen=True, slots=True)
class Decision:
    """A parameter was given, or was not, on the way here."""

    parameter: str
    given: bool


Decisions: TypeAlias = tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class _Local:
    """One value that a local name takes, and what was decided when it did."""

    value: ast.expr | None
    decisions: Decisions


@dataclass(slots=True)
class _Frame:
    """What is known inside one function; `outer` is the function around a nested one."""

    defaults: dict[str, ast.expr | None]
    outer: _Frame | None = None
    locals: dict[str, list[_Local]] = field(default_factory=dict)
    nested: dict[str, Routine] = field(default_factory=dict)
    returns: list[tuple[ast.Return, Decisions]] = field(default_factory=list)
    falls_through: bool = False


def exits(node: Routine) -> tuple[Return, ...]:
    """All ways out, in source order; a body that can run off its end has a NONE without text."""
    frame = _frame(node, None)
    return tuple(dict.fromkeys(_exits_of(frame, node, 0)))


def _frame(node: Routine, outer: _Frame | None) -> _Frame:
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    padding: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    defaults = dict(zip([a.arg for a in positional], [*padding, *arguments.defaults], strict=True))
    defaults |= dict(zip([a.arg for a in arguments.kwonlyargs], arguments.kw_defaults, strict=True))
    frame = _Frame(defaults, outer)
    frame.falls_through = not _block(frame, node.body, ())[0]
    return frame


def _block(frame: _Frame, body: Iterable[ast.stmt], decided: Decisions) -> tuple[bool, Decisions]:
    """Walk a block; whether its end is out of reach, and what is decided behind it."""
    for node in body:
        ended, decided = _statement(frame, node, decided)
        if ended:
            return True, decided
    return False, decided


def _statement(frame: _Frame, node: ast.stmt, decided: Decisions) -> tuple[bool, Decisions]:
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


def _if(frame: _Frame, node: ast.If, decided: Decisions) -> tuple[bool, Decisions]:
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
    frame: _Frame, node: ast.Try | ast.With | ast.AsyncWith | ast.Match, decided: Decisions
) -> bool:
    if isinstance(node, ast.Match):
        ends = [_block(frame, case.body, decided)[0] for case in node.cases]
        last = node.cases[-1]
        catches_all = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
        return all(ends) and catches_all and last.guard is None
    if not isinstance(node, ast.Try):
        for item in node.items:
            _bind_target(frame, item.optional_vars, None, decided)
        return _block(frame, node.body, decided)[0]
    ended = _block(frame, [*node.body, *node.orelse], decided)[0]
    for handler in node.handlers:
        ended = _block(frame, handler.body, decided)[0] and ended
    return _block(frame, node.finalbody, decided)[0] or ended


def _loop(frame: _Frame, node: ast.For | ast.AsyncFor | ast.While, decided: Decisions) -> bool:
    if not isinstance(node, ast.While):
        _bind_target(frame, node.target, None, decided)
    _block(frame, node.body, decided)
    _block(frame, node.orelse, decided)
    forever = isinstance(node, ast.While) and is_constant(node.test, True)
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


def _assigned(frame: _Frame, node: ast.stmt, decided: Decisions) -> None:
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _bind_target(frame, target, value, decided)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            _bind_target(frame, target, value, decided)
        case ast.AugAssign(target=ast.Name() as target) if not isinstance(node.op, ast.Add):
            _bind_target(frame, target, None, decided)


def _bind_target(
    frame: _Frame, target: ast.expr | None, value: ast.expr | None, decided: Decisions
) -> None:
    for name, part in unpacked(target, value):
        frame.locals.setdefault(name, []).append(_Local(part, decided))


def decisions(frame: _Frame, test: ast.expr) -> tuple[Decisions, Decisions]:
    """What a test decides of parameters when it is true, and when it is false."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yes, no = decisions(frame, inner)
            return no, yes
        case ast.BoolOp(op=ast.And(), values=values):
            return tuple(d for v in values for d in decisions(frame, v)[0]), ()
        case ast.BoolOp(op=ast.Or(), values=values):
            return (), tuple(d for v in values for d in decisions(frame, v)[1])
        case ast.Compare(left=ast.Name(id=name), ops=[op], comparators=[other]):
            if is_constant(other, None) and isinstance(op, (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
                return _split(_meant(frame, name), given=isinstance(op, (ast.IsNot, ast.NotEq)))
        case ast.Name(id=name):
            return _truth(frame, name)
    return (), ()


def _split(parameter: str | None, *, given: bool) -> tuple[Decisions, Decisions]:
    if parameter is None:
        return (), ()
    return (Decision(parameter, given),), (Decision(parameter, not given),)


def _truth(frame: _Frame, name: str) -> tuple[Decisions, Decisions]:
    """A bare name as a test: it tells whether a parameter has left its literal default."""
    known = _lookup(frame, name)
    if known is not None and len(known) == 1:
        value = known[0].value
        if isinstance(value, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
            return decisions(frame, value)
    parameter = _meant(frame, name)
    default = None if parameter is None else _default(frame, parameter)
    if not isinstance(default, ast.Constant):
        return (), ()
    return _split(parameter, given=not default.value)


def _lookup(frame: _Frame | None, name: str) -> list[_Local] | None:
    while frame is not None:
        if name in frame.locals:
            return frame.locals[name]
        if name in frame.defaults:
            return None
        frame = frame.outer
    return None


def _default(frame: _Frame | None, parameter: str) -> ast.expr | None:
    while frame is not None:
        if parameter in frame.defaults:
            return frame.defaults[parameter]
        frame = frame.outer
    return None


def _meant(frame: _Frame | None, name: str, depth: int = 0) -> str | None:
    """The parameter of the outermost function that a name is, or is a copy of unless None."""
    if depth > _DEEPEST:
        return None
    while frame is not None:
        known = frame.locals.get(name)
        if known is not None:
            return _copied(frame, name, known, depth)
        if name in frame.defaults:
            return name if frame.outer is None else None
        frame = frame.outer
    return None


def _copied(frame: _Frame, name: str, known: list[_Local], depth: int) -> str | None:
    sources = {
        value.id if isinstance(value, ast.Name) else ""
        for value in (local.value for local in known)
        if not is_constant(value, None)
    }
    if len(sources) != 1 or "" in sources or name in sources:
        return None
    return _meant(frame, sources.pop(), depth + 1)


def _exits_of(frame: _Frame, node: Routine, depth: int) -> Iterator[Return]:
    for statement, decided in frame.returns:
        yield from _exit(frame, statement.value, statement.lineno, decided, depth)
    if frame.falls_through:
        line = node.end_lineno or node.lineno
        yield Return(form=ReturnForm.NONE, text="", line=line)


def _exit(
    frame: _Frame, value: ast.expr | None, line: int, decided: Decisions, depth: int
) -> Iterator[Return]:
    """The exits that one returned expression stands for."""
    if isinstance(value, ast.IfExp):
        yes, no = decisions(frame, value.test)
        yield from _exit(frame, value.body, line, decided + yes, depth)
        yield from _exit(frame, value.orelse, line, decided + no, depth)
        return
    inner = tuple(_through(frame, value, decided, depth))
    if inner:
        yield from (one if one.parameter else _marked(one, decided) for one in inner)
        return
    form, arity = _form(frame, value, 0)
    text = "None" if value is None else value_text(value)
    yield _marked(Return(form=form, text=text, line=line, arity=arity), decided)


def _marked(exit_: Return, decided: Decisions) -> Return:
    if not decided:
        return exit_
    return replace(exit_, parameter=decided[-1].parameter, when_given=decided[-1].given)


def _through(
    frame: _Frame, value: ast.expr | None, decided: Decisions, depth: int
) -> Iterator[Return]:
    """The exits of nested functions whose result is handed out, bare or wrapped in a call."""
    if depth > _DEEPEST or (isinstance(value, ast.Call) and last_name(value) in _MAKERS):
        return
    names = dict.fromkeys(_handed(frame, value, 0))
    for name in names:
        routine = frame.nested[name]
        yield from _exits_of(_frame(routine, frame), routine, depth + 1)
    if names and isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        for local in frame.locals.get(value.func.id, ()):
            if local.value is not None and not _is_identity(local.value):
                form = Return(form=ReturnForm.OTHER, text=value_text(value), line=value.lineno)
                yield _marked(form, decided + local.decisions)


def _handed(
    frame: _Frame, value: ast.expr | None, depth: int, *, asked: bool = False
) -> Iterator[str]:
    """The nested functions that an expression calls, or hands to the call that it is made by.

    An object that was made with one (`Future(get)`) is no result before it is `asked` for it.
    """
    match value:
        case ast.Call(func=func, args=args, keywords=keywords):
            if isinstance(func, ast.Name) and func.id in frame.nested:
                yield func.id
                return
            if isinstance(func, ast.Attribute):
                yield from _handed(frame, func.value, depth, asked=True)
            if last_name(func)[:1].isupper() and not asked:
                return
            for argument in [*args, *[k.value for k in keywords]]:
                if isinstance(argument, ast.Name) and argument.id in frame.nested:
                    if _is_thunk(frame.nested[argument.id]):
                        yield argument.id
                elif isinstance(argument, ast.Call):
                    yield from _handed(frame, argument, depth)
        case ast.Await(value=inner):
            yield from _handed(frame, inner, depth)
        case ast.Name(id=name) if depth < _DEEPEST:
            known = frame.locals.get(name, [])
            if len(known) == 1 and isinstance(known[0].value, (ast.Call, ast.Await)):
                yield from _handed(frame, known[0].value, depth + 1, asked=asked)


def _is_thunk(node: Routine) -> bool:
    """Whether a nested function asks for no argument, so that its result is what is waited for."""
    arguments = node.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return not named and arguments.vararg is None and arguments.kwarg is None


def _is_identity(value: ast.expr) -> bool:
    match value:
        case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)]), body=ast.Name(id=given)):
            return name == given
    return False


def _form(frame: _Frame, value: ast.expr | None, depth: int) -> tuple[ReturnForm, int | None]:
    match value:
        case None | ast.Constant(value=None):
            return ReturnForm.NONE, None
        case ast.Tuple(elts=elements):
            starred = any(isinstance(e, ast.Starred) for e in elements)
            return ReturnForm.TUPLE, None if starred else len(elements)
        case ast.List() | ast.ListComp():
            return ReturnForm.LIST, None
        case ast.Dict() | ast.DictComp():
            return ReturnForm.DICT, None
        case ast.Constant() | ast.JoinedStr():
            return ReturnForm.LITERAL, None
        case ast.Subscript(slice=inner) if not isinstance(inner, (ast.Slice, ast.Tuple)):
            return ReturnForm.ITEM, None
        case ast.Call():
            return _called_form(frame, value, depth)
        case ast.Name(id=name) if depth < _DEEPEST:
            return _local_form(frame, name, depth)
    return ReturnForm.OTHER, None


def _called_form(frame: _Frame, value: ast.Call, depth: int) -> tuple[ReturnForm, int | None]:
    name = last_name(value)
    if name == "cast" and len(value.args) == 2:  # noqa: PLR2004 - typing.cast(type, value)
        return _form(frame, value.args[1], depth)
    plain = isinstance(value.func, ast.Name)
    return (_MAKERS[name] if plain and name in _MAKERS else ReturnForm.OTHER), None


def _local_form(frame: _Frame, name: str, depth: int) -> tuple[ReturnForm, int | None]:
    """The form of a local name: that of its values where they agree."""
    known = frame.locals.get(name)
    if not known or name in frame.defaults or any(local.value is None for local in known):
        return ReturnForm.OTHER, None
    forms = {_form(frame, local.value, depth + 1) for local in known}
    return forms.pop() if len(forms) == 1 else (ReturnForm.OTHER, None)
