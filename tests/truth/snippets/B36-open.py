from vllm.platforms.interface import Platform


class TpuPlatform(Platform):
    @classmethod
    def get_attn_backend_cls(cls, selected_backend, attn_selector_config, **kwargs):
        return "tpu.attention.Backend"
