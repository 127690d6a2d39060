from vllm.model_executor.layers.fused_moe.layer import FusedMoE


def experts(model):
    return [m for m in model.modules() if isinstance(m, FusedMoE)]
