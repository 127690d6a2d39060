# provider: transformers==5.19.0 baseline: transformers==4.57.3
"""Configurations that meet no second way of building objects, or settle it."""

from pydantic import BaseModel
from transformers import PretrainedConfig


class PlainConfig(PretrainedConfig):
    def __init__(self, depth=1, **given):
        self.depth = depth
        super().__init__(**given)


class SettledConfig(BaseModel, PretrainedConfig):
    depth: int = 1

    def __init_subclass__(cls, **given):
        super().__init_subclass__(**given)
        cls.__init__ = BaseModel.__init__
