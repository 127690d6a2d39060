# provider: vllm==0.14.1 baseline: vllm==0.11.0
from vllm.model_executor.models.interfaces import supports_eagle3


def capture(model, layers, hidden, residual):
    captured = []
    for layer in layers if supports_eagle3(model) else ():
        captured.append(hidden)
        hidden, residual = layer(hidden, residual)
    return captured
