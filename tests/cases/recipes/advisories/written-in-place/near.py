# provider: vllm==0.17.1 baseline: vllm==0.11.0
import io
import os

import torch
import vllm


def pack(states):
    whole = io.BytesIO()
    torch.save(states, whole)
    return whole


def keep(states, path):
    torch.save(states, f"{path}.part")
    os.replace(f"{path}.part", path)
