# provider: vllm==0.32.0+cpu baseline: vllm==0.11.0
# provider: vllm==0.17.1+cpu baseline: vllm==0.11.0
"""Block sizes that the backend takes, or chooses."""

from vllm.config import CacheConfig
from vllm.v1.executor.multiproc_executor import MultiprocExecutor


def chosen(config):
    # The platform chooses.
    config.cache_config = CacheConfig(gpu_memory_utilization=0.4)
    return MultiprocExecutor(vllm_config=config)


def fitting():
    # A multiple of 32 is what the backend wants.
    return CacheConfig(block_size=64, gpu_memory_utilization=0.4)


def perhaps(**how):
    # Whether there is one is not known.
    return CacheConfig(**how)
