# provider: vllm==0.32.0 baseline: vllm==0.11.0
"""Run the layers by themselves."""

from types import MethodType

from vllm.model_executor.models.interfaces import supports_eagle3


def _by_layers(self, input_ids, positions, **_more):
    states, rest = self.embed_input_ids(input_ids), None
    for layer in self.layers:
        states, rest = layer(positions=positions, hidden_states=states, residual=rest)
    return self.norm(states, rest)[0]


def take_over(wrapper):
    if not supports_eagle3(wrapper):
        raise TypeError("layers are not told apart")
    inner = wrapper.model
    # From here on, the layers are run one by one.
    if getattr(getattr(inner, "config", None), "llama_4_scaling", None) is not None:
        raise ValueError("layers that need llama_4_scaling cannot be run by themselves")
    inner.forward = MethodType(_by_layers, inner)
