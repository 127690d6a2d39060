# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import AutoModelForImageTextToText as AutoModelForVision2Seq


def load(name):
    return AutoModelForVision2Seq.from_pretrained(name)
