"""Run the patched extraction on a GPU: every family, latent attention and experts included.

    PYTHONPATH=COPY:SITE:tests python benchmarks/gpu.py OUT

COPY is what `drift-audit fix speculators==0.3.0 --provider vllm==0.20.2 --unsafe-fixes --into COPY`
wrote, SITE holds that vLLM. Every row of every layer is held against transformers' own layers in
fp32, as tests/pipeline does on the CPU. OUT gets a JSON file a run, its log, and extraction-gpu.md.
"""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from outcomes import WHAT, Row, table
from pipeline.figures import Outcome
from pipeline.runs import LONG, MIXED

CASES = (
    ("llama", "bfloat16"),
    ("llama", "float32"),
    ("qwen2", "bfloat16"),
    ("qwen3", "bfloat16"),
    ("deepseek-v2-latent", "bfloat16"),
)
PATIENCE = 180.0
SETTINGS = {
    "HF_HUB_OFFLINE": "1",
    "VLLM_NO_USAGE_STATS": "1",
    "VLLM_LOGGING_LEVEL": "WARNING",
    "VLLM_WORKER_MULTIPROC_METHOD": "spawn",
}


def run(family: str, dtype: str, out: Path) -> Outcome | str:
    """The figures, or the last line of what the run said."""
    result, log = out / f"{family}-{dtype}.json", out / f"{family}-{dtype}.log"
    command = [sys.executable, "-m", "pipeline.extraction", family, dtype, str(result)]
    for call in (LONG, MIXED):
        command += ["--lengths", ",".join(map(str, call))]
    with log.open("w") as text:
        try:
            subprocess.run(
                command,
                env=os.environ | SETTINGS,
                stdout=text,
                stderr=subprocess.STDOUT,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"not done after {PATIENCE:.0f} s"
    if result.is_file():
        return Outcome.read(result)
    lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1][:200] if lines else "no word"


def report(found: list[Row]) -> Iterator[str]:
    """The lines of the page."""
    import torch
    import transformers

    version = next((o.vllm for _, o in found if isinstance(o, Outcome)), "")
    yield "# The patched extraction on a GPU"
    yield ""
    yield "- Command: `python benchmarks/gpu.py OUT`"
    yield f"- Date: {datetime.datetime.now(datetime.UTC):%Y-%m-%d}"
    yield f"- Machine: one {torch.cuda.get_device_name()}, Python {platform.python_version()}"
    yield f"- vLLM {version}, torch {torch.__version__}, transformers {transformers.__version__}"
    yield ""
    yield WHAT
    yield ""
    yield from table(["model", "dtype"], found)


def main() -> None:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    found: list[Row] = []
    for case in CASES:
        found.append((case, run(*case, out)))
        print(list(table([], found[-1:]))[-1], *case, flush=True)
    text = "\n".join(report(found)) + "\n"
    (out / "extraction-gpu.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
