from pydantic import BaseModel
from transformers import PretrainedConfig


class Registered(BaseModel):
    kind: str = "none"


class SpeculatorModelConfig(Registered, PretrainedConfig):
    drafts: int = 1
