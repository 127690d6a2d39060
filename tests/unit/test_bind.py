"""Binding, held against what the interpreter does with the same call."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from drift_audit.auditor.bind import FaultForm, bind
from drift_audit.auditor.judge import parameters_shown
from drift_audit.auditor.model import Argument, ArgumentForm, Parameter, ParameterForm

NAMES = ["a", "b", "c", "d", "e"]
MARK = object()
ORDER = list(ParameterForm)


@st.composite
def signatures(draw: st.DrawFn) -> tuple[Parameter, ...]:
    """Any signature that Python accepts, of up to five parameters."""
    forms = sorted(draw(st.lists(st.sampled_from(ORDER), max_size=5)), key=ORDER.index)
    found: list[Parameter] = []
    has_default = False
    for name, form in zip(NAMES, forms, strict=False):
        variadic = form in (ParameterForm.VAR_POSITIONAL, ParameterForm.VAR_KEYWORD)
        if variadic and any(p.form is form for p in found):
            continue
        default = not variadic and draw(st.booleans())
        if form in (ParameterForm.POSITIONAL_ONLY, ParameterForm.POSITIONAL_OR_KEYWORD):
            has_default = default = default or has_default
        found.append(Parameter(name=name, form=form, default="None" if default else None))
    return tuple(found)


@st.composite
def calls(draw: st.DrawFn) -> tuple[Argument, ...]:
    """Positional arguments, then keywords, each once."""
    count = draw(st.integers(0, 4))
    keywords = draw(st.lists(st.sampled_from([*NAMES, "other"]), unique=True, max_size=4))
    positional = [Argument(form=ArgumentForm.POSITIONAL, text=str(n)) for n in range(count)]
    return (
        *positional,
        *(Argument(form=ArgumentForm.KEYWORD, keyword=name, text="0") for name in keywords),
    )


def function(parameters: tuple[Parameter, ...]) -> Callable[..., dict[str, object]]:
    """A real function with these parameters, which returns its arguments."""
    space: dict[str, Callable[..., dict[str, object]]] = {}
    exec(f"def f({parameters_shown(parameters)}): return locals()", space)
    return space["f"]


@settings(max_examples=2000, deadline=None)
@given(signatures(), calls())
def test_agrees_with_the_interpreter(
    parameters: tuple[Parameter, ...], arguments: tuple[Argument, ...]
) -> None:
    positional = [0 for a in arguments if a.form is ArgumentForm.POSITIONAL]
    keywords = {a.keyword: 0 for a in arguments if a.keyword is not None}
    binding = bind(parameters, arguments)
    try:
        given_to = function(parameters)(
            *[MARK for _ in positional], **dict.fromkeys(keywords, MARK)
        )
    except TypeError:
        assert binding.faults
        return
    assert binding.faults == ()
    assert set(binding.filled) == {name for name, value in given_to.items() if value is MARK}


@settings(max_examples=500, deadline=None)
@given(signatures(), calls())
def test_a_star_leaves_nothing_missing_for_certain(
    parameters: tuple[Parameter, ...], arguments: tuple[Argument, ...]
) -> None:
    stars = (
        Argument(form=ArgumentForm.STAR, text="rest"),
        *arguments,
        Argument(form=ArgumentForm.DOUBLE_STAR, text="more"),
    )
    forms = {fault.form for fault in bind(parameters, stars).faults}
    assert FaultForm.MISSING not in forms
    assert FaultForm.EXCESS not in forms


def test_every_fault_is_kept() -> None:
    parameters = (
        Parameter(name="a", form=ParameterForm.POSITIONAL_OR_KEYWORD),
        Parameter(name="b", form=ParameterForm.KEYWORD_ONLY),
    )
    arguments = (
        Argument(form=ArgumentForm.POSITIONAL, text="1"),
        Argument(form=ArgumentForm.POSITIONAL, text="2"),
        Argument(form=ArgumentForm.KEYWORD, keyword="c", text="3"),
    )
    found = {(fault.form, fault.parameter) for fault in bind(parameters, arguments).faults}
    assert found == {
        (FaultForm.EXCESS, ""),
        (FaultForm.UNEXPECTED, "c"),
        (FaultForm.MISSING, "b"),
    }
