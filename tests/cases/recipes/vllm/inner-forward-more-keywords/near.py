# provider: vllm==0.20.2 baseline: vllm==0.11.2
# provider: vllm==0.17.1 baseline: vllm==0.11.2
"""Counters that take whatever comes."""

import types
from itertools import islice

from vllm.model_executor.models.interfaces import supports_eagle3


def _counted(
    self, input_ids, positions, intermediate_tensors=None, inputs_embeds=None, **more
):
    # Mended by hand: what a wrapper hands over is taken.
    self.tally += len(positions)
    states = self.embed_input_ids(input_ids) if inputs_embeds is None else inputs_embeds
    rest = None
    for layer in islice(self.layers, self.start_layer, self.end_layer):
        states, rest = layer(
            hidden_states=states, positions=positions, residual=rest, **more
        )
    states, _ = self.norm(states, rest)
    return states


def _plain(self, inputs):
    # Put onto an object of our own, which no model of the provider's is like.
    return self.lines + inputs


def count(wrapper, own):
    own.forward = types.MethodType(_plain, own)
    if supports_eagle3(wrapper):
        wrapper.model.forward = types.MethodType(_counted, wrapper.model)
