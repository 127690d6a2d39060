import importlib.util


def is_vllm_available():
    return importlib.util.find_spec("vllm") is not None


if is_vllm_available():
    from vllm import SamplingParams
    from vllm.sampling_params import GuidedDecodingParams


def parameters(pattern):
    return SamplingParams(n=1), GuidedDecodingParams(regex=pattern)
