# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import StaticCache as HybridCache


def cache(config):
    return HybridCache(config, max_cache_len=512)
