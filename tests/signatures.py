"""Signatures, how releases change them, and calls: drawn at random."""

import difflib
import inspect
import shutil
import statistics
import subprocess
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from hypothesis import strategies as st

from drift_audit.auditor.model import Parameter, ParameterForm

NAMES = ("alpha", "beta", "gamma", "delta", "omega")
LATER = ("sigma", "theta")
ORDER = list(ParameterForm)
VARIADIC = (ParameterForm.VAR_POSITIONAL, ParameterForm.VAR_KEYWORD)
PLACED = (ParameterForm.POSITIONAL_ONLY, ParameterForm.POSITIONAL_OR_KEYWORD)
NAMED = (ParameterForm.POSITIONAL_OR_KEYWORD, ParameterForm.KEYWORD_ONLY)
PLAIN = (*PLACED, ParameterForm.KEYWORD_ONLY)
FROM_LIBRARY = (
    difflib.unified_diff,
    shutil.copytree,
    shutil.move,
    statistics.quantiles,
    subprocess.check_call,
    textwrap.shorten,
)

Signature: TypeAlias = tuple[Parameter, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The arguments of a call as written; `rest` and `more` tell of stars that nobody can know."""

    text: str
    rest: bool
    more: bool

    @property
    def has_unknown(self) -> bool:
        """Whether anything in it cannot be known."""
        return self.rest or self.more


def legal(parameters: list[Parameter]) -> Signature:
    """These parameters in the order, and with the defaults, that Python asks for."""
    found: list[Parameter] = []
    has_default = False
    for one in sorted(parameters, key=lambda p: ORDER.index(p.form)):
        if any(p.name == one.name or (p.form is one.form and p.form in VARIADIC) for p in found):
            continue
        if one.form in PLACED:
            has_default = has_default or one.default is not None
        filled = has_default and one.form in PLACED and one.default is None
        found.append(replace(one, default="0") if filled else one)
    return tuple(found)


def _from_library(function: Callable[..., object]) -> Signature:
    return tuple(
        Parameter(
            name=p.name,
            form=ORDER[p.kind],
            default=None if p.default is inspect.Parameter.empty else "0",
        )
        for p in inspect.signature(function).parameters.values()
    )


@st.composite
def parameter(draw: st.DrawFn, names: st.SearchStrategy[str]) -> Parameter:
    """A parameter of any form."""
    form = draw(st.sampled_from([*PLAIN, *ORDER]))
    default = "0" if form not in VARIADIC and draw(st.booleans()) else None
    return Parameter(name=draw(names), form=form, default=default)


def signatures() -> st.SearchStrategy[Signature]:
    """Signatures of up to five parameters, and some of the standard library."""
    drawn = st.lists(parameter(st.sampled_from(NAMES)), max_size=5).map(legal)
    return drawn | st.sampled_from([_from_library(f) for f in FROM_LIBRARY])


@st.composite
def changed(draw: st.DrawFn, before: Signature) -> Signature:
    """A signature as a later release has it: one to three changes, in the order of all kinds."""
    found = list(before)
    for _ in range(draw(st.integers(1, 3))):
        change = draw(st.sampled_from([*_CHANGES, "add"] if found else ["add"]))
        if change == "add":
            at = draw(st.integers(0, len(found)))
            found.insert(at, draw(parameter(st.sampled_from((*LATER, *NAMES)))))
        else:
            _CHANGES[change](draw, found)
        found = list(legal(found))
    return tuple(found)


def _remove(draw: st.DrawFn, found: list[Parameter]) -> None:
    found.pop(_any(draw, found))


def _rename(draw: st.DrawFn, found: list[Parameter]) -> None:
    at = _any(draw, found)
    found[at] = replace(found[at], name=draw(st.sampled_from((*LATER, *NAMES))))


def _reorder(draw: st.DrawFn, found: list[Parameter]) -> None:
    found[:] = draw(st.permutations(found))


def _form(draw: st.DrawFn, found: list[Parameter]) -> None:
    at = _any(draw, found)
    if found[at].form not in VARIADIC:
        found[at] = replace(found[at], form=draw(st.sampled_from(PLAIN)))


def _default(draw: st.DrawFn, found: list[Parameter]) -> None:
    at = _any(draw, found)
    if found[at].form not in VARIADIC:
        found[at] = replace(found[at], default=draw(st.sampled_from([None, "0", "1"])))


def _any(draw: st.DrawFn, found: list[Parameter]) -> int:
    return draw(st.integers(0, len(found) - 1))


_CHANGES: dict[str, Callable[[st.DrawFn, list[Parameter]], None]] = {
    "remove": _remove,
    "rename": _rename,
    "reorder": _reorder,
    "form": _form,
    "default": _default,
}


@st.composite
def calls(draw: st.DrawFn, signature: Signature) -> Call:
    """A call that may fit: most parameters filled by position or by name, the rest by stars."""
    positions, keywords = 0, list[str]()
    by_position = True
    for one in signature:
        if one.form in PLACED and by_position and draw(st.integers(0, 3)):
            positions += 1
        elif one.form is ParameterForm.VAR_POSITIONAL and by_position:
            positions += draw(st.integers(0, 2))
        elif one.form is ParameterForm.VAR_KEYWORD:
            keywords += draw(st.lists(st.sampled_from((*NAMES, *LATER)), max_size=2))
        else:
            by_position = by_position and one.form not in PLACED
            keywords += [one.name] if one.form in NAMED and draw(st.integers(0, 3)) else []
    keywords = list(dict.fromkeys(keywords))
    rest, more = (draw(st.sampled_from([False, False, False, True])) for _ in range(2))
    parts = [*_placed(draw, positions, rest=rest), *_named(draw, keywords, more=more)]
    return Call(text=", ".join(parts), rest=rest, more=more)


def _placed(draw: st.DrawFn, positions: int, *, rest: bool) -> list[str]:
    """So many positional arguments, some behind a star, and a star that nobody can know."""
    values = [str(n) for n in range(positions)]
    cut = draw(st.integers(0, positions))
    behind = "".join(f"{value}, " for value in values[cut:])
    parts = draw(
        st.sampled_from(
            [
                values,
                [*values[:cut], f"*({behind})"],
                [*values[:cut], f"*[{behind}]"],
                [*values[:cut], f"*[*({behind})]"],
            ]
        )
    )
    star = draw(st.sampled_from(["*rest", "*[*rest]"]))
    at = draw(st.integers(0, len(parts)))
    return [*parts[:at], *([star] if rest else []), *parts[at:]]


def _named(draw: st.DrawFn, keywords: list[str], *, more: bool) -> list[str]:
    """These keyword arguments, some behind a double star, and one that nobody can know."""
    names = draw(st.permutations(keywords))
    cut = draw(st.integers(0, len(names)))
    plain = [f"{name}=0" for name in names[:cut]]
    behind = [f'"{name}": 0' for name in names[cut:]]
    if more and not behind and draw(st.booleans()):
        return [*plain, "**more"]
    if more:
        behind.insert(draw(st.integers(0, len(behind))), "**more")
    if draw(st.booleans()) and behind:
        behind.append(behind[-1])
    return [*plain, f"**{{{', '.join(behind)}}}"] if behind else plain
