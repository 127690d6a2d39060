"""Runs of the patched extraction as a Markdown table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from pipeline.figures import Outcome
from pipeline.runs import LONG, MIXED

Row: TypeAlias = tuple[Sequence[str], Outcome | str]
"""What was run, a cell each, and what came of it: the figures, or why there are none."""

WHAT = f"""\
Each run calls the generator of speculators 0.3.0, as `drift-audit fix --unsafe-fixes --into` leaves
it, twice: with {len(LONG)} prompts of {LONG[0]} tokens, more than one scheduler step takes, and
with {len(MIXED)} of mixed lengths. A sample is right when each of its rows is there, in its place.
The errors are relative, of the worst layer over all rows, against an fp32 run of transformers, each
decoder layer before the final norm; in bf16 at most 1.5 times transformers' own error is allowed,
layer by layer, in fp32 at most 1e-4."""


def table(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """The lines of the table; `columns` are the names of the cells that say what was run."""
    head = [*columns, "samples right", "error", "transformers' own", "s", "verdict"]
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for cells, outcome in rows:
        yield f"| {' | '.join([*cells, *_figures(outcome)])} |"


def _figures(outcome: Outcome | str) -> list[str]:
    if isinstance(outcome, str):
        return ["-", "-", "-", "-", outcome.replace("|", "\\|")]
    right = sum(sample.right for sample in outcome.samples)
    return [
        f"{right} of {len(outcome.samples)}",
        f"{outcome.error:.1e}",
        f"{outcome.own:.1e}",
        f"{outcome.extraction:.0f}",
        "; ".join(outcome.faults) or "all bounds hold",
    ]


def is_right(outcome: Outcome | str) -> bool:
    """Whether it came to its end and all bounds hold."""
    return isinstance(outcome, Outcome) and not outcome.faults
