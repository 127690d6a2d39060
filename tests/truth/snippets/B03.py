from vllm.v1.core import kv_cache_utils as kcu
def plan(cfg, groups, specs, mem):
    return kcu.get_kv_cache_config_from_groups(vllm_config=cfg, kv_cache_groups=groups, kv_cache_specs=specs, available_memory=mem)
