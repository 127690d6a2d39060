# provider: vllm==0.17.1 baseline: vllm==0.11.0
import torch
import vllm


def keep(states, path):
    torch.save(states, path / "states.pt")
