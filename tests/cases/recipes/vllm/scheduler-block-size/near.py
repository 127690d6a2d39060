# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Schedulers that need no block size, or have one."""

from torch.optim.lr_scheduler import (
    LRScheduler as Scheduler,
)  # another class, whose name is the same here
from vllm.v1.core.sched.scheduler import Scheduler as StepScheduler


def given(config, layout, manager):
    # The keyword is passed already, by a hand that knew better.
    return StepScheduler(
        vllm_config=config,
        kv_cache_config=layout,
        structured_output_manager=manager,
        block_size=config.cache_config.block_size,
    )


def perhaps(config, **options):
    # What the star argument holds is not known: the block size may be in it.
    return StepScheduler(vllm_config=config, **options)


def rates(optimizer):
    return Scheduler(optimizer)
