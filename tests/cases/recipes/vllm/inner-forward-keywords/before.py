# provider: vllm==0.17.1 baseline: vllm==0.11.2
"""Watch the layers of an inner model while it runs."""

import types
from itertools import islice

from vllm.model_executor.models.interfaces import supports_eagle3


def _watched(self, input_ids, positions, intermediate_tensors=None, inputs_embeds=None):
    states = self.embed_input_ids(input_ids) if inputs_embeds is None else inputs_embeds
    rest = None
    for number, layer in enumerate(
        islice(self.layers, self.start_layer, self.end_layer)
    ):
        states, rest = layer(hidden_states=states, positions=positions, residual=rest)
        # After each layer, not before it.
        self.watch(number, states)
    states, _ = self.norm(states, rest)
    return states


def watch(wrapper, function):
    if not supports_eagle3(wrapper):
        raise TypeError("layers are not told apart")
    wrapper.model.watch = function
    wrapper.model.forward = types.MethodType(_watched, wrapper.model)
