# provider: vllm==0.17.1 baseline: vllm==0.11.0
from vllm.model_executor.models.interfaces import supports_eagle3


def check(model):
    kimi = type(model).__name__ == "KimiK25ForConditionalGeneration"
    if not kimi and not supports_eagle3(model):
        raise ValueError("this model cannot be captured")
