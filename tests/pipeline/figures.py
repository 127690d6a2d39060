"""What a run has measured, and what must hold of it. Needs nothing but the standard library."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

OWN_TIMES = 1.5
"""In bf16, how much worse than transformers' own error a layer may be."""
EXACT = 1e-4
"""In fp32, the relative error of a layer."""
ROW = 0.1
"""The relative error of the worst row: a row in the wrong place is off by more than 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One prompt: how far its states are from an fp32 run of transformers, the worst layer each."""

    call: int
    tokens: int
    rows: int
    """Of the layer that has the fewest."""
    error: float
    worst_row: float

    @property
    def right(self) -> bool:
        """Whether all rows are there, each in its place."""
        return self.rows == self.tokens and self.worst_row < ROW


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One layer over all rows: the error of what was extracted, and transformers' own."""

    error: float
    own: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One run of the generator, which may have called it several times."""

    vllm: str
    torch: str
    transformers: str
    dtype: str
    start: float
    """Seconds until the generator was ready."""
    extraction: float
    samples: list[Sample]
    layers: list[Layer]

    @property
    def faults(self) -> list[str]:
        """Every bound that does not hold, in words."""
        wrong = [
            f"sample {number}: {sample.rows} of {sample.tokens} rows, worst {sample.worst_row:.1e}"
            for number, sample in enumerate(self.samples)
            if not sample.right
        ]
        for number, layer in enumerate(self.layers):
            bound = EXACT if self.dtype == "float32" else OWN_TIMES * layer.own
            if not layer.error <= bound:
                wrong.append(f"layer {number}: error {layer.error:.1e}, at most {bound:.1e}")
        return wrong

    @property
    def error(self) -> float:
        """Of the worst layer."""
        return max(layer.error for layer in self.layers)

    @property
    def own(self) -> float:
        """Transformers' own error in this dtype, in the worst layer."""
        return max(layer.own for layer in self.layers)

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=1))

    @classmethod
    def read(cls, path: Path) -> Outcome:
        given: dict[str, Any] = json.loads(path.read_text())
        given["samples"] = [Sample(**sample) for sample in given["samples"]]
        given["layers"] = [Layer(**layer) for layer in given["layers"]]
        return cls(**given)
