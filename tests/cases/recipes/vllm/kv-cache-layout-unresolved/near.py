# provider: vllm==0.32.0 baseline: vllm==0.11.0
# provider: vllm==0.17.1 baseline: vllm==0.11.0
# provider: vllm==0.33.0 baseline: vllm==0.11.0
"""Caches whose layout is known, or is no matter of this file."""

from vllm.v1.core.kv_cache_utils import get_kv_cache_config_from_groups
from vllm.v1.executor.multiproc_executor import MultiprocExecutor

from .places import resolve_kv_cache_layout


def laid_out(config, groups, free):
    # Mended by hand: it was resolved before. From 0.33 another recipe is for it.
    workers = MultiprocExecutor(vllm_config=config)
    names = workers.collective_rpc("get_supported_kv_cache_layouts")
    workers.collective_rpc(
        "set_kv_cache_layout", args=(resolve_kv_cache_layout(config, names).name,)
    )
    return get_kv_cache_config_from_groups(config, groups, available_memory=free)


def perhaps(**how):
    # What it is called with is not known.
    return get_kv_cache_config_from_groups(**how)
