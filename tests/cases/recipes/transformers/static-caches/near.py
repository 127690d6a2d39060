# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import StaticCache


def cache(config):
    return StaticCache(config, max_cache_len=512)
