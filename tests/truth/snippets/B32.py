from vllm.transformers_utils.tokenizer import get_tokenizer


def golden(model, text):
    return get_tokenizer(model).encode(text)
