import os

os.environ["VLLM_USE_V1"] = "1"


def serve(model):
    from vllm import LLM

    return LLM(model=model, seed=0, gpu_memory_utilization=0.9)
