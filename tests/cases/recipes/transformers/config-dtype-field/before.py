# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PretrainedConfig


class BaseConfig(PretrainedConfig):
    """Stands between."""


class DraftConfig(BaseConfig):
    torch_dtype: str = "bfloat16"  # of the weights
    depth: int = 1
