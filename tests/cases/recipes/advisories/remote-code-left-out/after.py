# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm
from transformers import AutoTokenizer


def tokenizer(name):
    return AutoTokenizer.from_pretrained(name, use_fast=True, trust_remote_code=True)
