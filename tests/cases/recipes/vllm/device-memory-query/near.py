# provider: vllm==0.32.0+cpu baseline: vllm==0.11.0
# provider: vllm==0.32.0 baseline: vllm==0.11.0
"""Memory that is asked for where it is."""

import torch
from vllm.platforms import current_platform


def room():
    # Mended by hand: CUDA is asked only where it is there.
    return (
        torch.cuda.mem_get_info()[0]
        if torch.cuda.is_available()
        else current_platform.get_device_total_memory()
    )


class Card:
    def mem_get_info(self):
        return 1, 2


def ours():
    # Another thing with a method of that name.
    return Card().mem_get_info()
