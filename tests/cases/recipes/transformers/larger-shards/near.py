# provider: transformers==5.19.0 baseline: transformers==4.57.3
from transformers import PreTrainedModel


def save(model: PreTrainedModel, folder):
    model.save_pretrained(folder, max_shard_size="5GB")
