# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Layouts without specs, or of our own making."""

from vllm.v1.core import kv_cache_utils


def layout_of(config, groups, free):
    # Mended by hand: the keyword is gone.
    return kv_cache_utils.get_kv_cache_config_from_groups(
        vllm_config=config, kv_cache_groups=groups, available_memory=free
    )


def perhaps(config, groups, **more):
    # What the star argument holds is not known.
    return kv_cache_utils.get_kv_cache_config_from_groups(config, groups, **more)


def get_kv_cache_config_from_groups(kv_cache_groups, kv_cache_specs):
    return dict(zip(kv_cache_groups, kv_cache_specs))


def ours(groups, specs):
    # Our own function of that name.
    return get_kv_cache_config_from_groups(kv_cache_groups=groups, kv_cache_specs=specs)
