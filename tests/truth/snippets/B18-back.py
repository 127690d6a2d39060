from vllm.attention.layer import Attention


def is_attention(layer):
    return isinstance(layer, Attention)
