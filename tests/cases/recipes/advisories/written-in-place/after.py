# provider: vllm==0.17.1 baseline: vllm==0.11.0
import os

import torch
import vllm


def keep(states, path):
    torch.save(states, str(path / "states.pt") + ".part")
    os.replace(str(path / "states.pt") + ".part", path / "states.pt")
