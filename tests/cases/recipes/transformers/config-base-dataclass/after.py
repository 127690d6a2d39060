# provider: transformers==5.19.0 baseline: transformers==4.57.3
"""A configuration that is validated."""

import torch
from pydantic import BaseModel
from transformers import PretrainedConfig


class DraftConfig(BaseModel, PretrainedConfig):
    """What a draft model is made of."""

    depth: int = 1

    def __init__(self, **given):
        BaseModel.__init__(self, **given)
        PretrainedConfig.__init__(self, **given)  # both want theirs

    # of the names that both bases have, transformers needs its own
    if "__iter__" in vars(PretrainedConfig):
        __iter__ = PretrainedConfig.__iter__
    if "validate" in vars(PretrainedConfig):
        validate = PretrainedConfig.validate

    def __init_subclass__(cls, **kwargs):
        has_own = "__init__" in vars(cls)
        super().__init_subclass__(**kwargs)
        if not has_own and "__init__" in vars(cls):
            del cls.__init__  # the one that transformers generates skips pydantic

    @classmethod
    def model_rebuild(cls, **kwargs):
        kwargs.setdefault("_types_namespace", {"torch": torch})
        return super().model_rebuild(**kwargs)
