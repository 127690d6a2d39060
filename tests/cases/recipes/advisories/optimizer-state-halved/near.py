# provider: vllm==0.17.1 baseline: vllm==0.11.0
import torch
import vllm


def save(model, optimizer, convert_float_dtype):
    model_state_dict = convert_float_dtype(model.state_dict(), torch.bfloat16)
    optimizer_state_dict = optimizer.state_dict()
    return model_state_dict, optimizer_state_dict
