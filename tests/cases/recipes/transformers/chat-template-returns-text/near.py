# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PreTrainedTokenizerBase


def text(tokenizer: PreTrainedTokenizerBase, turns):
    return tokenizer.apply_chat_template(turns, tokenize=False, return_dict=False)
