"""From findings to fixes: a recipe's, else what the contracts make plain, else advice."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace

from drift_audit.auditor.gates import place_of
from drift_audit.auditor.model import Finding, Severity, Span
from drift_audit.auditor.run import span_of
from drift_audit.auditor.scan import Judgement

from .advise import Advised, Answer
from .callers import value_from_callers
from .model import (
    AddKeyword,
    Applicability,
    DropKeyword,
    Edit,
    Fix,
    MoveSymbol,
    Operation,
    RenameAttribute,
    Rewrite,
    Settle,
    Uncarded,
)
from .sites import Site, call_at, given_of

_ELSEWHERE = "the recipe mends a function that no file, or several, define"


def plan(judgement: Judgement, advised: Advised) -> tuple[Fix, ...]:
    """A fix for every finding of today, in their order; some are advice alone."""
    sites = {(site.span, site.symbol): site for site in advised.sites if site.form == "call"}
    found: list[Fix] = []
    for finding in advised.scan.findings:
        answer = advised.answers.get(finding.fingerprint)
        if answer is not None and answer.recipe.operations:
            found.append(_by_recipe(judgement, answer))
            continue
        symbol = finding.symbol.removesuffix(".__init__")
        site = sites.get((finding.site or finding.span, symbol))
        found.append(_by_contract(judgement, finding, site) or _advice(finding, answer))
    return tuple(found)


def _by_recipe(judgement: Judgement, answer: Answer) -> Fix:
    recipe = answer.recipe
    given = given_of(answer.site)
    places = [_place(judgement, operation, answer.site) for operation in recipe.operations]
    if None in places:
        return replace(_advice(answer.finding, answer), advice=_ELSEWHERE)
    return Fix(
        finding=answer.finding,
        origin=recipe.id,
        applicability=recipe.applicability,
        safety=recipe.safety,
        edits=tuple(
            Edit(operation=operation, span=span, given=given)
            for operation, span in zip(recipe.operations, places, strict=True)
            if span is not None
        ),
        advice=recipe.advice,
    )


def _place(judgement: Judgement, operation: Operation, site: Site) -> Span | None:
    """Where an operation is done: at the use, or at the one definition that it names."""
    if not isinstance(operation, Rewrite) or not operation.at:
        return site.span
    found = [
        span_of(module.path, node)
        for module in judgement.now.project.modules.values()
        if operation.at in module.source
        for node in ast.walk(module.tree)
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == operation.at
    ]
    return found[0] if len(found) == 1 else None


def _settled(judgement: Judgement, finding: Finding, _site: Site | None) -> Iterator[Fix]:
    """Drop a test that comes out the same everywhere; what a range tells is told of all of it."""
    gate = judgement.now.gates.get(place_of(finding.span))
    if gate is not None and gate.question.holds is not None:
        of_version = gate.question.release is not None
        yield _fix(
            finding,
            "settled",
            Settle(holds=gate.question.holds),
            "nothing changes for the releases that are asked for"
            if of_version
            else "nothing changes unless a release between those that were read differs",
            applicability=Applicability.SAFE if of_version else Applicability.UNSAFE,
        )


def _advice(finding: Finding, answer: Answer | None) -> Fix:
    return Fix(
        finding=finding,
        origin=answer.recipe.id if answer else "",
        applicability=Applicability.DISPLAY_ONLY,
        safety=answer.recipe.safety if answer else "",
        advice=finding.advice,
    )


def _by_contract(judgement: Judgement, finding: Finding, site: Site | None) -> Fix | None:
    """What follows from the contracts: moved, renamed, passed by the provider, without effect."""
    if finding.severity is Severity.NOTE and finding.kind not in _OF_NOTES:
        return None
    make = _MAKERS.get(finding.kind)
    return next(make(judgement, finding, site), None) if make else None


def _moved(_judgement: Judgement, finding: Finding, _site: Site | None) -> Iterator[Fix]:
    if finding.replacement:
        yield _fix(
            finding,
            "moved",
            MoveSymbol(name=finding.symbol, to=finding.replacement),
            f"imports the one definition of that name from `{finding.replacement}`",
            applicability=Applicability.SAFE,
        )


def _renamed(_judgement: Judgement, finding: Finding, _site: Site | None) -> Iterator[Fix]:
    if finding.replacement:
        owner, _, name = finding.symbol.rpartition(".")
        operation: Operation = RenameAttribute(name=name, to=finding.replacement)
        if finding.kind == "import-removed":
            operation = MoveSymbol(name=finding.symbol, to=f"{owner}.{finding.replacement}")
        yield _fix(
            finding,
            "renamed",
            operation,
            f"takes `{finding.replacement}` for `{name}`: {finding.advice}",
        )


def _passed_by_callers(judgement: Judgement, finding: Finding, site: Site | None) -> Iterator[Fix]:
    """Pass what the provider passes at its own call sites, said in the consumer's names."""
    if site is None:
        return
    found = value_from_callers(judgement.now.world, finding, given_of(site))
    if found is not None:
        yield _fix(
            finding,
            "callers",
            AddKeyword(name=finding.parameter, value=found.value),
            f"passes what {found.caller} passes there; it may not mean the same here",
            site=site,
        )


def _without_effect(_judgement: Judgement, finding: Finding, site: Site | None) -> Iterator[Fix]:
    """Drop a keyword whose value is plain: making it had no effect of its own."""
    call = call_at(site.module, site.span) if site is not None else None
    for keyword in call.keywords if call else ():
        if keyword.arg == finding.parameter and _is_plain(keyword.value):
            yield _fix(
                finding,
                "unused",
                DropKeyword(name=finding.parameter),
                f"`{finding.parameter}` is no longer said; what it asked for may need another word",
                site=site,
            )


def _is_plain(node: ast.expr) -> bool:
    plain = (ast.Name, ast.Attribute, ast.Constant, ast.expr_context, ast.UnaryOp, ast.unaryop)
    return all(isinstance(each, plain) for each in ast.walk(node))


def _fix(
    finding: Finding,
    origin: str,
    operation: Operation | Uncarded,
    safety: str,
    *,
    applicability: Applicability = Applicability.UNSAFE,
    site: Site | None = None,
) -> Fix:
    span = site.span if site is not None else finding.site or finding.span
    given = given_of(site) if site is not None else ()
    return Fix(
        finding=finding,
        origin=origin,
        applicability=applicability,
        safety=safety,
        edits=(Edit(operation=operation, span=span, given=given),),
        advice=finding.advice,
    )


_MAKERS: dict[str, Callable[[Judgement, Finding, Site | None], Iterator[Fix]]] = {
    "import-moved": _moved,
    "import-removed": _renamed,
    "attribute-removed": _renamed,
    "attribute-vanished": _renamed,
    "argument-required": _passed_by_callers,
    "keyword-removed": _without_effect,
    "stale-gate": _settled,
}
_OF_NOTES = frozenset({"stale-gate"})
"""Kinds that do no harm, and are mended all the same."""
