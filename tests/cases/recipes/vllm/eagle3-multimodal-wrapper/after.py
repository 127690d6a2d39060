# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Find the layers of whatever was loaded."""

from vllm.model_executor.models.interfaces import supports_eagle3


def layers_of(loaded):
    if not supports_eagle3(loaded):
        raise TypeError(f"{type(loaded).__name__} hides its layers")
    inner = (
        loaded.get_language_model() if hasattr(loaded, "get_language_model") else loaded
    ).model  # the part without a head
    return inner.layers
