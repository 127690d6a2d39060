# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers.models.llama.modeling_llama import apply_rotary_pos_emb


def turn(queries, keys, cos, sin):
    return apply_rotary_pos_emb(queries, keys, cos, sin, unsqueeze_dim=2)


def turn_plainly(queries, keys, cos, sin):
    return apply_rotary_pos_emb(queries, keys, cos, sin)
