# provider: vllm==0.17.1 baseline: vllm==0.11.0
# provider: vllm==0.32.0 baseline: vllm==0.11.0
"""Tests that let Kimi-K2.5 in, or are not the provider's. From 0.18 it passes by itself."""

from vllm.model_executor.models.interfaces import supports_eagle3


def admitted(loaded):
    # Mended by hand.
    return (
        supports_eagle3(loaded)
        or type(loaded).__name__ == "KimiK25ForConditionalGeneration"
    )


class Zoo:
    def supports_eagle3(self, name):
        return name in ("llama", "qwen")


def ours(name):
    # A method of our own.
    return Zoo().supports_eagle3(name)
