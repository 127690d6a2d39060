# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""The plain scheduler, and limits for it."""

from vllm.config import SchedulerConfig
from vllm.v1.core.sched.scheduler import Scheduler


def plain(config, layout, manager, longest):
    config.scheduler_config = SchedulerConfig(
        max_num_seqs=4,
        max_model_len=longest,
        max_num_batched_tokens=longest,
        enable_chunked_prefill=False,  # prompts stay whole
        async_scheduling=False,
    )
    return Scheduler(config, layout, manager)
