"""The ways out of a body, and which parameter decides for each of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from drift_audit.auditor.model.contract import Return, ReturnForm

from .expressions import last_name, value_text
from .flow import DEEPEST, Decisions, Frame, decisions, read_frame
from .scopes import Routine

_MAKERS = {
    "list": ReturnForm.LIST,
    "sorted": ReturnForm.LIST,
    "tuple": ReturnForm.TUPLE,
    "dict": ReturnForm.DICT,
}
_DISPLAYS: dict[type[ast.expr], ReturnForm] = {
    ast.List: ReturnForm.LIST,
    ast.ListComp: ReturnForm.LIST,
    ast.Dict: ReturnForm.DICT,
    ast.DictComp: ReturnForm.DICT,
    ast.Constant: ReturnForm.LITERAL,
    ast.JoinedStr: ReturnForm.LITERAL,
}
_Shape: TypeAlias = tuple[ReturnForm, int | None]


def exits(node: Routine) -> tuple[Return, ...]:
    """All ways out, in source order; a body that can run off its end has a NONE without text."""
    frame = read_frame(node, None)
    return tuple(dict.fromkeys(_exits_of(frame, node, 0)))


def _exits_of(frame: Frame, node: Routine, depth: int) -> Iterator[Return]:
    for statement, decided in frame.returns:
        yield from _exit(frame, statement.value, statement.lineno, decided, depth)
    if frame.falls_through:
        line = node.end_lineno or node.lineno
        yield Return(form=ReturnForm.NONE, text="", line=line)


def _exit(
    frame: Frame, value: ast.expr | None, line: int, decided: Decisions, depth: int
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
    frame: Frame, value: ast.expr | None, decided: Decisions, depth: int
) -> Iterator[Return]:
    """The exits of nested functions whose result is handed out, bare or wrapped in a call."""
    if depth > DEEPEST or (isinstance(value, ast.Call) and last_name(value) in _MAKERS):
        return
    names = dict.fromkeys(_handed(frame, value, 0))
    for name in names:
        routine = frame.nested[name]
        yield from _exits_of(read_frame(routine, frame), routine, depth + 1)
    if names and isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        for local in frame.locals.get(value.func.id, ()):
            if local.value is not None and not _is_identity(local.value):
                form = Return(form=ReturnForm.OTHER, text=value_text(value), line=value.lineno)
                yield _marked(form, decided + local.decisions)


def _handed(
    frame: Frame, value: ast.expr | None, depth: int, *, asked: bool = False
) -> Iterator[str]:
    """The nested functions that an expression calls, or hands to the call that it is made by.

    An object that was made with one (`Future(get)`) is no result before it is `asked` for it.
    """
    match value:
        case ast.Call(func=ast.Name(id=name)) if name in frame.nested:
            yield name
        case ast.Call():
            if isinstance(value.func, ast.Attribute):
                yield from _handed(frame, value.func.value, depth, asked=True)
            if asked or not last_name(value)[:1].isupper():
                yield from _arguments_handed(frame, value, depth)
        case ast.Await(value=inner):
            yield from _handed(frame, inner, depth)
        case ast.Name(id=name) if depth < DEEPEST:
            known = frame.locals.get(name, [])
            if len(known) == 1 and isinstance(known[0].value, (ast.Call, ast.Await)):
                yield from _handed(frame, known[0].value, depth + 1, asked=asked)
        case _:
            pass


def _arguments_handed(frame: Frame, call: ast.Call, depth: int) -> Iterator[str]:
    for argument in [*call.args, *[k.value for k in call.keywords]]:
        if isinstance(argument, ast.Name) and argument.id in frame.nested:
            if _is_thunk(frame.nested[argument.id]):
                yield argument.id
        elif isinstance(argument, ast.Call):
            yield from _handed(frame, argument, depth)


def _is_thunk(node: Routine) -> bool:
    """Whether a nested function asks for no argument, so that its result is what is waited for."""
    arguments = node.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return not named and arguments.vararg is None and arguments.kwarg is None


def _is_identity(value: ast.expr) -> bool:
    match value:
        case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)]), body=ast.Name(id=given)):
            return name == given
        case _:
            return False


def _form(frame: Frame, value: ast.expr | None, depth: int) -> _Shape:
    match value:
        case None | ast.Constant(value=None):
            return ReturnForm.NONE, None
        case ast.Tuple(elts=elements):
            starred = any(isinstance(e, ast.Starred) for e in elements)
            return ReturnForm.TUPLE, None if starred else len(elements)
        case ast.Subscript(slice=inner) if not isinstance(inner, (ast.Slice, ast.Tuple)):
            return ReturnForm.ITEM, None
        case ast.Call():
            return _called_form(frame, value, depth)
        case ast.Name(id=name) if depth < DEEPEST:
            return _local_form(frame, name, depth)
        case _:
            return _DISPLAYS.get(type(value), ReturnForm.OTHER), None


def _called_form(frame: Frame, value: ast.Call, depth: int) -> _Shape:
    name = last_name(value)
    if name == "cast" and len(value.args) == 2:  # noqa: PLR2004 - typing.cast(type, value)
        return _form(frame, value.args[1], depth)
    plain = isinstance(value.func, ast.Name)
    return (_MAKERS[name] if plain and name in _MAKERS else ReturnForm.OTHER), None


def _local_form(frame: Frame, name: str, depth: int) -> _Shape:
    """The form of a local name: that of its values where they agree."""
    known = frame.locals.get(name)
    if not known or name in frame.defaults or any(local.value is None for local in known):
        return ReturnForm.OTHER, None
    forms = {_form(frame, local.value, depth + 1) for local in known}
    return forms.pop() if len(forms) == 1 else (ReturnForm.OTHER, None)
