# provider: vllm==0.17.1 baseline: vllm==0.11.2
"""Watchers that take whatever comes, and functions that are nobody's forward pass."""

import types
from itertools import islice

from vllm.model_executor.models.interfaces import supports_eagle3


def _watched(
    self, input_ids, positions, intermediate_tensors=None, inputs_embeds=None, **more
):
    # Mended by hand: what a wrapper hands over is taken.
    states = self.embed_input_ids(input_ids) if inputs_embeds is None else inputs_embeds
    rest = None
    for number, layer in enumerate(
        islice(self.layers, self.start_layer, self.end_layer)
    ):
        states, rest = layer(hidden_states=states, positions=positions, residual=rest)
        for name, features in (more.get("deepstack_input_embeds") or {}).items():
            states = states + features if name.endswith(f"_{number}") else states
    states, _ = self.norm(states, rest)
    return states


def _normed(self, states, residual=None):
    # It replaces the pass of a norm, which no wrapper calls.
    return states


def watch(wrapper):
    if supports_eagle3(wrapper):
        wrapper.model.forward = types.MethodType(_watched, wrapper.model)
        wrapper.model.norm.forward = types.MethodType(_normed, wrapper.model.norm)
