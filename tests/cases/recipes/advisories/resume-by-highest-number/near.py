# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm


def longest(prompts):
    most = 0
    for prompt in prompts:
        most = max(most, len(prompt))
    return most
