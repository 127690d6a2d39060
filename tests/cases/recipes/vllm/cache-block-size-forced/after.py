# provider: vllm==0.32.0+cpu baseline: vllm==0.11.0
"""A cache on a machine without a GPU."""

from vllm.config import CacheConfig
from vllm.v1.executor.multiproc_executor import MultiprocExecutor

BLOCK = 16  # as on the GPU


def workers(config):
    config.cache_config = CacheConfig(
        gpu_memory_utilization=0.4,  # of the memory, in fact
    )
    return MultiprocExecutor(vllm_config=config)
