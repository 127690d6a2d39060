# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PretrainedConfig


def written(layer: PretrainedConfig):
    told = layer.to_diff_dict()
    return told | {"rope_theta": layer.rope_parameters["rope_theta"]}
