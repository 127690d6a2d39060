"""Overrides and replacements held against what the provider calls."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .constructors import signature_of
from .handed import is_handed_on
from .judge import Case, Standing, in_words, shown
from .model import FunctionForm, Parameter, ParameterForm
from .outcome import Overridden, Signature
from .world import World

_POSITIONAL = (ParameterForm.POSITIONAL_ONLY, ParameterForm.POSITIONAL_OR_KEYWORD)
_REQUIRES, _TAKES, _NOT_GIVEN = "requires", "takes", "is not given"
_CHANGED = {
    _REQUIRES: f"now {_REQUIRES}",
    _TAKES: f"now {_TAKES}",
    _NOT_GIVEN: f"{_NOT_GIVEN} any more",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A parameter of the base that an override does not accept.

    `called_with`: the provider's own calls pass it. `standing`: how the gap stood in the baseline.
    """

    parameter: str
    words: str
    base: Signature
    base_before: str
    own: tuple[Parameter, ...]
    standing: Standing
    called_with: bool


def uncovered(
    base: Signature | None, own: tuple[Parameter, ...] | None
) -> tuple[tuple[str, str], ...]:
    """Parameters of `base` that a function with the parameters `own` does not accept, and why."""
    if base is None or own is None:
        return ()
    return tuple(_uncovered(base.parameters, own))


def _uncovered(
    theirs: tuple[Parameter, ...], own: tuple[Parameter, ...]
) -> Iterator[tuple[str, str]]:
    takes_any = any(p.form is ParameterForm.VAR_KEYWORD for p in own)
    takes_more = any(p.form is ParameterForm.VAR_POSITIONAL for p in own)
    names = {p.name for p in own if not p.variadic}
    places = [p for p in own if p.form in _POSITIONAL]
    base_names = {p.name for p in theirs}
    position = 0
    for parameter in theirs:
        if parameter.variadic:
            continue
        is_place = parameter.form in _POSITIONAL
        index, position = position, position + is_place
        renamed = is_place and index < len(places) and places[index].name not in base_names
        if parameter.name in names or takes_any or renamed or (takes_more and is_place):
            continue
        yield parameter.name, _REQUIRES if parameter.required else _TAKES
    count = sum(p.form in _POSITIONAL for p in theirs)
    open_ended = any(p.variadic for p in theirs)
    for index, parameter in enumerate(places):
        if (
            parameter.required
            and index >= count
            and parameter.name not in base_names
            and not open_ended
        ):
            yield parameter.name, _NOT_GIVEN


def is_optional(words: str) -> bool:
    """Whether what is not accepted is a parameter that callers may leave out."""
    return words == _TAKES


def worded(words: str, standing: Standing) -> str:
    """What the base does with a parameter, as a change where the baseline shows one."""
    return in_words(standing, changed=_CHANGED.get(words, words), today=words)


def lacking(case: Case) -> Iterator[Gap]:
    """What the override in this case does not accept."""
    assert isinstance(case.now, Overridden)
    earlier: Signature | None = None
    before: dict[str, str] = {}
    if isinstance(case.before, Overridden):
        if _same_shape(case.before, case.now):
            return
        earlier, before = _gaps(case.worlds[1] or case.worlds[0], case.before, named=True)
    base, gaps = _gaps(case.worlds[0], case.now, named=case.has_baseline)
    if base is None or case.now.own is None:
        return
    for name, words in gaps.items():
        passed = (
            case.has_baseline
            and _is_reached(case)
            and _passes(case.worlds[0], case.now, name, base)
        )
        surely = not is_optional(words) and case.use.text != "__init__"
        standing = case.standing(wrong_before=name in before)
        said = worded(words, standing)
        yield Gap(
            parameter=name,
            words=f"`{name}` {said}" if words == _NOT_GIVEN else f"{said} `{name}`",
            base=base,
            base_before=shown(earlier) if earlier else "",
            own=case.now.own,
            standing=standing,
            called_with=surely or passed,
        )


def _is_reached(case: Case) -> bool:
    """Whether the provider may call the override: constructors only of classes that it is given."""
    assert isinstance(case.now, Overridden)
    if case.use.text != "__init__" or case.now.registered:
        return True
    return is_handed_on(case.project, case.use.enclosing.rpartition(".")[2])


