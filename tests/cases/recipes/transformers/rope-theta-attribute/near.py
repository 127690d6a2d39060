# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import AutoConfig


class Rotary:
    def __init__(self, name):
        config = AutoConfig.from_pretrained(name)
        self.rope_theta = config.rope_parameters["rope_theta"]

    def base(self):
        return self.rope_theta


def set_base(config, value):
    config.rope_theta = value
