# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Requests without the end of a text, and other classes' requests with it."""

import vllm
from packaging.version import Version
from vllm import SamplingParams
from vllm.v1.request import Request


def plain(ids):
    # Mended by hand: the keyword is gone.
    return Request(
        request_id="0",
        prompt_token_ids=ids,
        sampling_params=SamplingParams(max_tokens=1),
        pooling_params=None,
    )


def either(ids, end):
    # Below the release that dropped it, the keyword is right, and required.
    if Version(vllm.__version__) < Version("0.17"):
        return Request(
            request_id="0",
            prompt_token_ids=ids,
            sampling_params=SamplingParams(max_tokens=1),
            pooling_params=None,
            eos_token_id=end,
        )
    return plain(ids)


def asked(client, end):
    # Another thing of the same name.
    return client.Request(request_id="0", eos_token_id=end)
