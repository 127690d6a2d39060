"""The patched extraction on the CPU: every model, dtype and release of vLLM.

    make grid

Each cell patches speculators 0.3.0 for the release, runs the real generator, and holds every row of
every layer against transformers. The page goes to `docs/evidence/extraction.md`; the exit code is 1
when a bound does not hold or a run breaks off.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from outcomes import WHAT, Row, is_right, table
from packaging.version import Version
from pipeline import mending, newest, runs
from pipeline.environment import VERSIONS
from pipeline.figures import Outcome

PAGE = Path(__file__).resolve().parent.parent / "docs" / "evidence" / "extraction.md"
DTYPES = ("bfloat16", "float32")
FAMILIES = {
    "llama": "0.15",
    "qwen2": "0.15",
    "qwen3": "0.15",
    "llava": "0.15",
    "deepseek-v2": "0.18",
}
"""With the first release whose class of that family says that it supports eagle3."""
PICTURES = "llava"
LEFT_OUT = (
    f"{PICTURES} is not run on {' and '.join(newest.VERSIONS)}: their environment holds what text "
    "needs, which leaves torchvision out."
)


def cells() -> Iterator[tuple[str, str, str]]:
    """All that is run: release, family, dtype."""
    for version in (*VERSIONS, *newest.VERSIONS):
        for family, dtype in itertools.product(FAMILIES, DTYPES):
            if family == PICTURES and version in newest.VERSIONS:
                continue
            if Version(version) >= Version(FAMILIES[family]):
                yield version, family, dtype


def run(version: str, family: str, dtype: str) -> Outcome | str:
    """The figures of one cell, or the error that ended it."""
    is_new = version in newest.VERSIONS
    mended = newest.mended if is_new else mending.mended
    extract = newest.run if is_new else runs.run
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        try:
            copy = mended(version, work / "copy")
            return extract(copy, version, work, family=family, dtype=dtype)
        except runs.RunError as failure:
            return " ".join(failure.error.split())[:200]


def page(found: list[Row]) -> str:
    """The figures, and where they come from."""
    stacks = sorted(
        {
            f"vLLM {o.vllm} with torch {o.torch}, transformers {o.transformers}"
            for _, o in found
            if isinstance(o, Outcome)
        }
    )
    machine = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    return "\n".join(
        [
            "# The patched extraction on the CPU",
            "",
            "- Command: `make grid`",
            f"- Date: {datetime.datetime.now(datetime.UTC):%Y-%m-%d}",
            f"- Machine: {machine}",
            *(f"- {stack}" for stack in stacks),
            "",
            f"{WHAT} {LEFT_OUT}",
            "",
            *table(["vLLM", "model", "dtype"], found),
            "",
        ]
    )


def main() -> int:
    """Run all cells, print each as it ends, write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    output: Path = parser.parse_args().output
    found: list[Row] = []
    for cell in cells():
        found.append((cell, run(*cell)))
        print(list(table([], found[-1:]))[-1], *cell, flush=True)
    output.write_text(page(found), "utf-8")
    return int(not all(is_right(outcome) for _, outcome in found))


if __name__ == "__main__":
    sys.exit(main())
