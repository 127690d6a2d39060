"""A recipe for some families of models, held against the provider and the model asked for."""

from __future__ import annotations

from dataclasses import replace

from drift_audit.auditor.anatomy import Anatomy
from drift_audit.auditor.concern import Fit
from drift_audit.auditor.findings import spared_message
from drift_audit.auditor.model import Finding, Severity
from drift_audit.auditor.outcome import Called
from drift_audit.auditor.scan import Judgement

from .model import Recipe
from .sites import mentions

_MOST_SHOWN = 4


def concerned(judgement: Judgement, finding: Finding, recipe: Recipe) -> Finding:
    """The finding with its families; a note where the model asked for is of none of them."""
    listed = recipe.families.architectures
    if not listed or finding.spared:
        return finding
    package = finding.provider
    anatomy = judgement.anatomies.get(package)
    fit = Fit(world=judgement.now.world, package=package, anatomy=anatomy)
    families = tuple(sorted(one for one in listed if fit.knows(one)))
    finding = replace(finding, families=families or tuple(sorted(listed)))
    spared = _spared(judgement, finding, fit, anatomy, listed) if anatomy else ""
    if anatomy is None or not spared:
        return finding
    message = spared_message(anatomy.model.name, spared, finding.message)
    return replace(finding, severity=Severity.NOTE, spared=spared, message=message)


def _spared(
    judgement: Judgement,
    finding: Finding,
    fit: Fit,
    anatomy: Anatomy,
    listed: tuple[str, ...],
) -> str:
    """Why the model is not concerned; "" where it is, or where that is not told."""
    gates = _gates(judgement, finding.span.path)
    refused = fit.refused(gates)
    if refused and not _is_test(judgement, finding, gates):
        return refused
    model = anatomy.model
    mine = {anatomy.architecture, *model.architectures, *model.text_architectures}
    if not mine & {*listed}:
        shown = ", ".join(finding.families[:_MOST_SHOWN])
        left = len(finding.families) - _MOST_SHOWN
        more = f" and {left} more" if left > 0 else ""
        return f"it concerns {shown}{more}"
    if anatomy.is_generic and anatomy.top is not None:
        return f"it is run by `{anatomy.top.qualname}` in this release"
    return ""


def _gates(judgement: Judgement, path: str) -> frozenset[str]:
    """The tests of the consumer's that an object passes in a file, where they are the same."""
    found = {
        loose.receiver.gates
        for loose in judgement.now.loose.values()
        if loose.use.span.path == path and loose.receiver.gates
    }
    return next(iter(found)) if len(found) == 1 else frozenset()


def _is_test(judgement: Judgement, finding: Finding, gates: frozenset[str]) -> bool:
    """Whether the finding stands at such a test itself, to which every model comes."""
    for record in judgement.now.records.values():
        if record.use.span == finding.span and isinstance(record.outcome, Called):
            source = record.outcome.signature.source
            ways = [way.text for way in source.exits] if source else []
            said = " ".join([*ways, (source.returns or "") if source else ""])
            return all(mentions(said, gate) for gate in gates)
    return False
