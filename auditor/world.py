"""One version of the providers: what a dotted name means there."""

from __future__ import annotations

import ast

from .callsites import calls
from .editions import (
    ClassEntry,
    Edition,
    Entry,
    OwnSide,
    is_compiled,
    parse_expression,
    parse_module,
)
from .model import Attribute, Class, Function, Import, ModuleFacts
from .outcome import Gone, Target, TargetForm, Unclear
from .values import (
    NOT_TOLD,
    ClassRef,
    Data,
    Foreign,
    FunctionRef,
    ModuleRef,
    Unknown,
    Value,
)

_EMPTY = ModuleFacts(name="", path="", is_package=False)


class World:
    """All providers, each in one version."""

    def __init__(self, editions: tuple[Edition, ...]) -> None:
        self.editions = {edition.package: edition for edition in editions}
        self._names: dict[tuple[str, str], Value | Gone | Unclear] = {}
        self.busy: set[tuple[str, str]] = set()
        self._indexes: dict[str, dict[str, Entry]] = {}
        self._class_indexes: dict[str, dict[str, ClassEntry]] = {}
        self._calls: dict[tuple[str, str], tuple[ast.Call, ...]] = {}
        self.dynamic: dict[str, bool] = {}
        self.own: OwnSide

    def edition_of(self, dotted: str) -> Edition | None:
        """The provider whose package the name starts with."""
        return self.editions.get(dotted.partition(".")[0])

    def facts(self, module: str) -> ModuleFacts:
        """A module's facts; empty for a namespace."""
        edition = self.edition_of(module)
        return (edition.store.facts(module) if edition else None) or _EMPTY

    def path(self, module: str) -> str:
        """The module's path in the provider's tree."""
        edition = self.edition_of(module)
        return edition.store.modules().get(module, "") if edition else ""

    def has_module(self, name: str) -> bool:
        """Whether it is a module or a namespace of modules."""
        edition = self.edition_of(name)
        return edition is not None and (
            name in edition.store.modules() or edition.store.is_namespace(name)
        )

    def module(self, name: str) -> ModuleRef | Gone | Unclear:
        """`import name`."""
        if self.has_module(name):
            return ModuleRef(name)
        parent = name.rpartition(".")[0]
        while parent and not self.has_module(parent):
            parent = parent.rpartition(".")[0]
        if is_compiled(name):
            return Unclear(reason="a compiled module, which no source shows")
        return Gone(owner=parent, name=name[len(parent) + 1 :], owner_form=TargetForm.MODULE)

    def member(self, module: str, name: str) -> Value | Gone | Unclear:
        """`module.name`, followed through imports, aliases and lazy tables to its definition."""
        key = (module, name)
        if key in self._names:
            return self._names[key]
        if key in self.busy:
            return Unclear(reason="an import that comes back to itself")
        self.busy.add(key)
        try:
            found = self._find(module, name)
        finally:
            self.busy.discard(key)
        self._names[key] = found
        return found

    def _index(self, module: str) -> dict[str, Entry]:
        if module not in self._indexes:
            facts = self.facts(module)
            index: dict[str, Entry] = {}
            entries: tuple[Entry, ...] = (
                *facts.imports,
                *facts.attributes,
                *facts.functions,
                *facts.classes,
            )
            for entry in entries:
                if isinstance(entry, Import) and entry.type_checking and entry.name in index:
                    continue
                index[entry.name] = entry
            self._indexes[module] = index
        return self._indexes[module]

    def top_level(self, module: str, name: str) -> ClassEntry | None:
        """What a module itself defines under a name; None when it does not, or only imports it."""
        entry = self._index(module).get(name)
        return None if isinstance(entry, Import) else entry

    def class_index(self, cls: ClassRef) -> dict[str, ClassEntry]:
        """What a class itself says of each name; a method wins over an attribute set later."""
        if cls.name not in self._class_indexes:
            facts = cls.facts
            index: dict[str, ClassEntry] = {}
            entries: tuple[ClassEntry, ...] = (
                *facts.attributes,
                *facts.classes,
                *facts.functions,
            )
            for entry in entries:
                known = index.get(entry.name)
                if isinstance(known, Attribute) and isinstance(entry, Attribute):
                    index[entry.name] = known if known.annotation else entry
                else:
                    index[entry.name] = entry
            self._class_indexes[cls.name] = index
        return self._class_indexes[cls.name]

    def _find(self, module: str, name: str) -> Value | Gone | Unclear:
        facts = self.facts(module)
        entry = self._index(module).get(name)
        if entry is not None and not (isinstance(entry, Import) and entry.name == "*"):
            if _is_own_child(module, entry) and self.has_module(f"{module}.{name}"):
                return ModuleRef(f"{module}.{name}")
            return self._define(module, entry)
        lazy = dict(facts.lazy)
        if name in lazy:
            return self._serve(module, lazy[name])
        if self.has_module(f"{module}.{name}"):
            return ModuleRef(f"{module}.{name}")
        found = self._through_stars(facts, name)
        if found is not None:
            return found
        if lazy.get("*") == "":
            return self._served_below(module, name)
        return self._absent(module, name, facts)

    def _absent(self, module: str, name: str, facts: ModuleFacts) -> Value | Gone | Unclear:
        """A name that no source shows: gone, unless something may serve it at run time."""
        if facts.has_getattr and not facts.lazy:
            return Unclear(reason=f"{module} serves names at run time (`__getattr__`)")
        if is_compiled(f"{module}.{name}"):
            return Unclear(reason="a compiled module, which no source shows")
        if name in ("__name__", "__file__", "__path__", "__doc__", "__spec__", "__dict__"):
            return NOT_TOLD
        if reason := self._broken(facts) or self._filled(module, facts):
            return Unclear(reason=reason)
        return Gone(owner=module, name=name, owner_form=TargetForm.MODULE)

    def _broken(self, facts: ModuleFacts) -> str:
        """Why a name may be there though no source shows it: the source cannot be read."""
        starred = (self.facts(one.module) for one in facts.imports if one.name == "*")
        broken = next((one for one in (facts, *starred) if one.broken), None)
        return f"{broken.path} of the provider cannot be read: {broken.broken}" if broken else ""

    def _filled(self, module: str, facts: ModuleFacts) -> str:
        """Why a module may hold names that it does not write down; "" where it does not."""
        for one in facts.imports:
            if one.name == "*" and not self.has_module(one.module):
                return f"{module} takes all names of {one.module}, which no source shows"
        edition = self.edition_of(module)
        source = edition.store.source(module) if edition and facts.name else ""
        if "globals()[" in source or "globals().update(" in source:
            return f"{module} fills itself with computed names"
        return ""

    def _define(self, module: str, entry: Entry) -> Value | Gone | Unclear:
        match entry:
            case Class():
                return ClassRef(module, entry.name, entry)
            case Function():
                return FunctionRef(module, entry.name, entry)
            case Import():
                return self._follow(entry)
            case Attribute():
                return self._bound(module, entry)

    def _follow(self, entry: Import) -> Value | Gone | Unclear:
        if self.edition_of(entry.module) is None:
            dotted = f"{entry.module}.{entry.attribute}" if entry.attribute else entry.module
            return Foreign(dotted)
        if entry.attribute is None:
            return self.module(entry.module)
        if not self.has_module(entry.module):
            return Unclear(reason=f"{entry.module} is not among the sources")
        found = self.member(entry.module, entry.attribute)
        if isinstance(found, Gone) and (entry.is_conditional or entry.type_checking):
            return Unclear(reason=f"{entry.module} does not show {entry.attribute}")
        return found

    def _bound(self, module: str, entry: Attribute) -> Value:
        from .scope import Scope

        value: Value = Unknown("a value without a type", derived=True)
        tree = parse_expression(entry.value) if entry.value else None
        scope = Scope(self, module)
        if entry.annotation:
            value = scope.annotated(entry.annotation)
        elif isinstance(tree, (ast.Name, ast.Attribute)):
            found = scope.expression(tree)
            if isinstance(found, (ClassRef, FunctionRef, ModuleRef, Foreign)):
                return found
            value = found
        elif tree is not None:
            value = scope.expression(tree)
        return Data(module, entry.name, entry.line, value, entry.value)

    def _serve(self, module: str, target: str) -> Value | Gone | Unclear:
        where, _, attribute = target.partition(":")
        if not where:
            return Unknown("served at run time", derived=True)
        if where.startswith("."):
            where = module + where if where != "." else module
        if not attribute:
            return self.module(where)
        return self.member(where, attribute)

    def _through_stars(self, facts: ModuleFacts, name: str) -> Value | None:
        for entry in facts.imports:
            if entry.name != "*" or self.edition_of(entry.module) is None:
                continue
            exports = self.facts(entry.module).exports
            if exports is not None and name not in exports:
                continue
            if exports is None and name.startswith("_"):
                continue
            found = self.member(entry.module, name)
            if not isinstance(found, (Gone, Unclear)):
                return found
        return None

    def _served_below(self, module: str, name: str) -> Value | Gone | Unclear:
        """A lazy package serves what its sub-modules export (transformers)."""
        edition = self.edition_of(module)
        assert edition is not None
        for candidate in edition.store.grep(name):
            if candidate.startswith(f"{module}.") and name in self._index(candidate):
                entry = self._index(candidate)[name]
                if not isinstance(entry, Import):
                    return self._define(candidate, entry)
        return Gone(owner=module, name=name, owner_form=TargetForm.MODULE)

    def tree(self, module: str) -> ast.Module:
        """A module's syntax tree; empty where it cannot be parsed."""
        edition = self.edition_of(module)
        return parse_module(edition.store.source(module)) if edition else ast.Module([], [])

    def calls_in(self, module: str, name: str) -> tuple[ast.Call, ...]:
        """The calls of `name(…)` and `….name(…)` in one module."""
        key = (module, name)
        if key not in self._calls:
            edition = self.edition_of(module)
            source = edition.store.source(module) if edition else ""
            self._calls[key] = tuple(calls(source, name))
        return self._calls[key]

    def target(self, value: Value, name: str) -> Target:
        """How a reached value is named in reports."""
        match value:
            case ModuleRef():
                return Target(
                    name=value.name,
                    form=TargetForm.MODULE,
                    defined_at=f"{self.path(value.name)}:1",
                    value=value,
                )
            case ClassRef():
                at = f"{self.path(value.module)}:{value.facts.line}"
                return Target(name=value.name, form=TargetForm.CLASS, defined_at=at, value=value)
            case FunctionRef():
                form = TargetForm.METHOD if value.owner else TargetForm.FUNCTION
                at = f"{self.path(value.module)}:{value.facts.line}"
                return Target(name=value.name, form=form, defined_at=at, value=value)
            case Data():
                at = f"{self.path(value.module)}:{value.line}"
                dotted = f"{value.module}.{value.name}"
                return Target(name=dotted, form=TargetForm.DATA, defined_at=at, value=value)
            case _:
                return Target(name=name, form=TargetForm.DATA, defined_at="", value=value)


def _is_own_child(module: str, entry: Entry) -> bool:
    """`from . import child` in a package binds the sub-module itself."""
    return isinstance(entry, Import) and entry.module == module and entry.attribute == entry.name
