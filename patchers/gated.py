"""A fix behind a gate: the words of both releases, and the test that chooses between them."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from drift_audit.auditor.model import Span
from drift_audit.auditor.outcome import Gone
from drift_audit.auditor.pairing import Pairing, baseline_name, version_of
from drift_audit.auditor.project import OwnModule
from drift_audit.auditor.references import resolve
from drift_audit.auditor.scan import Judgement

from .model import (
    AddImport,
    AddKeyword,
    DropKeyword,
    Edit,
    Fix,
    GateKeyword,
    GateMove,
    InsertAfter,
    InsertBefore,
    MoveSymbol,
    Operation,
    Recipe,
    RenameAttribute,
    RenameKeyword,
    Rewrite,
    Uncarded,
)
from .probes import concerns, member_probed
from .sites import attribute_at, call_at, is_statement

_WORDED = (Rewrite, InsertBefore, InsertAfter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """A test that only the new release passes, and what it needs imported."""

    test: str
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A fix, and what the forms in which it may be written are made from."""

    judgement: Judgement
    fix: Fix
    recipe: Recipe | None
    pairing: Pairing

    def may_stay_plain(self) -> bool:
        """Whether the baseline's sources can tell if its words are taken there too.

        They cannot where a card rewrites code, unless it says that this is right everywhere, or
        is due in the baseline as well; nor where a keyword goes, which the baseline may heed.
        """
        if any(isinstance(edit.operation, DropKeyword) for edit in self.fix.edits):
            return self.recipe is not None and self.recipe.compatible
        worded = any(isinstance(edit.operation, _WORDED) for edit in self.fix.edits)
        if not worded or self.recipe is None or self.recipe.compatible:
            return True
        before = self.judgement.before
        turned = self.pairing.turned()
        return before is not None and concerns(self.recipe.provider, turned, before.world).holds

    # --- gates ---------------------------------------------------------------------------------

    def gates(self) -> Iterator[Gate]:
        """Tests for the whole fix: of what its card looks for, then of the version."""
        if self.recipe is not None:
            yield from self._by_content(self.recipe)
            yield from self._by_version(self.recipe)

    def _by_content(self, recipe: Recipe) -> Iterator[Gate]:
        before = self.judgement.before
        given = {name for edit in self.fix.edits for name, _ in edit.given}
        for probe in recipe.provider.probes if before is not None and "receiver" in given else ():
            assert before is not None
            name = member_probed(probe, self.judgement.now.world, before.world)
            if name:
                yield Gate(test=f'hasattr({{receiver}}, "{name}")')

    def _by_version(self, recipe: Recipe) -> Iterator[Gate]:
        """The release that the card begins with, where it lies between the two."""
        least = [
            Version(one.version)
            for one in SpecifierSet(recipe.provider.releases)
            if one.operator in (">=", "~=", "==") and not one.version.endswith("*")
        ]
        before, now = version_of(baseline_name(self.pairing)), version_of(self.pairing.now.version)
        if before is not None and now is not None and least and before < max(least) <= now:
            version, needed = self._version()
            yield Gate(
                test=f'Version({version}) >= Version("{max(least)}")',
                imports=(f"import {needed}", "from packaging.version import Version"),
            )

    def _version(self) -> tuple[str, str]:
        """Where the provider's version stands at run time, and what to import for it.

        What the package says of itself holds for every build; the name of its distribution may be
        another one.
        """
        package, said = self.pairing.package, f"{self.pairing.package}.__version__"
        sides = filter(None, (self.judgement.now, self.judgement.before))
        if any(isinstance(resolve(side.world, said), Gone) for side in sides):
            return f'importlib.metadata.version("{self.pairing.now.name}")', "importlib.metadata"
        return said, package

    # --- operations behind gates ---------------------------------------------------------------

    def gated(self, gate: Gate | None) -> Fix | None:
        """The fix behind a gate, or each of its edits behind its own; None where there is none."""
        edits: list[Edit] = []
        late = self._late_imports() if gate is not None else ()
        for edit in self.fix.edits:
            if edit.operation in late:
                continue
            done = self._edit(edit, gate, late)
            if done is None:
                return None
            edits += done
        return None if tuple(edits) == self.fix.edits else replace(self.fix, edits=tuple(edits))

    def _late_imports(self) -> tuple[AddImport, ...]:
        """Imports that the baseline cannot make: they are made where they are needed."""
        before = self.judgement.before
        if before is None:
            return ()
        asked = [e.operation for e in self.fix.edits if isinstance(e.operation, AddImport)]
        return tuple(
            one
            for one in asked
            if any(isinstance(resolve(before.world, name), Gone) for name in _imported(one))
        )

    def _edit(
        self, edit: Edit, gate: Gate | None, late: tuple[AddImport, ...]
    ) -> list[Edit] | None:
        match edit.operation:
            case AddKeyword() | DropKeyword() | RenameKeyword() as operation:
                return self._keyword(edit, operation, gate)
            case RenameAttribute() as operation:
                return self._attribute(edit, operation, gate)
            case MoveSymbol(name=name, to=to):
                return [replace(edit, operation=GateMove(name=name, to=to))]
            case Rewrite() | InsertBefore() | InsertAfter() as operation if gate is not None:
                return self._with(edit, gate, self._worded(edit, operation, gate.test, late))
            case Rewrite() | InsertBefore() | InsertAfter():
                return None
            case _:
                return [edit]

    def _keyword(
        self, edit: Edit, operation: AddKeyword | DropKeyword | RenameKeyword, gate: Gate | None
    ) -> list[Edit] | None:
        """Asked of the signature, if of nothing else."""
        if gate is not None:
            test = gate.test
            if isinstance(operation, DropKeyword):
                test = f"not ({test})"
            return self._with(edit, gate, GateKeyword(operation=operation, test=test))
        module = self._module(edit.span)
        call = call_at(module, edit.span) if module else None
        if call is None:
            return None
        name = operation.to if isinstance(operation, RenameKeyword) else operation.name
        callee = _escaped(ast.unparse(call.func))
        asked = Gate(
            test=f'"{name}" in inspect.signature({callee}).parameters', imports=("import inspect",)
        )
        return self._with(edit, asked, GateKeyword(operation=operation, test=asked.test))

    def _attribute(
        self, edit: Edit, operation: RenameAttribute, gate: Gate | None
    ) -> list[Edit] | None:
        """Asked of the object, where naming it twice does nothing twice."""
        module = self._module(edit.span)
        node = attribute_at(module, edit.span) if module else None
        if node is None or node.attr != operation.name or not _is_path(node.value):
            return None
        owner = ast.unparse(node.value)
        old, new = f"{owner}.{operation.name}", f"{owner}.{operation.to}"
        asked = gate or Gate(test=f'hasattr({owner}, "{operation.to}")')
        rewritten = Rewrite(match=old, to=f"{new} if {asked.test} else {old}")
        return self._with(edit, asked, rewritten)

    def _worded(
        self,
        edit: Edit,
        operation: Rewrite | InsertBefore | InsertAfter,
        test: str,
        late: tuple[AddImport, ...],
    ) -> Operation:
        words = operation.to if isinstance(operation, Rewrite) else operation.code
        inside = [o.statement for o in late if _imported(o)[0].rpartition(".")[2] in words]
        head = "".join(f"    {statement}\n" for statement in inside)
        if not isinstance(operation, Rewrite):
            return replace(operation, code=f"if {test}:\n{head}{_inner(operation.code)}")
        module = self._module(edit.span)
        alone = operation.match == "{call}" and module and is_statement(module, edit.span)
        if "\n" in operation.match.strip() or "\n" in operation.to.strip() or alone:
            return replace(operation, to=_either(operation, test, head))
        return replace(operation, to=f"{operation.to} if {test} else {operation.match}")

    def _with(self, edit: Edit, gate: Gate, operation: Operation | Uncarded) -> list[Edit]:
        imports = [AddImport(statement=one) for one in gate.imports]
        return [replace(edit, operation=each) for each in (operation, *imports)]

    def _module(self, span: Span) -> OwnModule | None:
        modules = self.judgement.now.project.modules.values()
        return next((module for module in modules if module.path == span.path), None)


def _imported(operation: AddImport) -> list[str]:
    """The dotted names of an import statement."""
    [statement] = ast.parse(operation.statement).body
    assert isinstance(statement, (ast.Import, ast.ImportFrom))
    module = f"{statement.module}." if isinstance(statement, ast.ImportFrom) else ""
    return [f"{module}{alias.name}" for alias in statement.names]


def _is_path(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _escaped(code: str) -> str:
    """Code as a template has it."""
    return code.replace("{", "{{").replace("}", "}}")


def _either(operation: Rewrite, test: str, head: str) -> str:
    """Statements for both releases; what only comes in stands alone on the condition."""
    new, old = (textwrap.dedent(c).strip("\n") for c in (operation.to, operation.match))
    if new.startswith(f"{old}\n"):
        return f"{old}\nif {test}:\n{head}{_inner(new.removeprefix(old))}"
    if new.endswith(f"\n{old}"):
        return f"if {test}:\n{head}{_inner(new.removesuffix(old))}\n{old}"
    return f"if {test}:\n{head}{_inner(new)}\nelse:\n{_inner(old)}"


def _inner(code: str) -> str:
    return textwrap.indent(textwrap.dedent(code).strip("\n"), "    ")
