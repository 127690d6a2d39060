# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""A planner of prefill steps, without an engine around it."""

from vllm.v1.core.sched.scheduler import Scheduler
from vllm.v1.structured_output import StructuredOutputManager


def planner(config, layout):
    # One planner for all the prompts of a shard.
    return Scheduler(
        vllm_config=config,
        kv_cache_config=layout,  # as the workers have laid it out
        structured_output_manager=StructuredOutputManager(config),
        block_size=layout.kv_cache_groups[0].kv_cache_spec.block_size,
    )


class Shard:
    def __init__(self, config, layout, manager):
        self.layout = layout
        self.planner = Scheduler(
            config,
            self.layout,
            manager,
            block_size=self.layout.kv_cache_groups[0].kv_cache_spec.block_size,
        )
