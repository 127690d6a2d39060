from vllm import SamplingParams


def parameters(guided):
    return SamplingParams(n=1, guided_decoding=guided)
