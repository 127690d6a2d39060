# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm


def weights(load_model_layers, head, place):
    return load_model_layers(["model.embed_tokens.weight", head], place)
