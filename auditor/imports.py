"""Import statements: of providers (uses), of the consumer's own modules, of everything else."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .editions import Entry
from .env import Env
from .members import own_member
from .model import UseForm
from .outcome import Gone, Unclear
from .places import new_place
from .references import outcome_of
from .values import Foreign, Lost, ModuleRef, OwnModuleRef, Unknown, Value

if TYPE_CHECKING:
    from .run import Run


def plain(run: Run, node: ast.Import, env: Env) -> bool:
    """`import a.b`, `import a.b as c`."""
    for alias in node.names:
        bound = alias.asname or alias.name.partition(".")[0]
        env.put(bound, _module(run, alias, env))
    return False


def _module(run: Run, alias: ast.alias, env: Env) -> Value:
    """What the statement binds: without an `as`, the package at the root of the name."""
    name, root = alias.name, alias.asname is None
    if run.world.edition_of(name) is not None:
        found = run.world.module(name)
        _note(run, env, alias, name, found)
        if isinstance(found, ModuleRef):
            return ModuleRef(name.partition(".")[0]) if root else found
        top = name.partition(".")[0]
        return ModuleRef(top) if root and run.world.has_module(top) else Lost(name)
    if run.project.has_package(name):
        return OwnModuleRef(name.partition(".")[0] if root else name)
    return Foreign(name.partition(".")[0] if root else name)


def from_module(run: Run, node: ast.ImportFrom, env: Env) -> bool:
    """`from a import b`."""
    module = env.module.absolute(node.module, node.level)
    for alias in node.names:
        if run.world.edition_of(module) is not None and not _is_own(run, module):
            _from_provider(run, module, alias, env)
        elif run.project.has_package(module):
            _from_own(run, module, alias, env)
        else:
            env.put(alias.asname or alias.name, Foreign(f"{module}.{alias.name}"))
    return False


def _is_own(run: Run, module: str) -> bool:
    """A consumer that is itself below the provider's package name keeps its own modules."""
    return module in run.project.modules and not run.world.has_module(module)


def _from_provider(run: Run, module: str, alias: ast.alias, env: Env) -> None:
    if alias.name == "*":
        _star(run, module, alias, env)
        return
    found: Value | Gone | Unclear = run.world.module(module)
    if isinstance(found, ModuleRef):
        found = run.world.member(module, alias.name)
    elif isinstance(found, Gone):
        found = Gone(owner=module, name=alias.name, owner_form=found.owner_form)
    dotted = f"{module}.{alias.name}"
    _note(run, env, alias, dotted, found)
    if isinstance(found, Gone):
        found = new_place(run.world, dotted) or Lost(dotted)
    if isinstance(found, Unclear):
        found = Unknown(found.reason, derived=True)
    env.put(alias.asname or alias.name, found)


def _star(run: Run, module: str, alias: ast.alias, env: Env) -> None:
    found = run.world.module(module)
    _note(run, env, alias, module, found)
    if not isinstance(found, ModuleRef):
        return
    facts = run.world.facts(module)
    entries: tuple[Entry, ...] = (
        *facts.classes,
        *facts.functions,
        *facts.attributes,
        *facts.imports,
    )
    names = facts.exports or tuple(e.name for e in entries if not e.name.startswith("_"))
    for name in names:
        value = run.world.member(module, name)
        if not isinstance(value, (Gone, Unclear)):
            env.put(name, value)


def _from_own(run: Run, module: str, alias: ast.alias, env: Env) -> None:
    if alias.name == "*":
        if module in run.project.modules:
            for name, value in list(run.module_env(module).names.items()):
                if not name.startswith("_"):
                    env.put(name, value)
        return
    env.put(alias.asname or alias.name, own_member(run, module, alias.name))


def _note(run: Run, env: Env, node: ast.AST, dotted: str, found: Value | Gone | Unclear) -> None:
    edition = run.world.edition_of(dotted)
    assert edition is not None
    run.record(
        env,
        node,
        UseForm.IMPORT,
        dotted,
        outcome_of(run.world, dotted, found),
        provider=edition.package,
        guarded=env.shelter.imports,
    )


def is_lost(run: Run, node: ast.Import | ast.ImportFrom, env: Env) -> bool:
    """Whether the statement raises ImportError in this world."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names if run.world.edition_of(alias.name)]
        return any(isinstance(run.world.module(name), Gone) for name in names)
    module = env.module.absolute(node.module, node.level)
    if run.world.edition_of(module) is None or _is_own(run, module):
        return False
    if isinstance(run.world.module(module), Gone):
        return True
    return any(
        isinstance(run.world.member(module, alias.name), Gone)
        for alias in node.names
        if alias.name != "*"
    )
