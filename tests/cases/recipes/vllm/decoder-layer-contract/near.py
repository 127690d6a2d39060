# provider: vllm==0.17.1 baseline: vllm==0.11.0
# provider: vllm==0.12.0 baseline: vllm==0.11.0
"""Layers that are asked otherwise. Before 0.16 all layers were alike."""

from vllm.model_executor.models.interfaces import supports_eagle3


def chosen(wrapper, layers):
    # The model's own way: it knows what its layers give.
    if supports_eagle3(wrapper):
        wrapper.set_aux_hidden_state_layers(layers)


def through(blocks, states, mask):
    # Blocks of another make, which take a mask.
    rest = None
    for block in blocks:
        states, rest = block(hidden_states=states, attention_mask=mask, residual=rest)
    return states
