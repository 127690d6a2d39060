from vllm.platforms.interface import Platform


class TpuPlatform(Platform):
    @classmethod
    def get_attn_backend_cls(
        cls,
        selected_backend,
        head_size,
        dtype,
        kv_cache_dtype,
        block_size,
        use_v1,
        use_mla,
        has_sink,
        use_sparse,
    ):
        return "tpu.attention.PallasBackend"
