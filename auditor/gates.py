"""Tests of the consumer that ask a provider which release it is, and what they come to."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from packaging.specifiers import Specifier
from packaging.version import Version

from .constructors import signature_of
from .env import Env
from .evaluate import evaluate_quietly
from .exceptions import handled
from .members import member_of
from .model import Span
from .outcome import Gone, Signature, Target, TargetForm, Unclear
from .references import resolve
from .run import span_of
from .text import text_of
from .values import ClassRef, FunctionRef, Instance, Known, ModuleRef, Unknown, Value, bare, options

if TYPE_CHECKING:
    from .run import Run
    from .world import World

_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_IMPORTS = (ast.Import, ast.ImportFrom)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a test asks a provider for, and the answer in this world.

    `name` is dotted: a member, `function(parameter)`, or several of an import. `release` is what a
    test of the version asks for, None for others. `there` is None where it cannot be told.
    `negated`: the test holds where the answer is no.
    """

    package: str
    name: str
    release: Specifier | None = None
    there: bool | None
    negated: bool = False

    @property
    def holds(self) -> bool | None:
        """What the whole test comes to."""
        return None if self.there is None else self.there is not self.negated


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """A statement or an expression that chooses by such a test: `if`, `a if … else b`, `try`."""

    text: str
    span: Span
    enclosing: str
    question: Question


Place: TypeAlias = tuple[str, int, int]
Gates: TypeAlias = dict[Place, Gate]


def place_of(span: Span) -> Place:
    """What a gate is recognised by in the walk of the other world."""
    return span.path, span.line, span.column


def note_test(run: Run, node: ast.If | ast.IfExp, env: Env) -> None:
    """Remember an `if` that asks a provider."""
    if not run.muted and (question := _asked(run, node.test, env)):
        _note(run, node, env, question, text_of(node.test))


def note_attempt(run: Run, node: ast.Try, env: Env) -> None:
    """Remember a `try` that imports from one place of a provider, else from another one."""
    if run.muted or node.orelse or node.finalbody or len(node.handlers) != 1:
        return
    (handler,) = node.handlers
    caught = {name.rpartition(".")[2] for name in handled(handler)}
    if not caught <= {"ImportError", "ModuleNotFoundError"}:
        return
    names, others = list(_imported(node.body, env)), list(_imported(handler.body, env))
    packages = {name.partition(".")[0] for name in (*names, *others)}
    if not names or not others or len(packages) != 1 or "" in packages:
        return
    (package,) = packages
    if package not in run.world.editions:
        return
    there = _all_there(run.world, names)
    _note(run, node, env, Question(package=package, name=", ".join(names), there=there), "try")


def _note(
    run: Run, node: ast.If | ast.IfExp | ast.Try, env: Env, question: Question, text: str
) -> None:
    """One gate that is met with two answers tells nothing."""
    gate = Gate(
        text=text,
        span=span_of(env.module.path, node),
        enclosing=env.qualname,
        question=question,
    )
    there = run.gates.setdefault(place_of(gate.span), gate)
    if there.question != question:
        unclear = replace(question, there=None)
        run.gates[place_of(gate.span)] = replace(gate, question=unclear)


def _asked(run: Run, test: ast.expr, env: Env) -> Question | None:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _asked(run, operand, env)
            return replace(inner, negated=not inner.negated) if inner else None
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op], comparators=[right]):
            inner = _parameter(run, left, right, env)
            return replace(inner, negated=isinstance(op, ast.NotIn)) if inner else None
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _release(run, left, _OPERATORS.get(type(op), ""), right, env)
        case ast.Call(func=ast.Name(id="hasattr"), args=[receiver, ast.Constant(value=str(name))]):
            return _member(run, receiver, name, env)
        case _:
            return None


def _release(run: Run, left: ast.expr, operator: str, right: ast.expr, env: Env) -> Question | None:
    """`Version(vllm.__version__) >= Version("0.16.0")`, either way round."""
    one, other = (evaluate_quietly(run, side, env) for side in (left, right))
    if isinstance(other, Known) and other.of:
        one, other, operator = other, one, _TURNED.get(operator, operator)
    match one, other:
        case (
            Known(value=Version() as version, of=package),
            Known(value=Version() as bound, of=""),
        ) if package and operator:
            return Question(
                package=package,
                name=f"{package}.__version__",
                release=Specifier(f"{operator}{bound.public}"),
                there=_COMPARE[operator](version, bound),
            )
        case _:
            return None


_COMPARE: dict[str, Callable[[Version, Version], bool]] = {
    "<": Version.__lt__,
    "<=": Version.__le__,
    ">": Version.__gt__,
    ">=": Version.__ge__,
    "==": Version.__eq__,
    "!=": Version.__ne__,
}


def _parameter(run: Run, name: ast.expr, right: ast.expr, env: Env) -> Question | None:
    """`"x" in inspect.signature(f).parameters`, for a function or a class of a provider."""
    match name, right:
        case (
            ast.Constant(value=str(wanted)),
            ast.Attribute(value=ast.Call(func=reader, args=[asked]), attr="parameters"),
        ) if text_of(reader).rpartition(".")[2] == "signature":
            value = evaluate_quietly(run, asked, env)
            if not isinstance(value, (FunctionRef, ClassRef)) or not _package(run, value.module):
                return None
            signature = signature_of(run.world, value)
            there = None
            if isinstance(signature, Signature):
                there = any(p.name == wanted for p in signature.parameters)
            return Question(
                package=_package(run, value.module),
                name=f"{text_of(asked)}({wanted})",
                there=there,
            )
    return None


def _member(run: Run, receiver: ast.expr, name: str, env: Env) -> Question | None:
    """`hasattr(x, "name")` of a module, a class, or an object of one class."""
    choices = [bare(one) for one in options(evaluate_quietly(run, receiver, env))]
    if len(choices) != 1:
        return None
    module = _home(choices[0])
    if module is None or not _package(run, module):
        return None
    return Question(
        package=_package(run, module),
        name=f"{text_of(receiver)}.{name}",
        there=_has(run, choices[0], name),
    )


def _home(owner: Value) -> str | None:
    match owner:
        case ModuleRef(name=module):
            return module
        case ClassRef(module=module) | Instance(cls=ClassRef(module=module)):
            return module
        case _:
            return None


def _has(run: Run, owner: Value, name: str) -> bool | None:
    """An object may lack what its class sets now and then, and have what a subclass adds."""
    found = member_of(run, owner, name)
    if isinstance(owner, Instance):
        steady = (TargetForm.METHOD, TargetForm.PROPERTY)
        return True if isinstance(found, Target) and found.form in steady else None
    if isinstance(found, Target):
        return True
    return False if isinstance(found, Gone) and not found.outside else None


def _package(run: Run, module: str) -> str:
    edition = run.world.edition_of(module)
    return edition.package if edition else ""


def _imported(body: list[ast.stmt], env: Env) -> Iterator[str]:
    """The dotted names of imports; "" where anything else stands among them."""
    for statement in body:
        match statement:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                home = env.module.absolute(module, level)
                yield from ("" if a.name == "*" else f"{home}.{a.name}" for a in names)
            case _:
                yield ""


def _all_there(world: World, names: list[str]) -> bool | None:
    """Whether an import of all the names succeeds."""
    found = [resolve(world, name) for name in names]
    if any(isinstance(one, Gone) and not one.outside for one in found):
        return False
    return None if any(isinstance(one, (Gone, Unclear, Unknown)) for one in found) else True
