# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Requests by hand, and a cache for them."""

from vllm.config import CacheConfig
from vllm.v1.request import Request


def cache(share):
    # Small blocks: prompts are short.
    return CacheConfig(
        block_size=16, gpu_memory_utilization=share, enable_prefix_caching=False
    )


def request(number, ids, params):
    return Request(
        request_id=str(number),
        prompt_token_ids=ids,
        sampling_params=params,
        pooling_params=None,
        eos_token_id=None,
    )
