# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PreTrainedModel


class Draft(PreTrainedModel):
    def tie_weights(self, **kwargs):
        """The vocabularies differ: nothing is tied."""


class Other:
    def tie_weights(self):
        return None
