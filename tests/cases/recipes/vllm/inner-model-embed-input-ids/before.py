# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Keep what goes into the first layer."""

import types

from vllm.model_executor.models.interfaces import supports_eagle3


def _recording(
    self, input_ids, positions, intermediate_tensors=None, inputs_embeds=None
):
    # Embeddings that are handed in are taken as they are.
    hidden = (
        self.get_input_embeddings(input_ids) if inputs_embeds is None else inputs_embeds
    )
    residual = None
    self.recorder.keep(hidden)
    for layer in self.layers[self.start_layer : self.end_layer]:
        hidden, residual = layer(positions, hidden, residual)
    hidden, _ = self.norm(hidden, residual)
    return hidden


def record(wrapper, recorder):
    if not supports_eagle3(wrapper):
        raise TypeError("layers are not told apart")
    wrapper.model.recorder = recorder
    wrapper.model.forward = types.MethodType(_recording, wrapper.model)
