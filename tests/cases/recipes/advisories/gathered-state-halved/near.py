# provider: vllm==0.17.1 baseline: vllm==0.11.0
import torch
import vllm


def save(gather, model, convert_float_dtype):
    model_state_dict = gather(model)
    model_state_dict = convert_float_dtype(model_state_dict, torch.bfloat16)
    return model_state_dict
