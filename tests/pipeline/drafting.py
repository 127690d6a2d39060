"""Make an EAGLE-3 draft, run it, save it, and build it again from what was saved.

    python -m pipeline.drafting FOLDER RESULT.json [--read OTHER_FOLDER]

With `--read`, it is then built from the configuration and weights of another run too.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
import transformers as hf
from torch import Tensor, nn

if TYPE_CHECKING:
    from speculators.models.eagle3 import Eagle3SpeculatorConfig

WORDS, DRAFTED, HIDDEN, TOKENS = 320, 128, 64, 256
ROPE = {
    "rope_theta": 500000.0,
    "rope_scaling": {
        "rope_type": "llama3",
        "factor": 8.0,
        "high_freq_factor": 4.0,
        "low_freq_factor": 1.0,
        "original_max_position_embeddings": 64,
    },
}


def modules() -> list[str]:
    """Import all of speculators."""
    import speculators

    found = pkgutil.walk_packages(speculators.__path__, "speculators.")
    names = [one.name for one in found if not one.name.endswith("__main__")]
    for name in names:
        importlib.import_module(name)
    return names


def llama(layers: int) -> hf.LlamaConfig:
    return hf.LlamaConfig(
        vocab_size=WORDS,
        hidden_size=HIDDEN,
        intermediate_size=96,
        num_hidden_layers=layers,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=512,
        **ROPE,
    )


def configuration(verifier: Path) -> Eagle3SpeculatorConfig:
    from speculators import SpeculatorsConfig, VerifierConfig
    from speculators.models.eagle3 import Eagle3SpeculatorConfig
    from speculators.proposals.greedy import GreedyTokenProposalConfig

    inner = llama(1)
    return Eagle3SpeculatorConfig(
        transformer_layer_config=inner,
        draft_vocab_size=DRAFTED,
        norm_before_residual=True,
        speculators_config=SpeculatorsConfig(
            algorithm="eagle3",
            proposal_methods=[GreedyTokenProposalConfig(speculative_tokens=3)],
            default_proposal_method="greedy",
            verifier=VerifierConfig.from_config(
                hf.AutoConfig.from_pretrained(verifier), name_or_path=str(verifier)
            ),
        ),
    )


def model(config: Eagle3SpeculatorConfig) -> nn.Module:
    from speculators.models.eagle3 import Eagle3DraftModel

    chosen = torch.zeros(WORDS, dtype=torch.bool)
    chosen[torch.arange(DRAFTED) * 2] = True
    offsets = chosen.nonzero().squeeze(1) - torch.arange(DRAFTED)
    config.transformer_layer_config._attn_implementation = "simple_flex_attention"
    made: nn.Module = Eagle3DraftModel(config, chosen, offsets)
    return made


def fill(made: nn.Module) -> None:
    """The same weights whatever torch draws first."""
    dice = torch.Generator().manual_seed(3)
    for name, weight in sorted(made.named_parameters()):
        if "verifier" not in name and "embed" not in name:
            drawn = torch.randn(weight.shape, generator=dice) * 0.05
            weight.data = drawn + 1 if "norm" in name else drawn


def loss(made: nn.Module) -> float:
    dice = torch.Generator().manual_seed(2)

    def states(size: int) -> Tensor:
        return torch.randn(1, TOKENS, size, generator=dice)

    with torch.no_grad():
        _, value, _ = made(
            states(3 * HIDDEN),
            torch.randint(WORDS, (1, TOKENS), generator=dice),
            lengths=torch.tensor([100, 90]),
            loss_mask=torch.ones(1, TOKENS),
            verifier_last_hidden_states=states(HIDDEN),
        )
    return float(value)


def again(folder: Path) -> float:
    """Built from what a run has saved, as the trainer does."""
    from safetensors.torch import load_file  # type: ignore[import-not-found]
    from speculators import SpeculatorModelConfig

    made = model(SpeculatorModelConfig.from_pretrained(folder / "draft"))
    weights = load_file(folder / "draft" / "model.safetensors")
    missing, unexpected = made.load_state_dict(weights, strict=False)
    assert not unexpected
    assert missing == ["verifier_lm_head.weight"]
    return loss(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("result", type=Path)
    parser.add_argument("--read", type=Path)
    given = parser.parse_args()
    names = modules()
    torch.manual_seed(0)
    hf.LlamaForCausalLM(llama(4)).save_pretrained(given.folder / "verifier")
    made: Any = model(configuration(given.folder / "verifier"))
    fill(made)
    made.save_pretrained(given.folder / "draft")
    found = {
        "transformers": hf.__version__,
        "modules": names,
        "loss": loss(made),
        "again": again(given.folder),
        "read": again(given.read) if given.read else None,
    }
    given.result.write_text(json.dumps(found))


if __name__ == "__main__":
    main()
