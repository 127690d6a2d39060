"""What run time says of a finding: the question to ask, and how the answer is read. Pure."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from .bind import FaultForm
from .contracts.runtime import (
    BindRequest,
    Confirmed,
    Inconclusive,
    NotConfirmed,
    NotImported,
    RuntimeContracts,
    RuntimeMissing,
    RuntimeParameter,
    RuntimeSymbol,
)
from .judge import parameters_shown, short
from .model import CallShape, Finding, Parameter, ParameterForm

_FAULTS = {
    "keyword-removed": FaultForm.UNEXPECTED,
    "argument-required": FaultForm.MISSING,
    "argument-excess": FaultForm.EXCESS,
    "argument-twice": FaultForm.TWICE,
}
_NAMES = ("attribute-removed", "import-moved", "import-removed", "patch-gone", "string-gone")
_POSITIONAL = (ParameterForm.POSITIONAL_ONLY, ParameterForm.POSITIONAL_OR_KEYWORD)
_LONGEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class CallQuestion:
    """Does this call raise, for this fault of it?"""

    fault: FaultForm
    parameter: str
    bind: BindRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class NameQuestion:
    """Is the name gone? `was` is what it was in the baseline."""

    owner: str
    name: str
    was: str

    @property
    def symbol(self) -> str:
        """Owner and name."""
        return f"{self.owner}.{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DefaultQuestion:
    """Is the default another than `before` (source text)?"""

    bind: BindRequest
    parameter: str
    before: str


Question: TypeAlias = CallQuestion | NameQuestion | DefaultQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class Agrees:
    """Run time bears the finding out; `bound` tells that a call was tried."""

    text: str
    bound: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Differs:
    """Run time has it otherwise than the sources: in a sentence, and as what it is there."""

    text: str
    contract: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Untold:
    """Run time says nothing of it, and why."""

    reason: str


Testimony: TypeAlias = Agrees | Differs | Untold


def question_of(finding: Finding, all_findings: Iterable[Finding]) -> Question | None:
    """What to ask about a finding; None for kinds that only sources can show."""
    if (fault := _FAULTS.get(finding.kind)) is not None:
        return _call_question(finding, fault, all_findings)
    if finding.kind in _NAMES:
        owner, _, name = finding.symbol.rpartition(".")
        return NameQuestion(owner=owner, name=name, was=finding.was) if owner else None
    before = default_in(finding.before, finding.parameter)
    if finding.kind == "default-flipped" and finding.call and before is not None:
        request = _completed(finding.call, finding, all_findings)
        return DefaultQuestion(bind=request, parameter=finding.parameter, before=before)
    return None


def _call_question(
    finding: Finding, fault: FaultForm, all_findings: Iterable[Finding]
) -> CallQuestion | None:
    """Each fault of a call is tried by itself, lest another one hides it."""
    call = finding.call
    symbol = call.symbol if call else finding.symbol
    if fault is FaultForm.UNEXPECTED:
        request = BindRequest(symbol=symbol, keywords=(finding.parameter,), partial=True)
    elif call is None:
        return None
    elif fault is FaultForm.EXCESS:
        request = BindRequest(symbol=symbol, args_count=call.args_count, partial=True)
    elif fault is FaultForm.TWICE:
        names = (finding.parameter,)
        request = BindRequest(
            symbol=symbol, args_count=call.args_count, keywords=names, partial=True
        )
    else:
        request = _completed(call, finding, all_findings)
    return CallQuestion(fault=fault, parameter=finding.parameter, bind=request)


def _completed(call: CallShape, finding: Finding, all_findings: Iterable[Finding]) -> BindRequest:
    """The call without its other faults."""
    others = [one for one in all_findings if one.call == call]
    missing = {one.parameter for one in others if one.kind == "argument-required"}
    unexpected = {one.parameter for one in others if one.kind == "keyword-removed"}
    added = sorted(missing - {finding.parameter})
    kept = [keyword for keyword in call.keywords if keyword not in unexpected]
    return BindRequest(symbol=call.symbol, args_count=call.args_count, keywords=(*kept, *added))


def requests_of(question: Question) -> tuple[tuple[str, ...], tuple[BindRequest, ...]]:
    """The symbols to describe, and the calls to try."""
    match question:
        case CallQuestion(bind=bind) | DefaultQuestion(bind=bind):
            return (), (bind,)
        case NameQuestion(owner=owner, symbol=symbol):
            return (owner, symbol), ()


def testimony(question: Question, contracts: RuntimeContracts) -> Testimony:
    """Read the answer to a question."""
    match question:
        case CallQuestion():
            return _of_call(question, contracts)
        case NameQuestion():
            return _of_name(question, contracts)
        case DefaultQuestion():
            return _of_default(question, contracts)


def _of_call(question: CallQuestion, contracts: RuntimeContracts) -> Testimony:
    match contracts.bind(question.bind):
        case Confirmed(text=text):
            if _is_same_fault(text, question):
                return Agrees(text=text, bound=True)
            return Untold(reason=f"the call fails there for another reason: {text}")
        case NotConfirmed(parameters=parameters):
            if not _takes(question, parameters):
                return Untold(reason="the run-time signature takes any arguments")
            return Differs(
                text="the run-time signature accepts this call",
                contract=_shown(question, parameters),
            )
        case Inconclusive(reason=reason):
            return Untold(reason=reason)


def _is_same_fault(text: str, question: CallQuestion) -> bool:
    named = f"'{question.parameter}'" in text
    match question.fault:
        case FaultForm.EXCESS:
            return "too many positional" in text
        case FaultForm.MISSING:
            return named and "missing" in text
        case FaultForm.TWICE:
            return named and "multiple values" in text
        case _:
            return named


def _takes(question: CallQuestion, parameters: tuple[RuntimeParameter, ...]) -> bool:
    """Whether the parameters say by name that the call fits, none by taking anything."""
    named = next((p for p in parameters if p.name == question.parameter), None)
    open_end = any(p.form.startswith("var-") for p in parameters)
    match question.fault:
        case FaultForm.EXCESS:
            places = sum(p.form in _POSITIONAL for p in parameters)
            return question.bind.args_count <= places
        case FaultForm.MISSING:
            return named.has_default if named is not None else not open_end
        case _:
            return named is not None and not named.form.startswith("var-")


def _shown(question: CallQuestion, parameters: tuple[RuntimeParameter, ...]) -> str:
    """The signature; of a long one what matters here."""
    name = short(question.bind.symbol)
    text = f"{name}({parameters_shown(tuple(map(_as_written, parameters)))})"
    if len(text) <= _LONGEST:
        return text
    if question.fault is FaultForm.EXCESS:
        return f"{name} with {sum(p.form in _POSITIONAL for p in parameters)} positions"
    own = [_as_written(p) for p in parameters if p.name == question.parameter]
    if own:
        return f"{name}(…, {parameters_shown((own[0],)).removeprefix('*, ')}, …)"
    return f"{name} without `{question.parameter}`"


def _as_written(parameter: RuntimeParameter) -> Parameter:
    default = (parameter.default or "…") if parameter.has_default else None
    return Parameter(name=parameter.name, form=parameter.form, default=default)


def _of_name(question: NameQuestion, contracts: RuntimeContracts) -> Testimony:
    match contracts.symbol(question.owner):
        case RuntimeSymbol(kind="class") as owner:
            return _of_member(question, owner)
        case RuntimeSymbol(kind="module") | RuntimeMissing():
            pass
        case RuntimeSymbol(kind=kind):
            return Untold(reason=f"{question.owner} is no class and no module there ({kind})")
        case NotImported(reason=reason):
            return Untold(reason=reason)
    match contracts.symbol(question.symbol):
        case RuntimeSymbol():
            text = f"at run time `{question.owner}` has it"
            return Differs(text=text, contract=question.symbol)
        case RuntimeMissing(reason=reason):
            return Agrees(text=reason)
        case NotImported(reason=reason):
            return Untold(reason=reason)


def _of_member(question: NameQuestion, owner: RuntimeSymbol) -> Testimony:
    """A class shows its methods; what its objects get besides only they can show."""
    if question.name in owner.attributes or question.name in owner.fields:
        text = f"at run time `{question.owner}` has it"
        return Differs(text=text, contract=question.symbol)
    if question.was not in ("method", "property") or "__getattr__" in owner.attributes:
        return Untold(reason="only an object can tell what it has besides its class")
    return Agrees(text=f"{short(question.owner)} has no attribute {question.name}")


def _of_default(question: DefaultQuestion, contracts: RuntimeContracts) -> Testimony:
    match contracts.bind(question.bind):
        case NotConfirmed(parameters=parameters):
            pass
        case Confirmed(text=text):
            return Untold(reason=f"the call fails there for another reason: {text}")
        case Inconclusive(reason=reason):
            return Untold(reason=reason)
    own = next((p for p in parameters if p.name == question.parameter), None)
    before = _literal(question.before)
    if own is None or not own.default or before is None:
        return Untold(reason="the default is no plain value")
    if own.default[:_LONGEST] == before[:_LONGEST]:
        text = f"at run time the default is {own.default} still"
        return Differs(text=text, contract=f"{question.parameter}={own.default}")
    return Agrees(text=f"{question.parameter}={own.default}")


def default_in(signature: str, parameter: str) -> str | None:
    """The source text of a parameter's default in a signature as text; None without one."""
    _, _, parameters = signature.partition("(")
    try:
        tree = ast.parse(f"def f({parameters}: ...").body[0]
    except SyntaxError:
        return None
    assert isinstance(tree, ast.FunctionDef)
    own = tree.args
    places = [*own.posonlyargs, *own.args]
    given = places[len(places) - len(own.defaults) :]
    pairs = [*zip(given, own.defaults, strict=True)]
    pairs += [(a, d) for a, d in zip(own.kwonlyargs, own.kw_defaults, strict=True) if d]
    return next((ast.unparse(d) for a, d in pairs if a.arg == parameter), None)


def _literal(text: str) -> str | None:
    try:
        return repr(ast.literal_eval(text))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
