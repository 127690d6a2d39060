# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Layers, one by one."""

from vllm.model_executor.models.interfaces import supports_eagle3


def through(wrapper, states, positions):
    if not supports_eagle3(wrapper):
        raise TypeError("layers are not told apart")
    rest = None
    for layer in wrapper.model.layers:
        states, rest = layer(hidden_states=states, positions=positions, residual=rest)
    return states + rest
