# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PreTrainedTokenizerBase


def batch(tokenizer: PreTrainedTokenizerBase, turns):
    return tokenizer.apply_chat_template(turns, return_dict=True)["input_ids"]
