# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Embeddings asked for in ways that hold."""

import types

from transformers import AutoModelForCausalLM
from vllm.model_executor.models.interfaces import supports_eagle3


def _recording(
    self, input_ids, positions, intermediate_tensors=None, inputs_embeds=None
):
    # Mended by hand, for both names.
    if hasattr(self, "embed_input_ids"):
        hidden = self.embed_input_ids(input_ids)
    else:
        hidden = self.get_input_embeddings(input_ids)
    residual = None
    for layer in self.layers[self.start_layer : self.end_layer]:
        hidden, residual = layer(positions, hidden, residual)
    hidden, _ = self.norm(hidden, residual)
    return hidden


def record(wrapper):
    if supports_eagle3(wrapper):
        wrapper.model.forward = types.MethodType(_recording, wrapper.model)


def table(name):
    # A model of transformers has the method still, and always will.
    return AutoModelForCausalLM.from_pretrained(name).get_input_embeddings()
