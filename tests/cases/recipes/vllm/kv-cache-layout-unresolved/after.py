# provider: vllm==0.32.0 baseline: vllm==0.11.0
"""Lay out a cache without an engine."""

from vllm.v1.attention.backends.utils import resolve_kv_cache_layout
from vllm.v1.core.kv_cache_utils import (
    get_kv_cache_config_from_groups,
    get_kv_cache_groups,
)
from vllm.v1.executor.multiproc_executor import MultiprocExecutor


def laid_out(config, free):
    workers = MultiprocExecutor(vllm_config=config)
    specs = workers.collective_rpc("get_kv_cache_spec")
    kv_cache_layout = resolve_kv_cache_layout(
        config,
        workers.get_supported_kv_cache_layouts(),
        [spec for of_worker in specs for spec in of_worker.values()],
    )
    workers.set_kv_cache_layout(kv_cache_layout.name)
    # All workers have the same layers.
    groups = get_kv_cache_groups(config, specs[0])
    return get_kv_cache_config_from_groups(
        vllm_config=config, kv_cache_groups=groups, available_memory=free
    )
