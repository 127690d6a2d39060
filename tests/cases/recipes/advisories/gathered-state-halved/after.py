# provider: vllm==0.17.1 baseline: vllm==0.11.0
import torch
import vllm


def save(gather, optimizer, convert_float_dtype):
    optimizer_state_dict = gather(optimizer)
    # all ranks have it
    return optimizer_state_dict
