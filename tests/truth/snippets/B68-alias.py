from transformers import PretrainedConfig
from transformers.configuration_utils import PretrainedConfig as Base


class DraftConfig(PretrainedConfig):
    model_type = "draft"


def is_config(value):
    return isinstance(value, Base)
