"""What of a case can be tried at run time: the shape of a call, the form of a name."""

from __future__ import annotations

from .judge import Case
from .model import Argument, ArgumentForm, CallShape, FunctionForm, Use
from .outcome import Called, Patched, Reached, Signature
from .values import ClassRef, FunctionRef

_STARS = (ArgumentForm.STAR, ArgumentForm.DOUBLE_STAR)


def call_shape(case: Case) -> CallShape | None:
    """The call of a case; None where it is none, and where a star argument hides its shape."""
    return shape_of(case.use, case.now) if isinstance(case.now, Called) else None


def shape_of(use: Use, called: Called) -> CallShape | None:
    """A call's shape; None where a star argument hides it."""
    if any(argument.form in _STARS for argument in use.arguments):
        return None
    count = _positions(use.arguments) - _receivers(called.signature)
    if count < 0:
        return None
    keywords = tuple(a.keyword for a in use.arguments if a.keyword is not None)
    return CallShape(
        symbol=_called(called.signature, use.text), args_count=count, keywords=keywords
    )


def form_before(case: Case) -> str:
    """What a name was in the baseline, "" where that is not told."""
    match case.before:
        case Reached(target=target) | Patched(target=target):
            return str(target.form)
        case _:
            return ""


def _positions(arguments: tuple[Argument, ...]) -> int:
    return sum(argument.form is ArgumentForm.POSITIONAL for argument in arguments)


def _receivers(signature: Signature) -> int:
    """1 where the receiver stands among the arguments: `Base.method(self, 1)`."""
    function = signature.function
    if not isinstance(function, FunctionRef) or function.owner is None or function.bound:
        return 0
    return int(function.facts.form is FunctionForm.METHOD)


def _called(signature: Signature, text: str) -> str:
    """`Class` for `Class(1)`, `Class.__init__` for `super().__init__(1)`."""
    if isinstance(signature.function, ClassRef) or text.endswith("__init__"):
        return signature.name
    return signature.name.removesuffix(".__init__")
