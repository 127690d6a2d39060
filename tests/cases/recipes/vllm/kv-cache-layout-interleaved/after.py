# provider: vllm==0.33.0 baseline: vllm==0.11.0
"""Lay out a cache without an engine, where planning is a module of its own."""

from vllm.v1.attention.backends.utils import resolve_kv_cache_layout
from vllm.v1.core.kv_cache_utils import get_kv_cache_config_from_groups
from vllm.v1.executor.multiproc_executor import MultiprocExecutor


class Cache:
    def __init__(self, config):
        self.config = config
        self.workers = MultiprocExecutor(vllm_config=config)

    def laid_out(self, group, free):
        specs = self.workers.collective_rpc("get_kv_cache_spec")
        kv_cache_layout = resolve_kv_cache_layout(
            self.config,
            self.workers.get_supported_kv_cache_layouts(),
            [spec for of_worker in specs for spec in of_worker.values()],
        )
        self.workers.set_kv_cache_layout(
            kv_cache_layout.name,
            self.config.parallel_config.cp_kv_cache_interleave_size,
        )
        groups = group(specs[0])  # all workers have the same layers
        return get_kv_cache_config_from_groups(
            vllm_config=self.config, kv_cache_groups=groups, available_memory=free
        )
