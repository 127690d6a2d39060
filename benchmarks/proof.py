"""The story on one release: it crashes; with the crashes repaired it lies; patched, it is right.

    make proof

Each stage runs the real extraction of speculators 0.3.0 on vLLM 0.17.1, with 12 prompts of 900
tokens: more than one scheduler step takes. The picture goes to `docs/proof.png`. The exit code is
1 when the story is another one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from pipeline.environment import SPECULATORS, interpreter, release
from pipeline.figures import Outcome
from pipeline.mending import mended
from pipeline.runs import LONG, RunError, run

HERE = Path(__file__).resolve().parent
PICTURE = HERE.parent / "docs" / "proof.png"
VERSION = "0.17.1"
WRONG = [9, 10, 11]
"""What lies behind the 8,192nd token: the tenth prompt is cut, all later ones are shifted."""


def as_released(work: Path) -> str:
    """The error that ends it."""
    work.mkdir()
    try:
        run(release(SPECULATORS), VERSION, work, lengths=[LONG])
    except RunError as failure:
        return failure.error
    raise SystemExit("speculators as released came to its end, which it should not")


def patched(work: Path, *, silent: bool) -> Outcome:
    """What the patched copy extracts."""
    work.mkdir()
    return run(mended(VERSION, work / "copy", silent=silent), VERSION, work, lengths=[LONG])


def wrong(outcome: Outcome) -> list[int]:
    """The samples that are not what transformers computes."""
    return [number for number, sample in enumerate(outcome.samples) if not sample.right]


def told(name: str, outcome: Outcome) -> str:
    """One stage in words, with what is wrong in it."""
    count = len(outcome.samples)
    lines = [f"{name}: {count - len(wrong(outcome))} of {count} samples right"]
    for number in wrong(outcome):
        sample = outcome.samples[number]
        lines.append(
            f"   sample {number}: {sample.rows} of {sample.tokens} rows, "
            f"wrong by {100 * sample.error:.0f} %"
        )
    return "\n".join(lines)


def main() -> int:
    with tempfile.TemporaryDirectory() as home:
        work = Path(home)
        error = as_released(work / "released")
        print(f"1. as released: {error}", flush=True)
        crashes = patched(work / "crashes", silent=False)
        print(told("2. what crashes repaired, without a word", crashes), flush=True)
        whole = patched(work / "whole", silent=True)
        print(told("3. patched", whole), flush=True)
        figures = work / "figures.json"
        stages: dict[str, object] = {
            "version": VERSION,
            "crashes": asdict(crashes),
            "patched": asdict(whole),
        }
        stages["wrong"] = wrong(crashes)
        figures.write_text(json.dumps(stages))
        painter = HERE / "proof_picture.py"
        subprocess.run([interpreter(), painter, figures, PICTURE], check=True)
    print(f"picture: {PICTURE.relative_to(HERE.parent)}")
    return int(wrong(crashes) != WRONG or bool(whole.faults))


if __name__ == "__main__":
    sys.exit(main())
