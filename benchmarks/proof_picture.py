"""Draws `docs/proof.png` in the environment of the pipeline: proof_picture.py FIGURES.json PNG."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#555555"
SIZE = (8.4, 4.5)
DPI = 160
CUT = 8192

Samples = list[dict[str, Any]]


def percent(samples: Samples) -> list[float]:
    return [100 * sample["error"] for sample in samples]


def points(axes: Axes, crashes: Samples, patched: Samples) -> None:
    numbers = range(len(crashes))
    axes.plot(
        [n - 0.12 for n in numbers],
        percent(crashes),
        "X",
        color=ORANGE,
        markersize=9,
        label="only what crashes repaired",
    )
    axes.plot(
        [n + 0.12 for n in numbers],
        percent(patched),
        "o",
        color=BLUE,
        markersize=7,
        label="fully patched",
    )


def notes(axes: Axes, crashes: Samples, own: float) -> None:
    """What the points mean: the rounding of bf16, the end of the step, the rows that are gone."""
    label = "transformers' own error in bf16"
    axes.axhline(100 * own, color=GREY, linestyle="--", linewidth=1, label=label)
    edge = CUT / crashes[0]["tokens"] - 0.5
    axes.axvline(edge, color=GREY, linestyle=":", linewidth=1)
    axes.text(
        edge - 0.1, 12, "end of the first\nscheduler step", color=GREY, fontsize=9, ha="right"
    )
    for number, sample in enumerate(crashes):
        if sample["rows"] < sample["tokens"]:
            axes.annotate(
                f"{sample['rows']} of {sample['tokens']} rows",
                (number - 0.12, 100 * sample["error"]),
                xytext=(0, 12),
                textcoords="offset points",
                ha="center",
                fontsize=9,
                color=ORANGE,
            )


def draw(figures: dict[str, Any], path: Path) -> None:
    crashes, patched = figures["crashes"]["samples"], figures["patched"]["samples"]
    own = max(layer["own"] for layer in figures["patched"]["layers"])
    figure, axes = plt.subplots(figsize=SIZE, layout="constrained")
    points(axes, crashes, patched)
    notes(axes, crashes, own)
    axes.set_yscale("log")
    axes.set_ylim(0.2, 500)
    axes.set_xlim(-0.6, len(crashes) - 0.2)
    axes.set_xticks(range(len(crashes)))
    axes.set_yticks(
        [0.3, 1, 3, 10, 30, 100, 300], ["0.3 %", "1 %", "3 %", "10 %", "30 %", "100 %", "300 %"]
    )
    axes.minorticks_off()
    axes.set_xlabel(f"prompt, each of {crashes[0]['tokens']} tokens")
    axes.set_ylabel("error of the hidden states, worst layer")
    axes.set_title(
        f"speculators 0.3.0 on vLLM {figures['version']}: no error, no warning, "
        f"{len(figures['wrong'])} of {len(crashes)} wrong",
        loc="left",
        fontsize=12,
    )
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper left", frameon=False)
    figure.savefig(path, dpi=DPI)


if __name__ == "__main__":
    draw(json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]))
