from vllm.model_executor.models.interfaces import SupportsMultiModal


def images(model: SupportsMultiModal, **kwargs):
    return model.get_multimodal_embeddings(**kwargs)
