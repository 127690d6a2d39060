# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Layers taken where they are."""

from vllm.model_executor.models.interfaces import supports_eagle3


def layers_of(loaded):
    # Mended by hand: wrappers are opened before.
    if not supports_eagle3(loaded):
        raise TypeError(f"{type(loaded).__name__} hides its layers")
    if hasattr(loaded, "get_language_model"):
        text = loaded.get_language_model()
    else:
        text = loaded
    return text.model.layers


def trained(trainer):
    # No test was passed: nothing tells that it is a model of the provider's.
    return trainer.model
