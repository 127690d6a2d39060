from vllm.platforms.interface import Platform


class MetalPlatform(Platform):
    @classmethod
    def get_attn_backend_cls(cls, selected_backend, attn_selector_config):
        return "metal.attention.Backend"
