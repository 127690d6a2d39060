# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm


def architectures(config):
    return config.get("architectures", ["LlamaForCausalLM"])
