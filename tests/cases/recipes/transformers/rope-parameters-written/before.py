# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PretrainedConfig


def written(layer: PretrainedConfig):
    return layer.to_diff_dict()
