"""What only seems wrong: receivers that may be of a subclass, attributes that are set elsewhere.

A use that was right in the baseline needs little of this: the same reading of the code held there.
"""

from __future__ import annotations

import functools
import re

from .bind import Binding, bind
from .classes import line_of, method_of
from .constructors import without_self
from .given import given_at_run_time
from .model import Argument, Function, UseForm
from .outcome import Called, Gone, Outcome, Patched, Reached, Record, TargetForm, Unclear
from .run import Run
from .values import ClassRef, FunctionRef, OwnFunction

_MOST_READ = 12


class Doubt:
    """Judges the judgements of one walk."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def of(self, record: Record, before: Outcome | None) -> Unclear | None:
        """Why the outcome cannot be relied on; None where it can."""
        replaced = self._replaced(record.outcome)
        if replaced:
            return Unclear(reason=f"the consumer replaces {replaced} itself")
        match record.outcome:
            case Gone(owner_form=TargetForm.CLASS) as gone:
                fitted = isinstance(before, (Reached, Patched))
                return self._moved(gone) if fitted else self._attribute(gone)
            case Called(binding=Binding(faults=faults)) as called if faults:
                fitted = isinstance(before, Called) and not before.binding.faults
                return None if fitted else self._call(called, record.use.arguments)
            case _:
                return None

    def _replaced(self, outcome: Outcome) -> str:
        """The name in the provider that the consumer puts something else in the place of."""
        names: tuple[str, ...]
        match outcome:
            case Gone(owner=owner) as gone:
                names = (owner, gone.dotted)
            case Called(signature=signature) if not signature.function.name.endswith("__init__"):
                names = (signature.function.name,)
            case _:
                return ""
        return next((name for name in names if name in self._patched), "")

    @functools.cached_property
    def _patched(self) -> set[str]:
        return {
            record.use.text
            for record in self.run.records.values()
            if record.use.form is UseForm.PATCH and isinstance(record.outcome, Patched)
        }

    def _attribute(self, gone: Gone) -> Unclear | None:
        reason = self._given_elsewhere(gone) or self._given_below(gone)
        return Unclear(reason=reason) if reason else None

    def _moved(self, gone: Gone) -> Unclear | None:
        """A member that the baseline's class had: whether objects have it from elsewhere now."""
        reason = self._given_by_own(gone) or given_at_run_time(self.run.world, gone)
        return Unclear(reason=reason) if reason else None

    def _given_by_own(self, gone: Gone) -> str:
        for cls in self.run.classes.values():
            names = {*self.run.class_envs[id(cls.node)].names, *self.run.own.assigned(cls)}
            bases = line_of(self.run.world, cls).classes if gone.name in names else ()
            if any(isinstance(base, ClassRef) and base.name == gone.owner for base in bases):
                return f"the object may be of the consumer's own class {cls.qualname}, which has it"
        return ""

    def _given_elsewhere(self, gone: Gone) -> str:
        """Who may give the object the attribute, outside the provider's classes."""
        name = gone.name
        if name.startswith("__") and name.endswith("__"):
            return "a member that the language gives"
        if gone.outside:
            return f"{gone.owner} has a base that no source shows ({gone.outside[0]})"
        if name in self.run.assigned_anywhere or name in self._own_members:
            return "the consumer sets it on such objects itself"
        if self._is_quoted(name):
            return "the consumer names it in a string, and may set it by that"
        return ""

    def _given_below(self, gone: Gone) -> str:
        """Which class below the owner may have it, where the object is of that one."""
        if self._is_held(gone.owner, gone.name):
            return f"another class of the provider has it, maybe one below {gone.owner}"
        if self._has_open_subclass(gone.owner):
            return f"a class below {gone.owner} has a base that no source shows"
        if gone.owner in self._bases:
            return f"the object may be of the consumer's own class below {gone.owner}"
        return ""

    def _call(self, called: Called, given: tuple[Argument, ...]) -> Unclear | None:
        if not called.agreed:
            return Unclear(reason="what is called is one of several things")
        function = called.signature.function
        owner = function.owner if isinstance(function, FunctionRef) else None
        if owner is None or not isinstance(function, FunctionRef):
            return None
        if function.facts.name != "__init__" and function.facts.name in self._own_methods:
            return Unclear(
                reason="the object may be of a class of the consumer, which has that method"
            )
        if self._is_taken_below(function, given):
            return Unclear(reason="another class of the provider takes the call, maybe one below")
        return None

    def _is_taken_below(self, function: FunctionRef, given: tuple[Argument, ...]) -> bool:
        """Whether a method of that name elsewhere in the provider fits the call."""
        name = function.facts.name
        edition = self.run.world.edition_of(function.module)
        if edition is None or name == "__init__":
            return False
        for module in edition.store.methods().get(name, ())[:_MOST_READ]:
            for facts in self.run.world.facts(module).classes:
                cls = ClassRef(module, facts.name, facts)
                entry = self.run.world.class_index(cls).get(name)
                if isinstance(entry, Function) and cls != function.owner:
                    method = method_of(cls, entry, bound=function.bound)
                    if not bind(without_self(method), given).faults:
                        return True
        return False

    def _is_held(self, owner: str, name: str) -> bool:
        edition = self.run.world.edition_of(owner)
        if edition is None:
            return False
        store = edition.store
        if name in store.methods():
            return True
        pattern = re.compile(rf"\.{name}\s*(?::[^=\n]+)?=[^=]|^\s+{name}\s*[:=]", re.MULTILINE)
        return any(pattern.search(store.source(module)) for module in store.grep(name))

    @functools.cached_property
    def _own_members(self) -> set[str]:
        found: set[str] = set()
        for cls in self.run.classes.values():
            found |= set(self.run.class_envs[id(cls.node)].names)
            found |= set(self.run.own.assigned(cls))
        return found

    @functools.cached_property
    def _bases(self) -> set[str]:
        """The provider's classes that the consumer derives from, at any depth."""
        return {
            base.name
            for cls in self.run.classes.values()
            for base in line_of(self.run.world, cls).classes
            if isinstance(base, ClassRef)
        }

    @functools.cached_property
    def _own_methods(self) -> set[str]:
        return {
            name
            for cls in self.run.classes.values()
            for name, value in self.run.class_envs[id(cls.node)].names.items()
            if isinstance(value, OwnFunction)
        }

    def _is_quoted(self, name: str) -> bool:
        """Whether the consumer names it in a string."""
        quoted = (f'"{name}"', f"'{name}'")
        modules = self.run.project.modules.values()
        return any(text in module.source for module in modules for text in quoted)

    def _has_open_subclass(self, owner: str) -> bool:
        """Whether the provider has a class below this one with a base from elsewhere."""
        edition = self.run.world.edition_of(owner)
        name = owner.rpartition(".")[2]
        world = self.run.world
        return edition is not None and any(
            line_of(world, ClassRef(module, facts.name, facts)).outside
            for module in edition.store.grep(name)
            for facts in world.facts(module).classes
            if any(re.search(rf"\b{name}\b", base) for base in facts.bases)
        )
