"""Members that an object has although its class shows none: set from outside, or by a name."""

from __future__ import annotations

import ast
import re

from .classes import line_of
from .outcome import Gone
from .values import ClassRef
from .world import World

_ASKING = ("hasattr", "getattr", "delattr")


def given_at_run_time(world: World, gone: Gone) -> str:
    """Who gives the object the member today, "" where nothing in the provider seems to."""
    module, _, _ = gone.owner.rpartition(".")
    cls = world.member(module, gone.owner.removeprefix(f"{module}."))
    if not isinstance(cls, ClassRef):
        return ""
    for owner in line_of(world, cls).classes:
        if isinstance(owner, ClassRef):
            if _counts_on(world, owner, gone.name):
                return f"{owner.name} itself counts on it: it is set in a way that was not seen"
            if giver := _giver(world, owner.module, gone.name):
                return f"{giver} sets it on what it is given"
    return ""


def _counts_on(world: World, owner: ClassRef, name: str) -> bool:
    """Whether the body of the class reads `self.name` unasked, or sets it by its name."""
    own = owner.qualname.rpartition(".")[2]
    for node in ast.walk(world.tree(owner.module)):
        if isinstance(node, ast.ClassDef) and node.name == own:
            inner = list(ast.walk(node))
            asked = any(_calls_with(each, name) in _ASKING for each in inner)
            return not asked and any(_is_used(each, name) for each in inner)
    return False


def _is_used(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr=attr):
            return attr == name
        case _:
            return bool(_calls_with(node, name))


def _calls_with(node: ast.AST, name: str) -> str:
    """What is called with the name as a text among its arguments, "" for nothing."""
    match node:
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=args):
            texts = [arg.value for arg in args if isinstance(arg, ast.Constant)]
            return called if name in texts else ""
        case _:
            return ""


def _giver(world: World, module: str, name: str) -> str:
    """The module of a function that sets the member on an argument, near the class's own."""
    edition = world.edition_of(module)
    if edition is None:
        return ""
    near = {module, *(entry.module for entry in world.facts(module).imports)}
    setting = re.compile(rf"\b(?!self\b|cls\b)(\w+)\.{re.escape(name)}\s*(?::[^=\n]+)?=[^=]")
    for where in edition.store.grep(name):
        if where in near:
            source = edition.store.source(where)
            for match in setting.finditer(source):
                if re.search(rf"def \w+\([^)]*\b{match[1]}\b", source):
                    return where
    return ""
