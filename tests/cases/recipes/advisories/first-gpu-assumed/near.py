# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Loads to the device of the model, such as cuda:0."""

import torch
import vllm


def load(path, model):
    return torch.load(path, map_location=model.device, weights_only=True)
