# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm
from transformers import AutoTokenizer


def tokenizer(name, *, trusted):
    return AutoTokenizer.from_pretrained(name, trust_remote_code=trusted)
