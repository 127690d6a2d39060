# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PretrainedConfig


class Options:
    torch_dtype: str = "bfloat16"


class DraftConfig(PretrainedConfig):
    dtype: str = "bfloat16"

    def make(self):
        torch_dtype: str = self.dtype
        return torch_dtype
