"""A method that the consumer replaces on an untyped object: what it is called with by now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .classes import Member, class_member, member_value
from .concern import Fit
from .constructors import signature_of
from .judge import Case
from .making import Refs
from .model import Parameter, Span, Use
from .outcome import Patched, Signature, Target, TargetForm
from .overriding import uncovered
from .pairing import case_of
from .parameters import parameters_of
from .run import BoundOn, Run
from .values import ClassRef, FunctionRef
from .world import World

if TYPE_CHECKING:
    from .pairing import Pairing


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """A function put onto an object, and the classes that the object may be of.

    `was` are those of the baseline, `flock` those of today; `refused` is why the model asked for
    is not among them, "" where it may be.
    """

    bound: BoundOn
    was: Refs
    flock: Refs
    refused: str


def narrower_cases(
    now: Run, before: Run, pairing: Pairing, replaced: Replaced, fit: Fit
) -> Iterator[Case]:
    """Parameters that the replaced method has in some class now, and in none of the baseline's.

    The model's own class comes first, and what it takes is not said of others again.
    """
    bound = replaced.bound
    own = parameters_of(bound.function.node)[1:]
    earlier, old = _earlier(before.world, replaced, own)
    if earlier is None:
        return
    mine = fit.inner if not replaced.refused else ()
    told: set[str] = set()
    for cls in dict.fromkeys((*mine, *replaced.flock)):
        signature = method_signature(now.world, cls, bound.attribute)
        if signature is None:
            continue
        fresh = [n for n, _ in uncovered(signature, own) if n not in old and n not in told]
        if not fresh:
            continue
        told.update(fresh)
        kept = tuple(p for p in signature.parameters if p.name not in told or p.name in fresh)
        spared = "" if cls in mine else replaced.refused or _taken_by(fit, bound.attribute, fresh)
        yield case_of(
            now,
            before,
            pairing,
            _definition(bound),
            patched(replace(signature, parameters=kept), own),
            patched(earlier, own),
            fit.concern([cls.name], spared=spared, met=cls in mine),
        )


def _earlier(
    world: World, replaced: Replaced, own: tuple[Parameter, ...]
) -> tuple[Signature | None, set[str]]:
    """The method in the baseline, and what the replacement did not take of it even then."""
    old: set[str] = set()
    earlier: Signature | None = None
    for cls in replaced.was:
        signature = method_signature(world, cls, replaced.bound.attribute)
        if signature is not None:
            earlier = earlier or signature
            old |= {name for name, _ in uncovered(signature, own)}
    return earlier, old


def _taken_by(fit: Fit, method: str, names: list[str]) -> str:
    """Words for the model's classes, which take none of the parameters; "" where none is known."""
    shown = ", ".join(f"`{cls.qualname}.{method}`" for cls in fit.inner)
    return f"{shown} takes no {', '.join(f'`{name}`' for name in names)}" if shown else ""


def patched(signature: Signature, own: tuple[Parameter, ...]) -> Patched:
    """A method in whose place a function with the parameters `own` is put."""
    target = Target(
        name=signature.name,
        form=TargetForm.METHOD,
        defined_at=signature.defined_at,
        value=signature.function,
    )
    return Patched(target=target, signature=signature, replacement=own)


def _definition(bound: BoundOn) -> Use:
    """The use stands where the function is defined: that is what has to change."""
    node = bound.function.node
    span = Span(
        path=bound.module.path,
        line=node.lineno,
        column=node.col_offset + 1,
        end_line=node.lineno,
        end_column=node.col_offset + 1,
    )
    return replace(bound.use, span=span, enclosing=bound.function.qualname)


def method_signature(world: World, cls: ClassRef, name: str) -> Signature | None:
    """How a method of a class is called; None where that is not told."""
    member = class_member(world, cls, name)
    if not isinstance(member, Member):
        return None
    value = member_value(world, member, bound=True)
    signature = signature_of(world, value) if isinstance(value, FunctionRef) else None
    return signature if isinstance(signature, Signature) else None
