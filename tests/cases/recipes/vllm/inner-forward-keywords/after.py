# provider: vllm==0.17.1 baseline: vllm==0.11.2
"""Watch the layers of an inner model while it runs."""

import types
from itertools import islice

from vllm.model_executor.models.interfaces import supports_eagle3


def _watched(
    self,
    input_ids,
    positions,
    intermediate_tensors=None,
    inputs_embeds=None,
    deepstack_input_embeds=None,
    **_kwargs,
):
    states = self.embed_input_ids(input_ids) if inputs_embeds is None else inputs_embeds
    rest = None
    for number, layer in enumerate(
        islice(self.layers, self.start_layer, self.end_layer)
    ):
        states, rest = layer(hidden_states=states, positions=positions, residual=rest)
        depth = self.start_layer + number
        if deepstack_input_embeds is not None and depth < len(deepstack_input_embeds):
            states = states + deepstack_input_embeds[f"deepstack_input_embeds_{depth}"]
        # After each layer, not before it.
        self.watch(number, states)
    states, _ = self.norm(states, rest)
    return states


def watch(wrapper, function):
    if not supports_eagle3(wrapper):
        raise TypeError("layers are not told apart")
    wrapper.model.watch = function
    wrapper.model.forward = types.MethodType(_watched, wrapper.model)
