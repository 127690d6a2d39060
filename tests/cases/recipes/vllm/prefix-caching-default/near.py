# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Caches for requests whose blocks have hashes."""

from vllm.config import CacheConfig
from vllm.v1.request import Request


def cache(share):
    # Each request has its hashes: prefixes may be taken from the cache.
    return CacheConfig(block_size=16, gpu_memory_utilization=share)


def chosen(share):
    # The keyword is passed already.
    return CacheConfig(
        block_size=16, gpu_memory_utilization=share, enable_prefix_caching=True
    )


def request(number, ids, params, hasher):
    return Request(
        request_id=str(number),
        prompt_token_ids=ids,
        sampling_params=params,
        pooling_params=None,
        block_hasher=hasher,
    )
