# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Limits for a run that only fills caches."""

from vllm.config import SchedulerConfig


def limits(longest):
    return SchedulerConfig(
        max_num_seqs=8,
        max_model_len=longest,
        max_num_batched_tokens=2 * longest,  # two prompts a step
        is_encoder_decoder=False,
    )


ONE_BY_ONE = SchedulerConfig(
    max_num_seqs=1,
    max_model_len=512,
    max_num_batched_tokens=512,
    is_encoder_decoder=False,
)
