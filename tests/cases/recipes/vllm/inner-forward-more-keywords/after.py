# provider: vllm==0.20.2 baseline: vllm==0.11.2
"""Count the tokens that an inner model is run on."""

import types
from itertools import islice

from vllm.model_executor.models.interfaces import supports_eagle3


def _counted(
    self, input_ids, positions, intermediate_tensors=None, inputs_embeds=None, **_kwargs
):
    self.tally += len(positions)  # padding and all
    states = self.embed_input_ids(input_ids) if inputs_embeds is None else inputs_embeds
    rest = None
    for layer in islice(self.layers, self.start_layer, self.end_layer):
        states, rest = layer(hidden_states=states, positions=positions, residual=rest)
    states, _ = self.norm(states, rest)
    return states


def count(wrapper):
    if not supports_eagle3(wrapper):
        raise TypeError("layers are not told apart")
    wrapper.model.tally = 0
    wrapper.model.forward = types.MethodType(_counted, wrapper.model)
