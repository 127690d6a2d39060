"""Replaces functions of prov, and must take what they are called with."""

from types import MethodType
from unittest import mock

from prov import model as core
from prov.model import LlamaModel


def fast_gather(values):
    return len(values)


def any_gather(*args, **kwargs):
    return 0


def logits(self, hidden, metadata):
    return hidden


def loose_logits(self, hidden, metadata=None):
    return hidden


def forward(self, ids, positions):
    return positions


def short(values):
    return values[:1]


def embed(self, ids):
    return [0 for _ in ids]


def install(model: LlamaModel):
    core.gather = fast_gather  # expect: patch-narrower [dim] because it is called with two arguments now
    LlamaModel.compute_logits = logits  # expect: patch-narrower [metadata] because nobody passes it any more
    model.forward = MethodType(forward, model)  # expect: patch-narrower [residual] because the provider passes a third one now


def find(model):
    model.compute_logits = MethodType(logits, model)  # expect: patch-narrower [metadata] because that is so on every model


def widely(model: LlamaModel):
    core.gather = any_gather  # expect-ok: patch-narrower because it takes anything
    core.pad = short  # expect-ok: patch-narrower because nothing changed
    core.trim = short  # expect-ok: patch-narrower because nobody passes the new optional one
    LlamaModel.compute_logits = loose_logits  # expect-ok: patch-narrower because it can do without
    model.embed = MethodType(embed, model)  # expect-ok: patch-narrower because nothing changed


def test_gather():
    with mock.patch("prov.model.gather", fast_gather):  # expect: patch-narrower [dim] because it is called with two arguments now
        pass
    with mock.patch("prov.model.gather", return_value=1):  # expect-ok: patch-narrower because a mock takes anything
        pass