def _same_shape(before: Overridden, now: Overridden) -> bool:
    """Whether the base's method has the same parameters in both releases."""
    if before.method is None or now.method is None:
        return False
    old, new = before.method.facts.parameters, now.method.facts.parameters
    return [(p.name, p.form, p.required) for p in old] == [
        (p.name, p.form, p.required) for p in new
    ]


def _gaps(
    world: World, overridden: Overridden, *, named: bool
) -> tuple[Signature | None, dict[str, str]]:
    """The base's signature, and each parameter of it that the override does not accept.

    `named`: parameters under another name are looked for in the provider's calls as well.
    """
    if overridden.method is None or overridden.own is None:
        return None, {}
    base = signature_of(world, overridden.method)
    if not isinstance(base, Signature):
        return None, {}
    found = dict(uncovered(base, overridden.own))
    return base, {**_renamed(world, overridden, base, set(found), named=named), **found}


def _renamed(
    world: World, overridden: Overridden, base: Signature, covered: set[str], *, named: bool
) -> dict[str, str]:
    """Parameters that the override has under another name, and the provider passes by name."""
    assert overridden.method is not None
    assert overridden.own is not None
    names = {p.name for p in overridden.own} | covered
    if any(p.form is ParameterForm.VAR_KEYWORD for p in overridden.own):
        return {}
    others = [p.name for p in base.parameters if not p.variadic and p.name not in names]
    if not others or not named:
        return {}
    calls = calls_of(world, overridden.method.module, overridden.method.facts.name)
    passed = {k.arg for call in calls for k in call.keywords}
    return {name: "is called with" for name in others if name in passed}


def _passes(world: World, overridden: Overridden, name: str, base: Signature) -> bool:
    """Whether a call in the provider's sources passes that parameter."""
    method = overridden.method
    assert method is not None
    called = method.facts.name
    if called == "__init__":
        return _is_passed_anywhere(world, method.module, name)
    by_class = method.facts.form in (FunctionForm.CLASS_METHOD, FunctionForm.STATIC_METHOD)
    owner = overridden.base.rpartition(".")[2] if by_class else ""
    places = [p.name for p in base.parameters if p.form in _POSITIONAL]
    index = places.index(name) if name in places else None
    for node in calls_of(world, method.module, called):
        if owner and ast.unparse(node.func).split(".")[-2:-1] == [owner]:
            continue
        if any(k.arg == name for k in node.keywords):
            return True
        starred = any(isinstance(a, ast.Starred) for a in node.args)
        if index is not None and not starred and len(node.args) > index:
            return True
    return False


def _is_passed_anywhere(world: World, module: str, name: str) -> bool:
    edition = world.edition_of(module)
    return edition is not None and any(
        f"{name}=" in edition.store.source(where) for where in edition.store.grep(name)
    )


def passes(world: World, signature: Signature, name: str) -> bool:
    """Whether the provider's own calls of a function pass that parameter.

    Methods that are reached by calling the object (`forward`) are taken to be called in full.
    """
    called = signature.name.rpartition(".")[2]
    if called in ("forward", "__call__", "__init__"):
        return True
    for node in calls_of(world, signature.function.module, called):
        places = [p.name for p in signature.parameters if p.form in _POSITIONAL]
        index = places.index(name) if name in places else len(node.args)
        if any(k.arg == name for k in node.keywords) or len(node.args) > index:
            return True
    return False


def calls_of(world: World, module: str, name: str) -> Iterator[ast.Call]:
    """Every call of that name in the provider's sources."""
    edition = world.edition_of(module)
    if edition is None:
        return
    for where in edition.store.grep(name):
        yield from world.calls_in(where, name)


def still_called(case: Case) -> bool:
    """Whether the provider, or the consumer itself, still mentions a member of that name."""
    name = case.use.text
    pattern = re.compile(rf"(\.{name}\b|['\"]{name}['\"])")
    for edition in case.worlds[0].editions.values():
        if any(pattern.search(edition.store.source(m)) for m in edition.store.grep(name)):
            return True
    own = re.compile(rf"\.{name}\b|['\"]{name}['\"]")
    return any(own.search(module.source) for module in case.project.modules.values())
