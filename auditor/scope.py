"""Reading expressions where a provider wrote them: annotations, aliases, constructor calls."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .editions import parse_expression
from .generics import Maker, generic
from .model import FunctionForm
from .outcome import Gone, Unclear
from .values import (
    ClassRef,
    Coroutine,
    Data,
    Foreign,
    ForeignInstance,
    FunctionRef,
    Instance,
    Items,
    Known,
    ModuleRef,
    Nothing,
    Row,
    Table,
    Unknown,
    Value,
    bare,
    join,
)

if TYPE_CHECKING:
    from .world import World

_PLAIN = frozenset(["int", "str", "float", "bool", "bytes", "complex", "object"])
ANY = Unknown("the provider says Any", derived=True)


_MORE: dict[str, Maker] = {
    "Awaitable": lambda parts, of_type: Coroutine(of_type(parts[-1])),
    "Coroutine": lambda parts, of_type: Coroutine(of_type(parts[-1])),
    "Literal": lambda _parts, _of_type: ForeignInstance("str"),
}


@dataclass(frozen=True, slots=True)
class Scope:
    """A provider's module, with the class that is being read where there is one."""

    world: World
    module: str
    cls: ClassRef | None = None

    def annotated(self, text: str) -> Value:
        """An object of the annotated type."""
        tree = parse_expression(text)
        return (
            Unknown("an annotation that is no expression", derived=True)
            if tree is None
            else (self.of_type(tree))
        )

    def of_type(self, node: ast.expr) -> Value:
        """An object of the type that an annotation's tree names."""
        match node:
            case ast.Constant(value=None):
                return Nothing()
            case ast.Constant(value=str(text)):
                return self.annotated(text)
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return join([self.of_type(left), self.of_type(right)])
            case ast.Subscript():
                return generic(node, self.of_type, ANY, _MORE)
            case ast.Name(id="None"):
                return Nothing()
            case ast.Name() | ast.Attribute():
                return self._instance(self.expression(node), node)
            case _:
                return ANY

    def _instance(self, value: Value, node: ast.expr) -> Value:
        match value:
            case ClassRef():
                return Instance(value)
            case Foreign(name=name):
                last = name.rpartition(".")[2]
                if last in ("Any", "Self") or name.startswith("typing"):
                    self_type = last == "Self" and self.cls is not None
                    return Instance(self.cls) if self_type and self.cls else ANY
                return ForeignInstance(name)
            case Data(literal=literal) if literal:
                return self._alias(value, literal)
            case Unknown() if isinstance(node, ast.Name) and node.id in _PLAIN:
                return ForeignInstance(node.id)
            case _:
                return ANY

    def _alias(self, value: Data, literal: str) -> Value:
        """A type alias, read where it was written; a TypeVar tells nothing."""
        if literal.startswith(("TypeVar", "typing.TypeVar", "NewType")):
            return ANY
        key = (value.module, f"alias {value.name}")
        if key in self.world.busy:
            return ANY
        self.world.busy.add(key)
        try:
            return Scope(self.world, value.module).annotated(literal)
        finally:
            self.world.busy.discard(key)

    def expression(self, node: ast.expr) -> Value:
        """What an expression at module level is."""
        match node:
            case ast.Constant(value=None):
                return Nothing()
            case ast.Constant(value=value):
                return Known(value)
            case ast.Name(id=name):
                return self._name(name)
            case ast.Attribute(value=inner, attr=attr):
                return self._attribute(self.expression(inner), attr)
            case ast.Call(func=func):
                return self.called(self.expression(func))
            case ast.IfExp(body=body, orelse=orelse):
                return join([self.expression(body), self.expression(orelse)])
            case _:
                return self._display(node)

    def _display(self, node: ast.expr) -> Value:
        """A tuple, list or mapping that is written out, or what is awaited."""
        match node:
            case ast.Tuple(elts=elts) if not any(isinstance(e, ast.Starred) for e in elts):
                return Row(tuple(self.expression(e) for e in elts))
            case ast.List() | ast.ListComp() | ast.Set():
                return Items(Unknown("an item of a list", derived=True))
            case ast.Dict() | ast.DictComp():
                return Table(Unknown("a value of a mapping", derived=True))
            case ast.Await(value=inner):
                got = self.expression(inner)
                return got.value if isinstance(got, Coroutine) else got
            case _:
                return Unknown("an expression of the provider", derived=True)

    def _name(self, name: str) -> Value:
        found = self.world.member(self.module, name)
        if isinstance(found, (Gone, Unclear)):
            if name in _PLAIN:
                return Unknown(name)
            return Unknown(f"{name} is not told by the provider's source", derived=True)
        return found

    def _attribute(self, owner: Value, attr: str) -> Value:
        from .classes import class_member, member_value

        owner = bare(owner)
        match owner:
            case ModuleRef(name=module):
                found = self.world.member(module, attr)
                return ANY if isinstance(found, (Gone, Unclear)) else found
            case Foreign(name=name):
                return Foreign(f"{name}.{attr}")
            case ClassRef() | Instance():
                cls = owner.cls if isinstance(owner, Instance) else owner
                member = class_member(self.world, cls, attr)
                if isinstance(member, (Gone, Unclear)):
                    return ANY
                return member_value(self.world, member, bound=isinstance(owner, Instance))
            case _:
                return ANY

    def called(self, function: Value) -> Value:
        """What a call gives."""
        match bare(function):
            case ClassRef() as cls:
                return Instance(cls)
            case FunctionRef() as ref:
                return returned(self.world, ref)
            case Foreign(name=name):
                return ForeignInstance(name)
            case _:
                return ANY


def returned(world: World, ref: FunctionRef) -> Value:
    """What a provider's function gives back, from its annotation, else its plainest exits."""
    facts = ref.facts
    cls = ref.owner if isinstance(ref.owner, ClassRef) else None
    scope = Scope(world, ref.module, cls)
    value = scope.annotated(facts.returns) if facts.returns else _from_exits(scope, ref)
    if facts.is_async and not facts.is_generator:
        return Coroutine(value)
    if "contextmanager" in " ".join(facts.decorators) and isinstance(value, Items):
        return value.item
    return value


def _from_exits(scope: Scope, ref: FunctionRef) -> Value:
    if ref.facts.form is FunctionForm.PROPERTY or not ref.facts.exits:
        return Unknown(f"{ref.name} says nothing of what it returns", derived=True)
    texts = {way.text for way in ref.facts.exits}
    if len(texts) == 1:
        tree = parse_expression(next(iter(texts)))
        if isinstance(tree, ast.Call):
            value = scope.expression(tree)
            if isinstance(value, (Instance, Row, Items)):
                return value
        if isinstance(tree, ast.Tuple):
            return Row(tuple(ANY for _ in tree.elts))
    return Unknown(f"{ref.name} says nothing of what it returns", derived=True)
