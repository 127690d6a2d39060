"""Captures hidden states from models whose classes it never names."""

import types

from prov.worker import Engine


def careful_forward(self, input_ids, positions):
    hidden = (self.embed_input_ids if hasattr(self, "embed_input_ids") else self.get_input_embeddings)(input_ids)  # expect-ok: attribute-vanished because it was asked which of the two is there
    if not hasattr(self, "embed_input_ids"):
        hidden = self.get_input_embeddings(input_ids)  # expect-ok: attribute-vanished because only old models come here
    for layer in self.layers[self.start_layer : self.end_layer]:
        hidden = layer(positions, hidden)
    return self.norm(hidden)


def forgetful_forward(self, input_ids, positions):
    if not hasattr(self, "_own_cache"):
        self._own_cache = self.get_input_embeddings(input_ids)  # expect: attribute-vanished because what it lacks is no member of a model
    hidden = self._own_cache
    for layer in self.layers[self.start_layer : self.end_layer]:
        hidden = layer(positions, hidden)
    return self.norm(hidden)


def patched_forward(self, input_ids, positions):
    hidden = self.get_input_embeddings(input_ids)  # expect: attribute-vanished [embed_input_ids] because every model class lost it
    kept = []
    for layer in self.layers[self.start_layer : self.end_layer]:  # expect-ok: attribute-vanished because the models still have these
        hidden = layer(positions, hidden)
        kept.append(hidden)
    return self.norm(hidden), kept


def install(model):
    model.forward = types.MethodType(patched_forward, model)
    model.forward = types.MethodType(careful_forward, model)
    model.forward = types.MethodType(forgetful_forward, model)


def convert(hf_config):
    size = hf_config.hidden_size  # expect-ok: attribute-vanished because it is still there
    pages = hf_config.max_pages  # expect-ok: attribute-vanished because one class of two still has it
    return size, pages, hf_config.rope_theta  # expect: attribute-vanished because no configuration sets it any more


class Capture:
    """Mixed into the worker by its dotted path."""

    def capture(self):
        self.captured = []  # expect-ok: attribute-vanished because it is our own
        self.captured.append(self.scratch_buffer())  # expect: attribute-vanished because no worker has it now
        return self.captured, self.rank


def start():
    return Engine("tiny", worker_extension_cls="consumer.Capture")


def careful(model, hf_config):
    base = getattr(hf_config, "rope_theta", None)  # expect-ok: attribute-vanished because there is a default
    if hasattr(model, "get_input_embeddings"):
        return model.get_input_embeddings([0]), base  # expect-ok: attribute-vanished because it was asked for first
    try:
        return model.get_input_embeddings([0]), base  # expect-ok: attribute-vanished because its absence is handled
    except AttributeError:
        return model.embed_input_ids([0]), base


def plain(entry, wrapper):
    wrapper.rope_theta = 1.0
    changed = entry.copy()  # expect-ok: attribute-vanished because every dict has such a method
    return changed, wrapper.rope_theta  # expect-ok: attribute-vanished because it was assigned here


class Table:
    def __init__(self):
        self.rope_theta = 2.0

    def scratch_buffer(self):
        return self.rope_theta  # expect-ok: attribute-vanished because this class sets it itself
