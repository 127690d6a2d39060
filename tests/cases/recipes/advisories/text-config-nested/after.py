# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm
from transformers import AutoConfig


def size(name):
    verifier_model_config = AutoConfig.from_pretrained(
        name, trust_remote_code=True
    ).get_text_config()
    return verifier_model_config.hidden_size
