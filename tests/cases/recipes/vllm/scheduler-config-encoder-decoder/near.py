# provider: vllm==0.17.1 baseline: vllm==0.11.0
# provider: vllm==0.11.2 baseline: vllm==0.11.0
"""Limits that say what the model is, or need not."""

from dataclasses import dataclass

from vllm.config import SchedulerConfig


def given(model_config):
    # The keyword is passed already.
    return SchedulerConfig(
        max_num_seqs=8,
        max_model_len=512,
        max_num_batched_tokens=512,
        is_encoder_decoder=model_config.is_encoder_decoder,
    )


def perhaps(**options):
    # It may be in what the star argument holds.
    return SchedulerConfig(**options)


@dataclass
class Limits:
    """Of our own: nothing of it is the provider's."""

    max_num_seqs: int
    is_encoder_decoder: bool


def ours():
    # Another class, and a fault of our own that no release of the provider has to do with.
    return Limits(8, False)
