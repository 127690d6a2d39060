"""Names at one point of the consumer's flow."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .project import OwnModule
from .values import OwnClass, OwnFunction, Value, join


@dataclass(frozen=True, slots=True)
class Shelter:
    """What the code around a use is ready for.

    `imports`: a failing import is caught. `attributes` and `calls` likewise. `typing`: only type
    checkers come here. `unread`: below a version test that is not understood. `asked` are
    (receiver, attribute) pairs that a `hasattr` has answered, `lacking` receivers to which it has
    said no about a member of a provider's classes.
    """

    imports: bool = False
    attributes: bool = False
    calls: bool = False
    typing: bool = False
    unread: bool = False
    asked: frozenset[tuple[str, str]] = frozenset()
    lacking: frozenset[str] = frozenset()


@dataclass(slots=True)
class Env:
    """A frame: its own names, the frame around it, and what is known of dotted paths."""

    module: OwnModule
    names: dict[str, Value] = field(default_factory=dict)
    outer: Env | None = None
    cls: OwnClass | None = None
    function: OwnFunction | None = None
    qualname: str = ""
    shelter: Shelter = field(default_factory=Shelter)
    paths: dict[str, Value] = field(default_factory=dict)
    gates: dict[str, frozenset[str]] = field(default_factory=dict)
    returned: list[Value] = field(default_factory=list)
    globals: set[str] = field(default_factory=set)

    def get(self, name: str) -> Value | None:
        """The value of a name, here or in the frames around; None when it is not bound."""
        env: Env | None = self
        while env is not None:
            if name in env.names:
                return env.names[name]
            env = env.outer
        return None

    def put(self, name: str, value: Value) -> None:
        """Bind a name here; what was known of paths through it is forgotten."""
        self.names[name] = value
        for path in [p for p in self.paths if p == name or p.startswith(name + ".")]:
            del self.paths[path]
        self.gates.pop(name, None)

    def branch(self, **shelter: bool) -> Env:
        """A copy to walk one branch in, with more shelter."""
        inner = self.shelter
        if shelter:
            inner = replace(inner, **shelter)  # type: ignore[arg-type]  # never its sets
        return replace(
            self,
            names=dict(self.names),
            paths=dict(self.paths),
            gates=dict(self.gates),
            shelter=inner,
        )

    def merge(self, branches: list[Env]) -> None:
        """Come back from branches: a name is what any of them made it."""
        if not branches:
            return
        names: dict[str, Value] = {}
        for key in dict.fromkeys(name for env in branches for name in env.names):
            values = [env.names[key] for env in branches if key in env.names]
            names[key] = values[0] if all(v is values[0] for v in values) else join(values)
        self.names = names
        first, rest = branches[0], branches[1:]
        self.paths = {
            p: v for p, v in first.paths.items() if all(env.paths.get(p) == v for env in rest)
        }
        self.gates = {
            p: g for p, g in first.gates.items() if all(env.gates.get(p) == g for env in rest)
        }
        self.shelter = replace(
            self.shelter,
            asked=frozenset.intersection(*(env.shelter.asked for env in branches)),
            lacking=frozenset.intersection(*(env.shelter.lacking for env in branches)),
        )
