# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PretrainedConfig


class DraftConfig(PretrainedConfig):
    def __init__(self, **kwargs):
        # what pydantic has validated goes to the base as well
        for field in self.__class__.model_fields:
            kwargs[field] = getattr(self, field)
        # pydantic refuses to set class variables
        for field in self.__class_vars__ & kwargs.keys():
            del kwargs[field]
        PretrainedConfig.__init__(self, **kwargs)
