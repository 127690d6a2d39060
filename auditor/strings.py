"""Names in strings: dotted paths, literal `getattr`, remote calls, environment variables."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from .bind import bind
from .env import Env
from .model import Argument, ArgumentForm, UseForm
from .outcome import Gone, Reached, Remote, Signature, Unclear, Variable
from .patches import parameters_of, resolve, step
from .text import text_of
from .values import (
    NOT_TOLD,
    ClassRef,
    Foreign,
    Instance,
    Known,
    ModuleRef,
    OwnClass,
    OwnFunction,
    OwnModuleRef,
    Unknown,
    Value,
    bare,
)

if TYPE_CHECKING:
    from .run import Run

_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+(:[A-Za-z_][\w.]*)?")
_NO_NAMES = (
    "getLogger",
    "init_logger",
    "warn",
    "warning",
    "info",
    "debug",
    "error",
    "print",
    "patch",
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
    found = resolve(run, dotted)
    outcome = (
        found
        if isinstance(found, (Gone, Unclear))
        else Reached(target=run.world.target(found, dotted))
    )
    run.record(
        env,
        node,
        UseForm.STRING,
        dotted,
        outcome,
        provider=edition.package,
        guarded=env.shelter.imports or env.shelter.attributes,
    )


def _own_class(run: Run, dotted: str) -> None:
    module, _, name = dotted.rpartition(".")
    if module in run.project.modules:
        run.named_by_string.append((module, name))


def literal_getattr(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    """`getattr(owner, "name"[, default])`."""
    name = bare(values[1]) if len(values) > 1 else NOT_TOLD
    if not (isinstance(name, Known) and isinstance(name.value, str)):
        return NOT_TOLD
    attribute = ast.Attribute(value=node.args[0], attr=name.value, ctx=ast.Load())
    ast.copy_location(attribute, node)
    run.string_nodes.append(attribute)
    from .members import read
    from .values import join

    inner = env
    if len(values) > 2:
        run.muted += 1
    try:
        value = read(run, values[0], attribute, inner, "")
    finally:
        if len(values) > 2:
            run.muted -= 1
    return join([value, values[2]]) if len(values) > 2 else value


def literal_import(run: Run, node: ast.Call, values: list[Value], env: Env) -> Value | None:
    """`import_module("a.b")`."""
    name = bare(values[0]) if values else NOT_TOLD
    if not (isinstance(name, Known) and isinstance(name.value, str)):
        return NOT_TOLD
    dotted = name.value
    edition = run.world.edition_of(dotted)
    if edition is None:
        own = dotted in run.project.modules
        return OwnModuleRef(dotted) if own else Foreign(dotted)
    found = run.world.module(dotted)
    if "." not in dotted:
        return found if isinstance(found, ModuleRef) else NOT_TOLD
    return found if isinstance(found, ModuleRef) else Unknown("a module that is gone")


def environment(run: Run, node: ast.AST, owner: Value, index: Value, env: Env) -> None:
    """`os.environ["X"]`."""
    owner, index = bare(owner), bare(index)
    if isinstance(owner, Foreign) and owner.name == "os.environ":
        if isinstance(index, Known) and isinstance(index.value, str):
            variable(run, node, index.value, env)


def variable(run: Run, node: ast.AST, name: str, env: Env) -> None:
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
    """`executor.collective_rpc("name", args=(…), kwargs={…})`."""
    if (
        isinstance(node.func, ast.Attribute)
        and text_of(node.func)
        in (
            "os.environ.get",
            "os.environ.setdefault",
            "os.environ.pop",
        )
    ) or text_of(node.func) in ("os.getenv", "getenv"):
        first = bare(values[0]) if values else NOT_TOLD
        if isinstance(first, Known) and isinstance(first.value, str):
            variable(run, node, first.value, env)
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if not name.endswith("_rpc") or not node.args or run.muted:
        return
    first = node.args[0]
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        run.remotes.append((node, first.value, env))


def judge_remotes(run: Run) -> None:
    """Once everything was walked: which classes have the methods that are called by name."""
    for node, name, env in run.remotes:
        own = _own_methods(run, name)
        edition = next(iter(run.world.editions.values()), None)
        if edition is None:
            continue
        holders = tuple(sorted(f"{m.module.name}.{m.qualname}" for m in own))
        theirs = () if own else _worker_methods(run, name)
        signature, binding = None, None
        if len(own) == 1:
            arguments = _sent(node)
            if arguments is not None:
                parameters = parameters_of(own[0].node)[1:]
                binding = bind(parameters, arguments)
        elif theirs and (arguments := _sent(node)) is not None:
            bindings = [bind(t.parameters, arguments) for t in theirs]
            if all(b.faults for b in bindings) or len(theirs) == 1:
                signature, binding = theirs[0], bindings[0]
        holders = holders or tuple(t.name for t in theirs)
        run.record(
            env,
            node.args[0],
            UseForm.RPC,
            name,
            Remote(name=name, holders=holders, signature=signature, binding=binding),
            provider=edition.package,
        )


def _own_methods(run: Run, name: str) -> list[OwnFunction]:
    found = []
    for env in run.class_envs.values():
        value = env.names.get(name)
        if isinstance(value, OwnFunction):
            found.append(value)
    return found


def _worker_methods(run: Run, name: str) -> tuple[Signature, ...]:
    """Methods of that name in the providers' worker classes."""
    from .classes import method_of
    from .constructors import signature_of
    from .model import Function

    found: list[Signature] = []
    for edition in run.world.editions.values():
        for module in edition.store.methods().get(name, ()):
            for cls in run.world.facts(module).classes:
                ref = ClassRef(module, cls.name, cls)
                entry = run.world.class_index(ref).get(name)
                if isinstance(entry, Function) and "worker" in f"{module}.{cls.name}".lower():
                    signature = signature_of(run.world, method_of(ref, entry, bound=True))
                    assert isinstance(signature, Signature)
                    found.append(signature)
    return tuple(found)


def _sent(node: ast.Call) -> tuple[Argument, ...] | None:
    """The arguments that travel: `args=(…)` and `kwargs={…}`; None when they are not written out."""
    found: list[Argument] = []
    for keyword in node.keywords:
        value = keyword.value
        if keyword.arg == "args":
            if not isinstance(value, (ast.Tuple, ast.List)):
                return None
            found += [
                Argument(form=ArgumentForm.POSITIONAL, text=text_of(e), line=e.lineno)
                for e in value.elts
            ]
        elif keyword.arg == "kwargs":
            if not (
                isinstance(value, ast.Dict) and all(isinstance(k, ast.Constant) for k in value.keys)
            ):
                return None
            found += [
                Argument(
                    form=ArgumentForm.KEYWORD,
                    keyword=str(k.value),
                    text=text_of(v),
                    line=v.lineno,
                )
                for k, v in zip(value.keys, value.values, strict=True)
                if isinstance(k, ast.Constant)
            ]
        elif keyword.arg is None:
            return None
    return tuple(found) if len(node.args) <= 1 else None


_ = (Instance, OwnClass, step, _NO_NAMES)
