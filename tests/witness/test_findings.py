"""What run time bears out, has otherwise, and cannot tell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from drift_audit.auditor.model import Confidence, Evidence, Scan, Severity
from drift_audit.auditor.testimony import default_in

Ask: TypeAlias = Callable[..., Scan]
LIKELY, CONFIRMED, SUSPECTED = Confidence.LIKELY, Confidence.CONFIRMED, Confidence.SUSPECTED


#: What is confirmed: (line, kind, the last words of the message).
AGREED = {
    (3, "import-removed", "module good has no attribute gone"),
    (4, "import-removed", "module good has no attribute old"),
    (6, "keyword-removed", "got an unexpected keyword argument 'legacy'"),
    (7, "keyword-removed", "got an unexpected keyword argument 'legacy'"),
    (7, "keyword-removed", "got an unexpected keyword argument 'older'"),
    (8, "argument-required", "missing a required argument: 'b'"),
    (9, "argument-required", "missing a required argument: 'b'"),
    (9, "argument-required", "missing a required argument: 'c'"),
    (10, "argument-excess", "too many positional arguments"),
    (11, "default-flipped", "level=2"),
    (12, "default-flipped", "mode='y'"),
    (13, "keyword-removed", "got an unexpected keyword argument 'legacy'"),
    (14, "attribute-removed", "Made has no attribute stop"),
    (15, "argument-excess", "too many positional arguments"),
    (16, "argument-excess", "too many positional arguments"),
    (22, "keyword-removed", "got an unexpected keyword argument 'legacy'"),
    (24, "argument-twice", "multiple values for argument 'b'"),
}


def files(cases: Path, provider: str) -> tuple[str, dict[str, str]]:
    """The consumer, and the baseline's modules."""
    source = (cases / provider / "consumer.py").read_text()
    return source, {"__init__": (cases / provider / "before.py").read_text(), "old": "thing = 1\n"}


def test_what_run_time_bears_out(ask: Ask, cases: Path) -> None:
    scan = ask("good", *files(cases, "good"))
    confirmed = [one for one in scan.findings if one.confidence is CONFIRMED]
    told = {
        (
            one.span.line,
            one.kind,
            one.message.rpartition("; at run time: ")[2].replace("keyword-only ", ""),
        )
        for one in confirmed
    }
    assert told == AGREED
    called = {"keyword-removed", "argument-required", "argument-excess", "argument-twice"}
    for one in confirmed:
        assert Evidence.RUNTIME in one.evidence
        assert (Evidence.WITNESS in one.evidence) is (one.kind in called)
    (field,) = [one for one in scan.findings if one.span.line == 18]
    assert (field.kind, field.confidence) == ("attribute-removed", LIKELY)
    assert (scan.providers[0].runtime, scan.providers[0].distribution) == ("imported", "good-cpu")
    assert scan.notes == (
        "good was asked at run time about 18 findings: 17 confirmed",
        "good at run time told nothing of 1 finding: only an object can tell what it has besides its class",
    )


def test_severities_stay(ask: Ask, cases: Path) -> None:
    held = ask("good", *files(cases, "good"))
    static = ask("good", *files(cases, "good"), static=True)
    assert static.providers[0].runtime == "not asked (--static)"
    assert [(one.fingerprint, one.severity) for one in held.findings] == [
        (one.fingerprint, one.severity) for one in static.findings
    ]
    assert not any(Evidence.RUNTIME in one.evidence for one in static.findings)


def test_without_a_baseline_a_witness_is_worth_more(ask: Ask) -> None:
    scan = ask("good", "import good\ngood.keyword(1, legacy=2)\n")
    (finding,) = scan.findings
    assert (finding.severity, finding.confidence) == (Severity.BREAKS, CONFIRMED)


def test_what_run_time_has_otherwise(ask: Ask, cases: Path) -> None:
    scan = ask("shaped", *files(cases, "shaped"))
    by_line = {one.span.line: one for one in scan.findings}
    call = "; the run-time signature accepts this call"
    tails = {
        3: "; at run time `shaped` has it",
        4: call,
        5: call,
        9: "; at run time the default is 0 still",
        10: "; at run time `shaped.Grown` has it",
    }
    for line, tail in tails.items():
        one = by_line[line]
        assert (one.severity, one.confidence) == (Severity.NOTE, SUSPECTED), one
        assert one.message.endswith(tail), one.message
        assert Evidence.RUNTIME in one.evidence
    assert by_line[4].now == "shaped.wide(a)"
    assert "`wide(a, legacy=None, b=0)`" in by_line[4].advice
    renamed, same, dynamic = (by_line[line] for line in (6, 7, 8))
    assert (same.severity, same.confidence) == (Severity.BREAKS, CONFIRMED)
    for one in (renamed, dynamic):
        assert (one.severity, one.confidence) == (Severity.BREAKS, LIKELY)
        assert Evidence.RUNTIME not in one.evidence
    assert scan.notes == (
        "shaped was asked at run time about 8 findings: 1 confirmed, 5 contradicted",
        "shaped at run time told nothing of 1 finding: a wrapper takes any arguments, and may change them",
        "shaped at run time told nothing of 1 finding: the run-time signature takes any arguments",
    )


def test_an_old_note_that_run_time_contradicts_is_counted_alone(ask: Ask) -> None:
    """Names of native modules: neither version's sources have them, and nothing has drifted."""
    before = {"__init__": "def other(): ...\n"}
    scan = ask("shaped", "from shaped import made\n", before)
    assert scan.findings == ()
    assert scan.notes == (
        "shaped was asked at run time about 1 finding: 0 confirmed, 1 contradicted",
        "shaped at run time has what 1 note missed in its sources, in the baseline's too: left out",
    )
    static = ask("shaped", "from shaped import made\n", before, static=True)
    assert [one.severity for one in static.findings] == [Severity.NOTE]


DEFAULTS = {
    ("f(a, b=1)", "b"): "1",
    ("m.C.__init__(a: int = 1, *, b: str | None = None)", "a"): "1",
    ("m.C.__init__(a: int = 1, *, b: str | None = None)", "b"): "None",
    ("f(a, /, b=(1, 2), *c, **d)", "b"): "(1, 2)",
    ("f(a, b=1)", "a"): None,
    ("f(a, b=1)", "c"): None,
    ("f(a=", "a"): None,
    ("", "a"): None,
}


@pytest.mark.parametrize(("signature", "parameter"), DEFAULTS)
def test_a_default_in_a_signature(signature: str, parameter: str) -> None:
    assert default_in(signature, parameter) == DEFAULTS[signature, parameter]
