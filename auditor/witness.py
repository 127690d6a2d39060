"""Findings held against the provider that is installed, where it can be imported.

Only a child process imports the provider, and the consumer's own files are kept out even there.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import UsageError
from .model import Confidence, Evidence, Finding, Scan, Severity
from .pairing import Pairing
from .trees import Distribution, module_paths

if TYPE_CHECKING:
    from .acquire import Environment
    from .contracts.runtime import RuntimeContracts
    from .testimony import Question, Testimony

IMPORTED = "imported"
NOTHING_TO_ASK = "not asked: no finding needs it"

_TIME_LIMIT = "DRIFT_AUDIT_PROBE_TIMEOUT"
_SECONDS = 20.0
_SHAPED_BY = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """One provider, asked: the findings as they are now, and what the report says of the asking.

    Findings go by fingerprint; None for those that run time leaves nothing of.
    """

    findings: dict[str, Finding | None]
    runtime: str
    notes: tuple[str, ...] = ()


def witnessed(
    found: Scan,
    pairings: tuple[Pairing, ...],
    environment: Environment,
    cache_dir: Path,
    *,
    consumer: Distribution,
) -> Scan:
    """The scan with each finding as run time bears it out, wherever the provider is installed.

    Raises:
        UsageError: the time limit in the environment is no number of seconds.
    """
    hearings: dict[str, Hearing] = {}
    for pairing in pairings:
        if pairing.now.installed:
            shut = refused(consumer, pairings)
            hearings[pairing.package] = _hear(found, pairing, environment, cache_dir, shut)
    changed = {key: one for hearing in hearings.values() for key, one in hearing.findings.items()}
    weighed_findings = [changed.get(one.fingerprint, one) for one in found.findings]
    return replace(
        found,
        findings=tuple(one for one in weighed_findings if one is not None),
        providers=tuple(
            replace(one, runtime=hearings[one.name].runtime) if one.name in hearings else one
            for one in found.providers
        ),
        notes=(*found.notes, *(note for one in hearings.values() for note in one.notes)),
    )


def _hear(
    found: Scan,
    pairing: Pairing,
    environment: Environment,
    cache_dir: Path,
    shut: tuple[str, ...],
) -> Hearing:
    """Ask one provider about its findings, all at once."""
    from .contracts.runtime import NotImported, RuntimeSymbol
    from .testimony import question_of, testimony

    mine = [one for one in found.findings if one.provider == pairing.package]
    pairs = [(one, question_of(one, mine)) for one in mine]
    questions = [(one, question) for one, question in pairs if question is not None]
    if not questions:
        return Hearing(findings={}, runtime=NOTHING_TO_ASK)
    contracts = _ask(pairing, [question for _, question in questions], environment, cache_dir, shut)
    package = contracts.symbol(pairing.package)
    if not isinstance(package, RuntimeSymbol):
        runtime = f"could not be imported: {package.reason}"
        note = f"{pairing.package} is judged by its sources alone: it {runtime}"
        if isinstance(package, NotImported) and package.waited:
            note += f" (longer: {_TIME_LIMIT}={3 * package.waited:g})"
        return Hearing(findings={}, runtime=runtime, notes=(note,))
    heard = [(one, testimony(question, contracts)) for one, question in questions]
    findings = {one.fingerprint: weighed(one, said) for one, said in heard}
    notes = [*_notes(pairing.package, [said for _, said in heard])]
    if lost := sum(one is None for one in findings.values()):
        notes.append(
            f"{pairing.package} at run time has what {_count(lost, 'note')} missed in its sources, "
            f"in the baseline's too: left out"
        )
    return Hearing(findings=findings, runtime=IMPORTED, notes=tuple(notes))


def _ask(
    pairing: Pairing,
    questions: list[Question],
    environment: Environment,
    cache_dir: Path,
    shut: tuple[str, ...],
) -> RuntimeContracts:
    """One child for all questions; the package comes first, so that its own failure is told."""
    from .contracts.runtime import probe
    from .testimony import requests_of

    requests = [requests_of(question) for question in questions]
    return probe(
        environment.python,
        (pairing.package, *(symbol for symbols, _ in requests for symbol in symbols)),
        timeout_s=time_limit_s(),
        cache_dir=cache_dir,
        env_digest=environment_digest(environment, pairing, shut),
        binds=tuple(bind for _, binds in requests for bind in binds),
        refused=shut,
    )


def weighed(finding: Finding, said: Testimony) -> Finding | None:
    """The finding after a testimony.

    What run time bears out is confirmed. Where it has it otherwise than the sources, the finding
    stays as a note that shows both; a note that the baseline's sources would have earned as well
    says nothing then, and goes. What run time cannot tell changes nothing.
    """
    from .testimony import Agrees, Differs, Untold

    match said:
        case Agrees(text=text, bound=bound):
            more = (Evidence.RUNTIME, Evidence.WITNESS) if bound else (Evidence.RUNTIME,)
            return replace(
                finding,
                confidence=Confidence.CONFIRMED,
                message=f"{finding.message}; at run time: {text}",
                evidence=(*finding.evidence, *more),
            )
        case Differs() if _is_old_note(finding):
            return None
        case Differs(text=text, contract=contract):
            return replace(
                finding,
                severity=Severity.NOTE,
                confidence=Confidence.SUSPECTED,
                message=f"{finding.message}; {text}",
                advice=f"run time has `{contract}`, unlike the sources: see what puts it there",
                evidence=(*finding.evidence, Evidence.RUNTIME),
            )
        case Untold():
            return finding


def _is_old_note(finding: Finding) -> bool:
    return finding.severity is Severity.NOTE and Evidence.BASELINE not in finding.evidence


def _notes(package: str, heard: list[Testimony]) -> Iterator[str]:
    """How many findings run time bore out, and why it said nothing of the others."""
    from .testimony import Agrees, Differs, Untold

    agreed = sum(isinstance(said, Agrees) for said in heard)
    differed = sum(isinstance(said, Differs) for said in heard)
    words = [f"{agreed} confirmed", f"{differed} contradicted" if differed else ""]
    told = ", ".join(filter(None, words))
    yield f"{package} was asked at run time about {_count(len(heard), 'finding')}: {told}"
    reasons = Counter(said.reason for said in heard if isinstance(said, Untold))
    for reason, number in sorted(reasons.items(), key=lambda one: (-one[1], one[0])):
        yield f"{package} at run time told nothing of {_count(number, 'finding')}: {reason}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def time_limit_s() -> float:
    """How many seconds the child may take.

    Raises:
        UsageError: the environment variable for it is no number of seconds.
    """
    text = os.environ.get(_TIME_LIMIT, "").strip()
    try:
        seconds = float(text) if text else _SECONDS
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise UsageError(
            f"{_TIME_LIMIT}={text} is no number of seconds above 0.",
            f"Give seconds, such as {_TIME_LIMIT}=60, or leave it away for {_SECONDS:g}.",
        )
    return seconds


def refused(consumer: Distribution, pairings: tuple[Pairing, ...]) -> tuple[str, ...]:
    """The consumer's outermost packages and modules, as paths; what a provider owns is left out."""
    theirs = {name for one in pairings for name in (one.package, *one.now.packages)}
    kept: dict[str, str] = {}
    for name, path in sorted(module_paths(consumer.tree.paths()).items()):
        parts = name.split(".")
        below = any(".".join(parts[:count]) in kept for count in range(1, len(parts)))
        if not below and parts[0] not in theirs and all(part.isidentifier() for part in parts):
            kept[name] = path
    return tuple(kept.values())


def environment_digest(environment: Environment, pairing: Pairing, shut: tuple[str, ...]) -> str:
    """A fingerprint of what the child's answers hang on; "" where the provider has none.

    That is the interpreter, what is installed (by the names in its folders, which carry versions),
    the provider's files, and the variables that steer both.
    """
    from .acquire.cache import key_of, stamp

    if not pairing.now.digest:
        return ""
    python, variables = Path(environment.python), sorted(os.environ.items())
    steering = (*_SHAPED_BY, "PYTHON", f"{pairing.package.upper()}_")
    return key_of(
        pairing.now.digest,
        stamp(python),
        stamp(python.parent.parent / "pyvenv.cfg"),
        *(name for site in environment.site_paths for name in (site, *_names_in(site))),
        *(f"{key}={value}" for key, value in variables if key.startswith(steering)),
        *shut,
    )


def _names_in(folder: str) -> list[str]:
    try:
        return sorted(one.name for one in os.scandir(folder) if one.name != "__pycache__")
    except OSError:
        return []
