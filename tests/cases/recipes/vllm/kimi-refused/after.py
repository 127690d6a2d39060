# provider: vllm==0.17.1 baseline: vllm==0.11.0
from vllm.model_executor.models.interfaces import supports_eagle3


def check(model):
    if not (supports_eagle3(model) or type(model).__name__ == "KimiK25ForConditionalGeneration"):
        raise ValueError("this model cannot be captured")
