# provider: vllm==0.17.1 baseline: vllm==0.11.0
import torch
import vllm


def load(path):
    return torch.load(path, map_location="cuda:0", weights_only=True)
