# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Prompts as requests of one token."""

from vllm import SamplingParams
from vllm.v1.request import Request


def requests(prompts, tokenizer):
    for number, ids in enumerate(prompts):
        yield Request(
            request_id=f"prompt-{number}",
            prompt_token_ids=ids,
            sampling_params=SamplingParams(max_tokens=1),
            pooling_params=None,
        )
