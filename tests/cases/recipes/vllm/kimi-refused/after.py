# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Let models in whose layers can be run by themselves."""

from vllm.model_executor.models.interfaces import supports_eagle3


def admitted(loaded):
    if not (
        supports_eagle3(loaded)
        or type(loaded).__name__ == "KimiK25ForConditionalGeneration"
    ):  # by the interface alone
        raise TypeError(f"{type(loaded).__name__} hides its layers")
    return loaded
