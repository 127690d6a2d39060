# provider: vllm==0.17.1 baseline: vllm==0.11.0
# provider: vllm==0.12.0 baseline: vllm==0.11.0
"""Schedulers that fit their workers."""

from vllm.config import SchedulerConfig
from vllm.v1.core.sched.async_scheduler import AsyncScheduler


def ahead(config, layout, manager, longest):
    # The scheduler is the asynchronous one, as the workers are.
    config.scheduler_config = SchedulerConfig(
        max_num_seqs=4, max_model_len=longest, max_num_batched_tokens=longest
    )
    return AsyncScheduler(config, layout, manager, block_size=16)


def told(longest):
    # The keyword is passed already.
    return SchedulerConfig(
        max_num_seqs=4,
        max_model_len=longest,
        max_num_batched_tokens=longest,
        async_scheduling=False,
    )
