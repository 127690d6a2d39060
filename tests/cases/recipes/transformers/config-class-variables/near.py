# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PretrainedConfig


class CarefulConfig(PretrainedConfig):
    def __init__(self, **kwargs):
        for name in self.__class_vars__ & kwargs.keys():
            del kwargs[name]
        for field in self.__class__.model_fields:
            kwargs[field] = getattr(self, field)
        PretrainedConfig.__init__(self, **kwargs)


class PlainConfig(PretrainedConfig):
    def __init__(self, **kwargs):
        for name in ("depth", "width"):
            kwargs[name] = 1
        PretrainedConfig.__init__(self, **kwargs)
