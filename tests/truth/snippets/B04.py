from vllm.v1.request import Request
from vllm.sampling_params import SamplingParams
def one(ids, eos):
    return Request(request_id="r0", prompt_token_ids=ids, sampling_params=SamplingParams(max_tokens=1),
                   pooling_params=None, eos_token_id=eos)
