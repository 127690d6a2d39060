# provider: transformers==5.19.0 baseline: transformers==4.57.3
"""A configuration that is validated."""

from pydantic import BaseModel
from transformers import PretrainedConfig


class DraftConfig(BaseModel, PretrainedConfig):
    """What a draft model is made of."""

    depth: int = 1

    def __init__(self, **given):
        BaseModel.__init__(self, **given)
        PretrainedConfig.__init__(self, **given)  # both want theirs
