# provider: vllm==0.32.0+cpu baseline: vllm==0.11.0
"""How much room there is for a cache."""

import torch
from vllm.config import CacheConfig
from vllm.platforms import current_platform


def room(share):
    # The first number is what is free.
    free, total = (
        torch.cuda.mem_get_info()
        if torch.cuda.is_available()
        else (current_platform.get_device_total_memory(),) * 2
    )
    return min(free, int(share * total))


def cache(share):
    return CacheConfig(gpu_memory_utilization=share)
