# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PreTrainedTokenizerBase


def tokens(tokenizer: PreTrainedTokenizerBase, turns):
    return tokenizer.apply_chat_template(
        turns, add_generation_prompt=True, return_dict=False
    )[:10]
