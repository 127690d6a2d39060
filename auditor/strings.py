"""Names in strings: dotted paths, literal `getattr`, remote calls, environment variables."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from .arguments import positional, spelled_out
from .bind import Binding, bind
from .classes import method_of
from .constructors import signature_of
from .env import Env
from .members import read
from .model import Argument, Function, UseForm
from .outcome import Remote, Signature, Variable
from .parameters import parameters_of
from .references import outcome_of, resolve
from .text import text_of
from .values import (
    NOT_TOLD,
    ClassRef,
    Foreign,
    Known,
    ModuleRef,
    OwnFunction,
    OwnModuleRef,
    Unknown,
    Value,
    bare,
    join,
)

if TYPE_CHECKING:
    from .run import Run

_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+(:[A-Za-z_][\w.]*)?")
_WORKER = re.compile(r"^\s*class \w*worker", re.IGNORECASE | re.MULTILINE)
_READS_ENVIRONMENT = (
    "os.environ.get",
    "os.environ.setdefault",
    "os.environ.pop",
    "os.getenv",
    "getenv",
)


def dotted_string(run: Run, node: ast.Constant, env: Env) -> None:
    """A string that names something of a provider, or a class of the consumer to be injected."""
    text = str(node.value)
    if run.muted or not _DOTTED.fullmatch(text) or id(node) in run.plain_strings:
        return
    dotted = text.replace(":", ".")
    edition = run.world.edition_of(dotted)
    if edition is None:
        _own_class(run, dotted)
        return
    run.record(
        env,
        node,
        UseForm.STRING,
        dotted,
        outcome_of(run.world, dotted, resolve(run.world, dotted)),
        provider=edition.package,
        guarded=env.shelter.imports or env.shelter.attributes,
    )


def _own_class(run: Run, dotted: str) -> None:
    module, _, name = dotted.rpartition(".")
    if module in run.project.modules:
        run.named_by_string.append((module, name))


def literal_getattr(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value:
    """`getattr(owner, "name"[, default])`."""
    owner, name, default = (*values, None, None, None)[:3]
    text = _text(name)
    if owner is None or text is None:
        return NOT_TOLD
    attribute = ast.Attribute(value=node.args[0], attr=text, ctx=ast.Load())
    ast.copy_location(attribute, node)
    run.string_nodes.append(attribute)
    if default is None:
        return read(run, owner, attribute, env, "")
    run.muted += 1
    try:
        return join([read(run, owner, attribute, env, ""), default])
    finally:
        run.muted -= 1


def _text(value: Value | None) -> str | None:
    """The text that a value is known to be."""
    inner = bare(value) if value is not None else None
    return inner.value if isinstance(inner, Known) and isinstance(inner.value, str) else None


def literal_import(run: Run, values: list[Value]) -> Value:
    """`import_module("a.b")`."""
    dotted = _text(values[0]) if values else None
    if dotted is None:
        return NOT_TOLD
    if run.world.edition_of(dotted) is None:
        own = dotted in run.project.modules
        return OwnModuleRef(dotted) if own else Foreign(dotted)
    found = run.world.module(dotted)
    if isinstance(found, ModuleRef):
        return found
    return Unknown("a module that is gone") if "." in dotted else NOT_TOLD


def environment(run: Run, node: ast.AST, owner: Value, index: Value, env: Env) -> None:
    """`os.environ["X"]`."""
    owner, name = bare(owner), _text(index)
    if isinstance(owner, Foreign) and owner.name == "os.environ" and name is not None:
        _variable(run, node, name, env)


def _variable(run: Run, node: ast.AST, name: str, env: Env) -> None:
    """An environment variable with a provider's prefix."""
    package = name.partition("_")[0].lower()
    edition = run.world.editions.get(package)
    if edition is None or run.muted:
        return
    known = bool(edition.store.grep(name))
    run.record(
        env, node, UseForm.ENVIRONMENT, name, Variable(name=name, known=known), provider=package
    )


def remote(run: Run, node: ast.Call, values: list[Value], env: Env) -> None:
    """`executor.collective_rpc("name", args=(…), kwargs={…})`, and `os.environ.get("X")`."""
    if text_of(node.func) in _READS_ENVIRONMENT:
        name = _text(values[0]) if values else None
        if name is not None:
            _variable(run, node, name, env)
        return
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if not called.endswith("_rpc") or not node.args or run.muted:
        return
    first = node.args[0]
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        run.remotes.append((node, first.value, env))


def judge_remotes(run: Run) -> None:
    """Once everything was walked: which classes have the methods that are called by name."""
    edition = next(iter(run.world.editions.values()), None)
    for node, name, env in run.remotes if edition else ():
        assert edition is not None
        own = _own_methods(run, name)
        theirs = () if own else _worker_methods(run, name)
        signature, binding = _fit(own, theirs, _sent(node))
        run.record(
            env,
            node.args[0],
            UseForm.RPC,
            name,
            Remote(
                name=name,
                holders=tuple(sorted(f"{m.module.name}.{m.qualname}" for m in own))
                or tuple(t.name for t in theirs),
                signature=signature,
                binding=binding,
            ),
            provider=edition.package,
        )


def _fit(
    own: list[OwnFunction], theirs: tuple[Signature, ...], arguments: tuple[Argument, ...] | None
) -> tuple[Signature | None, Binding | None]:
    """How the arguments bind; nothing where one of several methods may take them."""
    if arguments is None:
        return None, None
    if len(own) == 1:
        return None, bind(parameters_of(own[0].node)[1:], arguments)
    bindings = [bind(t.parameters, arguments) for t in theirs]
    if bindings and (len(bindings) == 1 or all(b.faults for b in bindings)):
        return theirs[0], bindings[0]
    return None, None


def _own_methods(run: Run, name: str) -> list[OwnFunction]:
    found = (env.names.get(name) for env in run.class_envs.values())
    return [value for value in found if isinstance(value, OwnFunction)]


def _worker_methods(run: Run, name: str) -> tuple[Signature, ...]:
    """Methods of that name in the providers' worker classes."""
    found: list[Signature] = []
    for edition in run.world.editions.values():
        for module in edition.store.methods().get(name, ()):
            # Most modules need not be read: their text names no worker.
            if "worker" not in module and not _WORKER.search(edition.store.source(module)):
                continue
            for cls in run.world.facts(module).classes:
                ref = ClassRef(module, cls.name, cls)
                entry = run.world.class_index(ref).get(name)
                if isinstance(entry, Function) and "worker" in f"{module}.{cls.name}".lower():
                    signature = signature_of(run.world, method_of(ref, entry, bound=True))
                    assert isinstance(signature, Signature)
                    found.append(signature)
    return tuple(found)


def _sent(node: ast.Call) -> tuple[Argument, ...] | None:
    """The arguments that travel: `args=(…)` and `kwargs={…}`; None where not written out."""
    found: list[Argument] = []
    for keyword in node.keywords:
        part: list[Argument] | None = []
        if keyword.arg == "args":
            part = _row(keyword.value)
        elif keyword.arg == "kwargs":
            part = spelled_out(keyword.value)
        if part is None or keyword.arg is None:
            return None
        found += part
    return tuple(found) if len(node.args) <= 1 else None


def _row(node: ast.expr) -> list[Argument] | None:
    return [positional(e) for e in node.elts] if isinstance(node, (ast.Tuple, ast.List)) else None
