# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm


def weights(load_model_layers, place):
    return load_model_layers(["embed_tokens.weight", "lm_head.weight"], place)
