# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import AutoModelForImageTextToText


def load(name):
    return AutoModelForImageTextToText.from_pretrained(name)
