from vllm.utils.torch_utils import get_kv_cache_torch_dtype


def dtype_of(cache_dtype, model_dtype):
    return get_kv_cache_torch_dtype(cache_dtype, model_dtype)
