from vllm.model_executor.layers.attention import Attention


def is_attention(layer):
    return isinstance(layer, Attention)
