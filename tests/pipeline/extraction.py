"""Extract with the real generator, then hold every row of every layer against transformers.

    python -m pipeline.extraction FAMILY DTYPE RESULT.json --lengths 900,900,… [--lengths …]

To be run in the environment that `environment.py` makes, with the folders of speculators, vLLM and
this package on PYTHONPATH: vLLM's workers find them there too. Each `--lengths` is one call of
`generate`.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

import torch
import transformers
import vllm.config
from torch import Tensor

from .figures import Layer, Outcome, Sample
from .models import WORDS, build, depth, layers, pictures

LONGEST = 2048
MEMORY = 0.8

Prompt = list[int]
States = list[Tensor]  # one of each layer


def prompts(lengths: list[list[int]]) -> list[list[Prompt]]:
    """Random words, the same in every run."""
    dice = random.Random(1)
    return [[[dice.randrange(4, WORDS) for _ in range(n)] for n in call] for call in lengths]


def settle(module: ModuleType, folder: Path) -> None:
    """Two settings that the code under test leaves no way to.

    Its dtype "auto" would turn fp32 into bf16. And vLLM's kernel for the CPU gets an interleaved
    rotary embedding of several heads wrong (DeepseekV2): its own Python form is taken.
    """
    dtype = transformers.AutoConfig.from_pretrained(folder).dtype
    custom_ops = ["all", "-rotary_embedding"]
    compilation = vllm.config.CompilationConfig(custom_ops=custom_ops)
    config, model = vllm.config.VllmConfig, vllm.config.ModelConfig
    vars(module).update(
        ModelConfig=lambda **given: model(**given | {"dtype": dtype}),
        VllmConfig=lambda **given: config(**given, compilation_config=compilation),
    )


def extract(folder: Path, calls: list[list[Prompt]]) -> tuple[list[list[States]], float, float]:
    """What the code under test hands out; the seconds until it was ready, and those it took."""
    from speculators.data_generation import vllm_hidden_states_generator as module

    settle(module, folder)
    begin = time.monotonic()
    generator = module.VllmHiddenStatesGenerator(
        model_path=str(folder),
        layer_ids=list(range(depth(folder))),
        max_model_len=LONGEST,
        gpu_memory_utilization=MEMORY,
    )
    ready = time.monotonic()
    found = [[one["hidden_states"] for one in generator.generate(call)] for call in calls]
    done = time.monotonic()
    generator.executor.shutdown()
    return found, ready - begin, done - ready


def reference(folder: Path, dtype: torch.dtype, given: Iterable[Prompt]) -> Iterator[States]:
    """The output of each decoder layer, before the final norm, one prompt at a time."""
    auto = transformers.AutoModelForCausalLM
    if pictures(folder):
        auto = transformers.AutoModelForImageTextToText
    model = auto.from_pretrained(folder, dtype=dtype).eval()
    states: States = []
    for layer in layers(model):
        layer.register_forward_hook(
            lambda _layer, _given, out: states.append(out[0] if isinstance(out, tuple) else out)
        )
    for prompt in given:
        states.clear()
        with torch.inference_mode():
            model(input_ids=torch.tensor([prompt]), use_cache=False)
        yield [state.reshape(len(prompt), -1).float() for state in states]


def squares(found: Tensor, right: Tensor) -> Tensor:
    """For each row, how far off it is, and how long the right one is. Both squared."""
    return torch.stack([(found - right).square().sum(1), right.square().sum(1)]).double()


class Comparison:
    """Gathers the figures of one sample after the other."""

    def __init__(self, depth: int) -> None:
        self.samples: list[Sample] = []
        self._found = torch.zeros(depth, 2, dtype=torch.double)
        self._own = torch.zeros(depth, 2, dtype=torch.double)

    def add(self, call: int, found: States, right: States, own: States) -> None:
        """Missing rows count as such; those that are there are compared in their order."""
        rows = min(len(state) for state in found)
        pairs = zip(found, right, strict=True)
        table = [squares(f[:rows].float(), r[:rows]) for f, r in pairs]
        sums = torch.stack([rows_of.sum(1) for rows_of in table])
        self._found += sums
        self._own += torch.stack([squares(o, r).sum(1) for o, r in zip(own, right, strict=True)])
        self.samples.append(
            Sample(
                call=call,
                tokens=len(right[0]),
                rows=rows,
                error=float((sums[:, 0] / sums[:, 1]).sqrt().max()),
                worst_row=float(max((t[0] / t[1]).sqrt().max() for t in table)),
            )
        )

    def layers(self) -> list[Layer]:
        found, own = ((sums[:, 0] / sums[:, 1]).sqrt() for sums in (self._found, self._own))
        return [Layer(error=float(f), own=float(o)) for f, o in zip(found, own, strict=True)]


def run(family: str, dtype: torch.dtype, lengths: list[list[int]], folder: Path) -> Outcome:
    calls = prompts(lengths)
    build(family, dtype, folder)
    found, start, extraction = extract(folder, calls)
    given = [prompt for call in calls for prompt in call]
    right = reference(folder, torch.float32, given)
    own = reference(folder, dtype, given)
    comparison = Comparison(depth(folder))
    for number, call in enumerate(found):
        for states in call:
            comparison.add(number, states, next(right), next(own))
    return Outcome(
        vllm=vllm.__version__,
        torch=torch.__version__,
        transformers=transformers.__version__,
        dtype=str(dtype).removeprefix("torch."),
        start=round(start, 1),
        extraction=round(extraction, 1),
        samples=comparison.samples,
        layers=comparison.layers(),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("family")
    parser.add_argument("dtype", choices=("bfloat16", "float32"))
    parser.add_argument("result", type=Path)
    parser.add_argument("--lengths", action="append", required=True)
    given = parser.parse_args()
    lengths = [[int(n) for n in call.split(",")] for call in given.lengths]
    with tempfile.TemporaryDirectory() as folder:
        run(given.family, getattr(torch, given.dtype), lengths, Path(folder)).write(given.result)


if __name__ == "__main__":
    main()
