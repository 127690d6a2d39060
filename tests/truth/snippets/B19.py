from vllm.attention import Attention


def is_attention(layer):
    return isinstance(layer, Attention)
