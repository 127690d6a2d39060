# provider: vllm==0.17.1 baseline: vllm==0.11.0
import torch
import vllm

import os


def keep(states, path):
    torch.save(states, str(path / "states.pt") + ".part")
    os.replace(str(path / "states.pt") + ".part", path / "states.pt")
