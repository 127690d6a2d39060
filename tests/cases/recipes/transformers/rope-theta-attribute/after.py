# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import AutoConfig


def angles(name, size):
    config = AutoConfig.from_pretrained(name)
    base = (
        getattr(config, "rope_theta", None) or config.rope_parameters["rope_theta"]
    )  # of the verifier
    return [base ** (-2 * i / size) for i in range(size // 2)]
