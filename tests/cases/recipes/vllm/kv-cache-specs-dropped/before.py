# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""How much of a cache fits beside a model."""

from vllm.v1.core.kv_cache_utils import get_kv_cache_config_from_groups


def layout_of(config, groups, specs, free):
    # The specs are those of the first worker.
    return get_kv_cache_config_from_groups(
        vllm_config=config,
        kv_cache_groups=groups,
        kv_cache_specs=specs[0],
        available_memory=free,
    )


def small(config, groups, specs):
    return get_kv_cache_config_from_groups(
        config, groups, kv_cache_specs=specs, available_memory=1 << 30
    )
